import { asc, eq } from "drizzle-orm";
import { type InvoiceRow, invoiceCalls } from "../../adapters/contract/invoice.ts";
import type { OrderDetail, orderCalls } from "../../adapters/contract/order.ts";
import { companies } from "../../server/db/schema/company.ts";
import { type InvoiceRecord, invoiceOrders, invoices } from "../../server/db/schema/invoice.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import { type Answered, send } from "../send.ts";
import { type Colleague, dataOf, type OrderDesk, orderDesk } from "./orderDesk.ts";

type ApplyBody = Parameters<typeof send<typeof invoiceCalls.invoiceApply>>[2]["body"];
type OrderBody = Parameters<typeof send<typeof orderCalls.orderCreate>>[2]["body"];
type Invoice = Pick<InvoiceRow, "id" | "version">;

/** What tests do with invoices, through the calls themselves. */
export interface InvoiceDesk {
  readonly orders: OrderDesk;
  /** Admin, so that any step can be made by them. */
  readonly colleague: Colleague;
  readonly companyId: string;
  /** Everything that an application says beside its orders. */
  readonly buyer: Omit<ApplyBody, "orderIds" | "requestId">;
  /** An order that can be invoiced before it is paid, having a contract. */
  readonly order: (body?: Partial<OrderBody>) => Promise<OrderDetail>;
  readonly apply: (who: Headers, orderIds: readonly string[], body?: Partial<ApplyBody>) => Promise<Answered>;
  readonly issue: (
    who: Headers,
    invoice: Invoice,
    invoiceNo?: string,
    body?: { readonly issueDate?: string; readonly fileUrl?: string },
  ) => Promise<Answered>;
  readonly reject: (who: Headers, invoice: Invoice, reason?: string) => Promise<Answered>;
  readonly cancel: (who: Headers, invoice: Invoice, reason?: string) => Promise<Answered>;
  readonly remark: (who: Headers, invoice: Invoice, remark?: string) => Promise<Answered>;
  /** Twenty digits that no invoice of the test has. */
  readonly newNumber: () => string;
  readonly record: (id: string) => Promise<InvoiceRecord>;
  readonly orderIds: (id: string) => Promise<string[]>;
  readonly applied: () => Promise<InvoiceRecord>;
  readonly rejected: () => Promise<InvoiceRecord>;
  readonly issued: () => Promise<InvoiceRecord>;
  readonly reversing: () => Promise<InvoiceRecord>;
  readonly cancelled: () => Promise<InvoiceRecord>;
  readonly reversed: () => Promise<InvoiceRecord>;
}

/** A desk on a test platform with demo companies. */
export async function invoiceDesk(on: TestPlatform): Promise<InvoiceDesk> {
  const { app, db } = on;
  const orders = await orderDesk(on);
  const colleague = await orders.colleague("admin");
  const [company] = await db
    .select()
    .from(companies)
    .where(eq(companies.status, "normal"))
    .orderBy(asc(companies.id));
  if (!company) throw new Error("Every demo company is frozen");
  const { id: goodsId } = await orders.goods({}, [{ taxRate: "6" }, { taxRate: "13", priceFen: 7_777 }]);
  let numbers = 0;
  const requestId = orders.requestId;
  const { headers } = colleague;

  const desk: InvoiceDesk = {
    orders,
    colleague,
    companyId: company.id,
    buyer: {
      title: company.name,
      taxNo: company.creditCode,
      type: "special",
      email: "caiwu@example.com",
    },
    order: async (body = {}) =>
      dataOf<OrderDetail>(
        await orders.create(headers, {
          companyId: company.id,
          items: [{ goodsId, quantity: 1, months: 12 }],
          contractNo: "HT-2026-001",
          ...body,
        }),
      ),
    apply: (who, orderIds, body = {}) =>
      send(
        app,
        invoiceCalls.invoiceApply,
        { body: { ...desk.buyer, orderIds: [...orderIds], requestId: requestId(), ...body } },
        who,
      ),
    issue: (who, { id, version }, invoiceNo = desk.newNumber(), body = {}) =>
      send(
        app,
        invoiceCalls.invoiceUpdateNo,
        { body: { id, version, invoiceNo, ...body, requestId: requestId() } },
        who,
      ),
    reject: (who, { id, version }, reason = "抬头有误") =>
      send(app, invoiceCalls.invoiceRejected, { body: { id, version, reason, requestId: requestId() } }, who),
    cancel: (who, { id, version }, reason = "开票有误") =>
      send(app, invoiceCalls.invoiceCancel, { body: { id, version, reason, requestId: requestId() } }, who),
    remark: (who, { id, version }, remark = "寄送纸质件") =>
      send(
        app,
        invoiceCalls.invoiceUpdateRemark,
        { body: { id, version, remark, requestId: requestId() } },
        who,
      ),
    newNumber: () => `264420000000${String(++numbers).padStart(8, "0")}`,
    record: async (id) => {
      const [record] = await db.select().from(invoices).where(eq(invoices.id, id));
      if (!record) throw new Error(`No invoice ${id}`);
      return record;
    },
    orderIds: async (id) => {
      const rows = await db.select().from(invoiceOrders).where(eq(invoiceOrders.invoiceId, id));
      return rows.map(({ orderId }) => orderId);
    },
    applied: async () => moved(await desk.apply(headers, [(await desk.order()).id])),
    rejected: async () => moved(await desk.reject(headers, await desk.applied())),
    issued: async () => moved(await desk.issue(headers, await desk.applied())),
    reversing: async () => moved(await desk.cancel(headers, await desk.issued())),
    cancelled: async () => moved(await desk.cancel(headers, await desk.applied())),
    reversed: async () => moved(await desk.issue(headers, await desk.reversing())),
  };
  const moved = (answer: Answered) => desk.record(dataOf<Invoice>(answer).id);
  return desk;
}
