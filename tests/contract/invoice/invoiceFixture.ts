import { asc, eq } from "drizzle-orm";
import { type InvoiceRow, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { type InvoiceRecord, invoiceOrders, invoices } from "../../../server/db/schema/invoice.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import type { RequestHeaders, TestPlatform } from "../../helpers/testPlatform.ts";
import { type Colleague, createOrderFixture, type OrderFixture, unwrapData } from "../order/orderFixture.ts";

type ApplyBody = Parameters<typeof injectCall<typeof invoiceCalls.invoiceApply>>[2]["body"];
type OrderBody = Parameters<typeof injectCall<typeof orderCalls.orderCreate>>[2]["body"];
type Invoice = Pick<InvoiceRow, "id" | "version">;

/** Helpers of invoice tests. All actions are calls to the server. */
export interface InvoiceFixture {
  readonly orders: OrderFixture;
  /** An admin, who may perform every step. */
  readonly colleague: Colleague;
  readonly companyId: string;
  /** Fields of an application apart from its orders. */
  readonly buyer: Omit<ApplyBody, "orderIds" | "requestId">;
  /** Creates an order with a contract, which can be invoiced before it is paid. */
  readonly createOrder: (body?: Partial<OrderBody>) => Promise<OrderDetail>;
  readonly apply: (
    headers: RequestHeaders,
    orderIds: readonly string[],
    body?: Partial<ApplyBody>,
  ) => Promise<CallResponse>;
  readonly issue: (
    headers: RequestHeaders,
    invoice: Invoice,
    invoiceNo?: string,
    body?: { readonly issueDate?: string; readonly fileUrl?: string },
  ) => Promise<CallResponse>;
  readonly reject: (headers: RequestHeaders, invoice: Invoice, reason?: string) => Promise<CallResponse>;
  readonly cancel: (headers: RequestHeaders, invoice: Invoice, reason?: string) => Promise<CallResponse>;
  readonly remark: (headers: RequestHeaders, invoice: Invoice, remark?: string) => Promise<CallResponse>;
  /** Returns an unused number of 20 digits. */
  readonly nextInvoiceNo: () => string;
  readonly getRecord: (id: string) => Promise<InvoiceRecord>;
  readonly getOrderIds: (id: string) => Promise<string[]>;
  readonly createApplied: () => Promise<InvoiceRecord>;
  readonly createRejected: () => Promise<InvoiceRecord>;
  readonly createIssued: () => Promise<InvoiceRecord>;
  readonly createReversing: () => Promise<InvoiceRecord>;
  readonly createCancelled: () => Promise<InvoiceRecord>;
  readonly createReversed: () => Promise<InvoiceRecord>;
}

/** Creates the fixture on a test platform with demo companies. */
export async function createInvoiceFixture(ctx: TestPlatform): Promise<InvoiceFixture> {
  const { app, db } = ctx;
  const orders = await createOrderFixture(ctx);
  const colleague = await orders.createColleague("admin");
  const [company] = await db
    .select()
    .from(companies)
    .where(eq(companies.status, "normal"))
    .orderBy(asc(companies.id));
  if (!company) throw new Error("Every demo company is frozen");
  const { id: goodsId } = await orders.createGoods({}, [
    { taxRate: "6" },
    { taxRate: "13", priceFen: 7_777 },
  ]);
  let lastNumber = 0;
  const requestId = orders.nextRequestId;
  const { headers } = colleague;

  const fixture: InvoiceFixture = {
    orders,
    colleague,
    companyId: company.id,
    buyer: {
      title: company.name,
      taxNo: company.creditCode,
      type: "special",
      email: "caiwu@example.com",
    },
    createOrder: async (body = {}) =>
      unwrapData<OrderDetail>(
        await orders.create(headers, {
          companyId: company.id,
          items: [{ goodsId, quantity: 1, months: 12 }],
          contractNo: "HT-2026-001",
          ...body,
        }),
      ),
    apply: (authHeaders, orderIds, body = {}) =>
      injectCall(
        app,
        invoiceCalls.invoiceApply,
        { body: { ...fixture.buyer, orderIds: [...orderIds], requestId: requestId(), ...body } },
        authHeaders,
      ),
    issue: (authHeaders, { id, version }, invoiceNo = fixture.nextInvoiceNo(), body = {}) =>
      injectCall(
        app,
        invoiceCalls.invoiceUpdateNo,
        { body: { id, version, invoiceNo, ...body, requestId: requestId() } },
        authHeaders,
      ),
    reject: (authHeaders, { id, version }, reason = "抬头有误") =>
      injectCall(
        app,
        invoiceCalls.invoiceRejected,
        { body: { id, version, reason, requestId: requestId() } },
        authHeaders,
      ),
    cancel: (authHeaders, { id, version }, reason = "开票有误") =>
      injectCall(
        app,
        invoiceCalls.invoiceCancel,
        { body: { id, version, reason, requestId: requestId() } },
        authHeaders,
      ),
    remark: (authHeaders, { id, version }, remark = "寄送纸质件") =>
      injectCall(
        app,
        invoiceCalls.invoiceUpdateRemark,
        { body: { id, version, remark, requestId: requestId() } },
        authHeaders,
      ),
    nextInvoiceNo: () => `264420000000${String(++lastNumber).padStart(8, "0")}`,
    getRecord: async (id) => {
      const [record] = await db.select().from(invoices).where(eq(invoices.id, id));
      if (!record) throw new Error(`No invoice ${id}`);
      return record;
    },
    getOrderIds: async (id) => {
      const rows = await db.select().from(invoiceOrders).where(eq(invoiceOrders.invoiceId, id));
      return rows.map(({ orderId }) => orderId);
    },
    createApplied: async () => toRecord(await fixture.apply(headers, [(await fixture.createOrder()).id])),
    createRejected: async () => toRecord(await fixture.reject(headers, await fixture.createApplied())),
    createIssued: async () => toRecord(await fixture.issue(headers, await fixture.createApplied())),
    createReversing: async () => toRecord(await fixture.cancel(headers, await fixture.createIssued())),
    createCancelled: async () => toRecord(await fixture.cancel(headers, await fixture.createApplied())),
    createReversed: async () => toRecord(await fixture.issue(headers, await fixture.createReversing())),
  };
  const toRecord = (response: CallResponse) => fixture.getRecord(unwrapData<Invoice>(response).id);
  return fixture;
}

export const toStateAndMessage = ({ body: { state, message } }: CallResponse) => [state, message];
