import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InvoiceDetail, invoiceCalls } from "../../adapters/contract/invoice.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { companies } from "../../server/db/schema/company.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../server/db/schema/order.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import { type Answered, send } from "../send.ts";
import type { InvoiceDesk } from "./invoiceDesk.ts";
import { invoiceOffice } from "./offices.ts";
import { dataOf } from "./orderDesk.ts";

let on: TestPlatform;
let desk: InvoiceDesk;
let operator: Headers;
let finance: Headers;
beforeAll(async () => {
  ({ on, desk, operator, finance } = await invoiceOffice());
});
afterAll(() => on.close());

const setTo = async (id: string, change: Partial<OrderRecord>) => {
  await on.db
    .update(orders)
    .set({ remark: "", ...change })
    .where(eq(orders.id, id));
  return id;
};
const newOrder = async (change: Partial<OrderRecord> = {}) => setTo((await desk.order()).id, change);
const said = ({ body: { state, message } }: Answered) => [state, message];
const detail = async (id: string) =>
  dataOf<InvoiceDetail>(await send(on.app, invoiceCalls.invoiceDetail, { params: { id } }, finance));
const applyFor = async (...ids: string[]) => dataOf<{ id: string }>(await desk.apply(operator, ids)).id;

describe("an application for an invoice", () => {
  test("puts several orders of a company on one invoice, with every amount by the server's count", async () => {
    const [one, two] = [await desk.order(), await desk.order({ discountFen: 1 })];
    const invoice = await detail(await applyFor(one.id, two.id));
    // 1,200.00 and 1,199.99: services of 100.00 and 77.77 at 6 % and 13 % share each by weight.
    expect(invoice).toMatchObject({
      status: "applied",
      amountFen: 239_999,
      orderCount: 2,
      orderNos: `${one.orderNo}、${two.orderNo}`,
      orderIds: [one.id, two.id],
      applicantName: "运营乙",
    });
    expect(invoice.lines.map(({ taxRate, exTaxFen, taxFen }) => [taxRate, exTaxFen, taxFen])).toEqual([
      ["6", 127_363, 7_642],
      ["13", 92_915, 12_079],
    ]);
    expect([invoice.exTaxFen, invoice.taxFen]).toEqual([220_278, 19_721]);
    expect((await desk.orders.record(one.id)).invoiceStatus).toBe("applied");
    const [row] = await on.db.select().from(auditLog).where(eq(auditLog.entityId, invoice.id));
    expect(row).toMatchObject({ entity: "invoice", after: { amountFen: 239_999, status: "applied" } });
  });

  test.each([
    ["paid", { status: "paid", paidFen: 120_000, contractNo: "" }],
    ["finished", { status: "finished", paidFen: 120_000, contractNo: "" }],
    ["unpaid, with a contract", { status: "pending" }],
    ["partly paid and waiting for its audit, with a contract", { status: "auditing", pendingFen: 1 }],
  ] as const)("takes an order that is %s", async (_name, change) => {
    expect(said(await desk.apply(operator, [await newOrder(change)]))).toEqual([0, ""]);
  });

  test.each([
    ["unpaid without a contract", { contractNo: "" }, "尚未付清且没有合同，付清或补充合同后才能开票"],
    ["refunding", { status: "refunding", paidFen: 120_000 }, "当前状态为「退款中」，不能开票"],
    ["refunded", { status: "refunded", paidFen: 120_000 }, "当前状态为「已退款」，不能开票"],
    ["cancelled", { status: "cancelled" }, "当前状态为「已取消」，不能开票"],
    ["free of charge", { payableFen: 0, discountFen: 120_000, status: "paid" }, "金额为 0，无需开票"],
    ["applied for", { invoiceStatus: "applied" }, "已申请发票，不能重复申请"],
    ["invoiced", { invoiceStatus: "issued" }, "已开具发票，不能重复申请"],
  ] as const)(
    "refuses an order that is %s, and takes none of the others either",
    async (_n, change, reason) => {
      const [good, bad] = [await newOrder(), await newOrder(change)];
      const { orderNo } = await desk.orders.record(bad);
      const before = await on.db.$count(invoices);
      expect(said(await desk.apply(operator, [good, bad]))).toEqual([-1, `订单 ${orderNo} ${reason}`]);
      expect((await desk.orders.record(good)).invoiceStatus).toBe("none");
      expect(await on.db.$count(invoices)).toBe(before);
    },
  );

  test("refuses orders of two companies, and an order that there is not", async () => {
    const other = (await on.db.select().from(companies)).find(({ id }) => id !== desk.companyId);
    const [one, two] = [await newOrder(), await newOrder({ companyId: other?.id ?? "" })];
    expect(said(await desk.apply(operator, [one, two]))).toEqual([-1, "请选择同一企业的订单"]);
    expect(said(await desk.apply(operator, [one, "77"]))).toEqual([-1, "订单不存在或已删除"]);
  });

  test.each([
    ["a special invoice for a person", { titleType: "person" }, "type", "专用发票只能开给企业"],
    ["a company without a tax number", { taxNo: "" }, "taxNo", "请输入税号"],
    ["a credit code with a wrong check character", { taxNo: "91440300708461136X" }, "taxNo", /^税号不正确/],
    ["a tax number of 17 characters", { taxNo: "91440300708461136" }, "taxNo", /^税号不正确/],
    ["no mailbox", { email: "caiwu.example.com" }, "email", "请输入正确的邮箱"],
  ] as const)("does not fit with %s", async (_name, buyer, path, message) => {
    const { status, body } = await desk.apply(operator, [await newOrder()], buyer);
    expect(status).toBe(400);
    const { issues } = body.data as { issues: { path: string; message: string }[] };
    expect(issues).toContainEqual({
      path,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });

  test("for a person has no tax number, whatever was sent", async () => {
    const answer = await desk.apply(operator, [await newOrder()], {
      titleType: "person",
      type: "normal",
      title: "王小明",
    });
    const { id } = dataOf<{ id: string }>(answer);
    expect(await desk.record(id)).toMatchObject({ titleType: "person", title: "王小明", taxNo: "" });
  });

  test("a rejected one is made again with other words and other orders, under the same id", async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    const id = await applyFor(one);
    dataOf(await desk.reject(finance, await desk.record(id), "税号有误"));
    const { version } = await desk.record(id);
    on.clock.advance(60_000);
    const again = await desk.apply(operator, [two], { id, version, title: "另一抬头有限公司" });
    expect(again.body).toMatchObject({ state: 0, data: { id, version: 3, status: "applied" } });
    const invoice = await detail(id);
    expect(invoice).toMatchObject({ title: "另一抬头有限公司", orderIds: [two], rejectReason: "" });
    expect(invoice.appliedAt > invoice.createdAt).toBe(true);
    expect((await desk.orders.record(one)).invoiceStatus).toBe("none");
    expect((await desk.orders.record(two)).invoiceStatus).toBe("applied");
  });

  test("withdrawing a rejected one leaves alone what another has meanwhile made of its orders", async () => {
    const order = await newOrder();
    const first = await applyFor(order);
    dataOf(await desk.reject(finance, await desk.record(first)));
    await applyFor(order);
    dataOf(await desk.cancel(operator, await desk.record(first), "不再需要"));
    expect((await desk.orders.record(order)).invoiceStatus).toBe("applied");
  });

  test("a rejected one cannot be made again over an order that another has taken", async () => {
    const order = await newOrder();
    const first = await applyFor(order);
    dataOf(await desk.reject(finance, await desk.record(first)));
    await applyFor(order);
    const { orderNo } = await desk.orders.record(order);
    const { version } = await desk.record(first);
    expect(said(await desk.apply(operator, [order], { id: first, version }))).toEqual([
      -1,
      `订单 ${orderNo} 已申请发票，不能重复申请`,
    ]);
  });

  test("the same requestId twice makes one invoice, and answers the same", async () => {
    const order = await newOrder();
    const before = await on.db.$count(invoices);
    const requestId = "apply-exactly-once";
    const first = await desk.apply(operator, [order], { requestId });
    const second = await desk.apply(operator, [order], { requestId });
    expect(second.body).toEqual(first.body);
    expect(first.body.state).toBe(0);
    expect(await on.db.$count(invoices)).toBe(before + 1);
  });
});
