import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type InvoiceDetail, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { setupInvoices } from "../fixtures/setupFixtures.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { toStateAndMessage } from "./invoiceFixture.ts";

const { ctx, fixture, operator, finance } = await setupInvoices();
afterAll(() => ctx.close());

const updateOrder = async (id: string, change: Partial<OrderRecord>) => {
  await ctx.db
    .update(orders)
    .set({ remark: "", ...change })
    .where(eq(orders.id, id));
  return id;
};
const createOrder = async (change: Partial<OrderRecord> = {}) =>
  updateOrder((await fixture.createOrder()).id, change);
const getDetail = async (id: string) =>
  unwrapData<InvoiceDetail>(
    await injectCall(ctx.app, invoiceCalls.invoiceDetail, { params: { id } }, finance),
  );
const applyForOrders = async (...ids: string[]) =>
  unwrapData<{ id: string }>(await fixture.apply(operator, ids)).id;

describe("an application for an invoice", () => {
  test("puts several orders of a company on one invoice and computes all amounts on the server", async () => {
    const [one, two] = [await fixture.createOrder(), await fixture.createOrder({ discountFen: 1 })];
    const invoice = await getDetail(await applyForOrders(one.id, two.id));
    // 1,200.00 and 1,199.99, each split by weight between services of 100.00 at 6 % and 77.77 at 13 %.
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
    expect((await fixture.orders.getRecord(one.id)).invoiceStatus).toBe("applied");
    const [row] = await ctx.db.select().from(auditLog).where(eq(auditLog.entityId, invoice.id));
    expect(row).toMatchObject({ entity: "invoice", after: { amountFen: 239_999, status: "applied" } });
  });

  test.each([
    ["paid", { status: "paid", paidFen: 120_000, contractNo: "" }],
    ["finished", { status: "finished", paidFen: 120_000, contractNo: "" }],
    ["unpaid, with a contract", { status: "pending" }],
    ["partly paid and waiting for its audit, with a contract", { status: "auditing", pendingFen: 1 }],
  ] as const)("accepts an order that is %s", async (_name, change) => {
    expect(toStateAndMessage(await fixture.apply(operator, [await createOrder(change)]))).toEqual([0, ""]);
  });

  test.each([
    ["unpaid without a contract", { contractNo: "" }, "尚未付清且没有合同，付清或补充合同后才能开票"],
    ["refunding", { status: "refunding", paidFen: 120_000 }, "当前状态为「退款中」，不能开票"],
    [
      "refunded",
      { status: "refunded", paidFen: 120_000, refundFen: 120_000 },
      "当前状态为「已退款」，不能开票",
    ],
    ["cancelled", { status: "cancelled" }, "当前状态为「已取消」，不能开票"],
    ["free of charge", { payableFen: 0, discountFen: 120_000, status: "paid" }, "金额为 0，无需开票"],
    ["applied for", { invoiceStatus: "applied", invoicedFen: 120_000 }, "已申请发票，不能重复申请"],
    ["invoiced", { invoiceStatus: "issued", invoicedFen: 120_000 }, "已开具发票，不能重复申请"],
  ] as const)(
    "refuses an order that is %s, and with it the whole application",
    async (_n, change, reason) => {
      const [good, bad] = [await createOrder(), await createOrder(change)];
      const { orderNo } = await fixture.orders.getRecord(bad);
      const before = await ctx.db.$count(invoices);
      expect(toStateAndMessage(await fixture.apply(operator, [good, bad]))).toEqual([
        -1,
        `订单 ${orderNo} ${reason}`,
      ]);
      expect((await fixture.orders.getRecord(good)).invoiceStatus).toBe("none");
      expect(await ctx.db.$count(invoices)).toBe(before);
    },
  );

  test("refuses orders of two companies, and an unknown order", async () => {
    const other = (await ctx.db.select().from(companies)).find(({ id }) => id !== fixture.companyId);
    const [one, two] = [await createOrder(), await createOrder({ companyId: other?.id ?? "" })];
    expect(toStateAndMessage(await fixture.apply(operator, [one, two]))).toEqual([
      -1,
      "请选择同一企业的订单",
    ]);
    expect(toStateAndMessage(await fixture.apply(operator, [one, "77"]))).toEqual([-1, "订单不存在或已删除"]);
  });

  test.each([
    ["a special invoice for a person", { titleType: "person" }, "type", "专用发票只能开给企业"],
    ["a company without a tax number", { taxNo: "" }, "taxNo", "请输入税号"],
    ["a credit code with a wrong check character", { taxNo: "91440300708461136X" }, "taxNo", /^税号不正确/],
    ["a tax number of 17 characters", { taxNo: "91440300708461136" }, "taxNo", /^税号不正确/],
    ["no mailbox", { email: "caiwu.example.com" }, "email", "请输入正确的邮箱"],
  ] as const)("replies 400 to %s", async (_name, buyer, path, message) => {
    const { status, body } = await fixture.apply(operator, [await createOrder()], buyer);
    expect(status).toBe(400);
    const { issues } = body.data as { issues: { path: string; message: string }[] };
    expect(issues).toContainEqual({
      path,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });

  test("for a person ignores the tax number", async () => {
    const response = await fixture.apply(operator, [await createOrder()], {
      titleType: "person",
      type: "normal",
      title: "王小明",
    });
    const { id } = unwrapData<{ id: string }>(response);
    expect(await fixture.getRecord(id)).toMatchObject({ titleType: "person", title: "王小明", taxNo: "" });
  });

  test("a rejected one can be resubmitted with other data and orders, under the same id", async () => {
    const [one, two] = [await createOrder(), await createOrder()];
    const id = await applyForOrders(one);
    unwrapData(await fixture.reject(finance, await fixture.getRecord(id), "税号有误"));
    const { version } = await fixture.getRecord(id);
    ctx.clock.advance(60_000);
    const again = await fixture.apply(operator, [two], { id, version, title: "另一抬头有限公司" });
    expect(again.body).toMatchObject({ state: 0, data: { id, version: 3, status: "applied" } });
    const invoice = await getDetail(id);
    expect(invoice).toMatchObject({ title: "另一抬头有限公司", orderIds: [two], rejectReason: "" });
    expect(invoice.appliedAt > invoice.createdAt).toBe(true);
    expect((await fixture.orders.getRecord(one)).invoiceStatus).toBe("none");
    expect((await fixture.orders.getRecord(two)).invoiceStatus).toBe("applied");
  });

  test("withdrawing a rejected one does not change orders that another application has taken", async () => {
    const order = await createOrder();
    const first = await applyForOrders(order);
    unwrapData(await fixture.reject(finance, await fixture.getRecord(first)));
    await applyForOrders(order);
    unwrapData(await fixture.cancel(operator, await fixture.getRecord(first), "不再需要"));
    expect((await fixture.orders.getRecord(order)).invoiceStatus).toBe("applied");
  });

  test("a rejected one cannot be resubmitted with an order that another application has taken", async () => {
    const order = await createOrder();
    const first = await applyForOrders(order);
    unwrapData(await fixture.reject(finance, await fixture.getRecord(first)));
    await applyForOrders(order);
    const { orderNo } = await fixture.orders.getRecord(order);
    const { version } = await fixture.getRecord(first);
    expect(toStateAndMessage(await fixture.apply(operator, [order], { id: first, version }))).toEqual([
      -1,
      `订单 ${orderNo} 已申请发票，不能重复申请`,
    ]);
  });

  test("the same requestId twice creates one invoice and returns the same result", async () => {
    const order = await createOrder();
    const before = await ctx.db.$count(invoices);
    const requestId = "apply-exactly-once";
    const first = await fixture.apply(operator, [order], { requestId });
    const second = await fixture.apply(operator, [order], { requestId });
    expect(second.body).toEqual(first.body);
    expect(first.body.state).toBe(0);
    expect(await ctx.db.$count(invoices)).toBe(before + 1);
  });
});
