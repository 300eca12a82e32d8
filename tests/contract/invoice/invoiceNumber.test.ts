import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type InvoiceDetail, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { createInvoiceFixture, toStateAndMessage } from "./invoiceFixture.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const fixture = await createInvoiceFixture(ctx);
const finance = await ctx.loginAs("finance");
afterAll(() => ctx.close());

const updateOrders = async (invoiceId: string, change: Partial<OrderRecord>) => {
  for (const id of await fixture.getOrderIds(invoiceId))
    await ctx.db.update(orders).set(change).where(eq(orders.id, id));
};

describe("an invoice's number", () => {
  test("is unique among invoices and red invoices", async () => {
    const usedNumber = "26442000000012345678";
    const invoice = await fixture.createApplied();
    unwrapData(await fixture.issue(finance, invoice, usedNumber));
    const other = await fixture.createApplied();
    const refusal = [-1, "发票号码 26442000000012345678 已被使用，请核对"];
    expect(toStateAndMessage(await fixture.issue(finance, other, usedNumber))).toEqual(refusal);
    expect((await fixture.getRecord(other.id)).status).toBe("applied");
    const reversing = await fixture.createReversing();
    expect(toStateAndMessage(await fixture.issue(finance, reversing, usedNumber))).toEqual(refusal);
    expect(toStateAndMessage(await fixture.issue(finance, reversing, reversing.invoiceNo))[0]).toBe(-1);
    expect((await fixture.getRecord(reversing.id)).status).toBe("reversing");
  });

  test("has exactly 20 digits", async () => {
    const invoice = await fixture.createApplied();
    for (const wrong of ["1".repeat(19), "1".repeat(21), "2644200000001234567X", ""])
      expect((await fixture.issue(finance, invoice, wrong)).status).toBe(400);
  });

  test("stores the issue date as a day in Shanghai, defaults to today, and refuses a future date", async () => {
    const invoice = await fixture.createApplied();
    const tomorrow = { issueDate: "2026-03-03T00:00:00.000Z" };
    expect(toStateAndMessage(await fixture.issue(finance, invoice, undefined, tomorrow))).toEqual([
      -1,
      "开票日期不能晚于今天",
    ]);
    unwrapData(await fixture.issue(finance, invoice, undefined, { issueDate: "2026-02-27T18:30:00.000Z" }));
    // 02:30 on the 28th in Shanghai.
    expect((await fixture.getRecord(invoice.id)).issueDate?.toISOString()).toBe("2026-02-27T16:00:00.000Z");
    const issued = await fixture.createIssued();
    expect(issued.issueDate?.toISOString()).toBe("2026-03-01T16:00:00.000Z");
  });

  test("finds the invoice by keyword, as do its title and tax number", async () => {
    const { id, invoiceNo, title, taxNo } = await fixture.createIssued();
    for (const keyword of [invoiceNo, title.slice(0, 6), taxNo.toLowerCase()]) {
      const { body } = await ctx.callAs("finance", invoiceCalls.invoicePageList, {
        body: { pageNo: 1, pageSize: 200, keyword },
      });
      const { list } = body.data as { list: { id: string }[] };
      expect(list.map((row) => row.id)).toContain(id);
    }
  });

  test("is refused while an order is being refunded", async () => {
    const invoice = await fixture.createApplied();
    await updateOrders(invoice.id, { status: "refunding", paidFen: 120_000 });
    const response = await fixture.issue(finance, invoice);
    expect(response.body.message).toMatch(/^订单 DD\d{14} 当前状态为「退款中」，不能开票，请驳回该申请$/);
    expect((await fixture.getRecord(invoice.id)).status).toBe("applied");
  });
});

describe("reversing an invoice", () => {
  test("requires one of four reasons", async () => {
    const invoice = await fixture.createIssued();
    expect(toStateAndMessage(await fixture.cancel(finance, invoice, "客户要求"))).toEqual([
      -1,
      "红冲原因应为开票有误、销货退回、服务中止或销售折让",
    ]);
    for (const reason of ["开票有误", "销货退回", "服务中止", "销售折让"]) {
      const one = await fixture.createIssued();
      unwrapData(await fixture.cancel(finance, one, reason));
      expect(await fixture.getRecord(one.id)).toMatchObject({ status: "reversing", redReason: reason });
    }
  });

  test("keeps the first number, adds the red one, and frees the orders for another invoice", async () => {
    const reversing = await fixture.createReversing();
    const red = "26442000000099999999";
    unwrapData(await fixture.issue(finance, reversing, red));
    expect(await fixture.getRecord(reversing.id)).toMatchObject({
      status: "reversed",
      invoiceNo: reversing.invoiceNo,
      redInvoiceNo: red,
      amountFen: reversing.amountFen,
      redReason: "开票有误",
    });
    const again = await fixture.apply(await ctx.loginAs("operator"), await fixture.getOrderIds(reversing.id));
    expect(again.body.state).toBe(0);
  });

  test("cannot be dated before the invoice", async () => {
    const reversing = await fixture.createReversing();
    const before = { issueDate: "2026-02-20T02:00:00.000Z" };
    expect(toStateAndMessage(await fixture.issue(finance, reversing, undefined, before))).toEqual([
      -1,
      "红字发票的开票日期不能早于原发票",
    ]);
  });

  test("that is rejected leaves the invoice and its orders issued", async () => {
    const reversing = await fixture.createReversing();
    unwrapData(await fixture.reject(finance, reversing, "购买方未确认"));
    expect(await fixture.getRecord(reversing.id)).toMatchObject({
      status: "issued",
      redReason: "",
      rejectReason: "购买方未确认",
      invoiceNo: reversing.invoiceNo,
    });
    const [order] = await fixture.getOrderIds(reversing.id);
    expect((await fixture.orders.getRecord(order ?? "")).invoiceStatus).toBe("issued");
  });

  test("must come before a refund of the order", async () => {
    const { body } = await fixture.orders.cancel(
      fixture.colleague.headers,
      await createPaidInvoice(),
      120_000,
    );
    expect([body.state, body.message]).toEqual([-1, "该订单已开具发票，请先红冲"]);
  });
});

async function createPaidInvoice() {
  const invoice = await fixture.createIssued();
  await updateOrders(invoice.id, { status: "paid", paidFen: 120_000 });
  const [order] = await fixture.getOrderIds(invoice.id);
  return fixture.orders.getRecord(order ?? "");
}

describe("an invoice's detail", () => {
  test("follows a renamed company, and can be found by the new name and the unchanged title", async () => {
    const { id, title } = await fixture.createIssued();
    const [company] = await ctx.db.select().from(companies).where(eq(companies.id, fixture.companyId));
    const { version = 0 } = company ?? {};
    const body = { id: fixture.companyId, version, name: "改名航空有限公司", requestId: "rename-once" };
    unwrapData(await ctx.callAs("operator", companyCalls.companyUpdate, { body }));
    expect(await fixture.getRecord(id)).toMatchObject({ companyName: "改名航空有限公司", title });
    for (const keyword of ["改名航空", title]) {
      const page = { pageNo: 1, pageSize: 200, keyword };
      const response = await injectCall(ctx.app, invoiceCalls.invoicePageList, { body: page }, finance);
      expect(unwrapData<{ list: { id: string }[] }>(response).list.map((row) => row.id)).toContain(id);
    }
  });

  test("lists its orders, and a conflict returns the current invoice", async () => {
    const invoice = await fixture.createIssued();
    const params = { id: invoice.id };
    const response = await injectCall(ctx.app, invoiceCalls.invoiceOrders, { params }, finance);
    expect(unwrapData<{ id: string }[]>(response).map(({ id }) => id)).toEqual(
      await fixture.getOrderIds(invoice.id),
    );
    const { body } = await fixture.remark(finance, { id: invoice.id, version: 1 });
    expect(body.state).toBe(-5);
    const current = unwrapData<InvoiceDetail>(
      await injectCall(ctx.app, invoiceCalls.invoiceDetail, { params }, finance),
    );
    expect(body.data).toEqual(current);
  });
});
