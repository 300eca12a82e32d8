import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { type InvoiceDetail, invoiceCalls } from "../../adapters/contract/invoice.ts";
import { companies } from "../../server/db/schema/company.ts";
import { type OrderRecord, orders } from "../../server/db/schema/order.ts";
import { type Headers, type TestPlatform, testPlatform } from "../platform.ts";
import { type Answered, send } from "../send.ts";
import { type InvoiceDesk, invoiceDesk } from "./invoiceDesk.ts";
import { dataOf } from "./orderDesk.ts";

let on: TestPlatform;
let desk: InvoiceDesk;
let finance: Headers;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  desk = await invoiceDesk(on);
  finance = await on.as("finance");
});
afterAll(() => on.close());

const said = ({ body: { state, message } }: Answered) => [state, message];
const setOrders = async (invoiceId: string, change: Partial<OrderRecord>) => {
  for (const id of await desk.orderIds(invoiceId))
    await on.db.update(orders).set(change).where(eq(orders.id, id));
};

describe("an invoice's number", () => {
  test("is given once, to an invoice or a red one, never to two", async () => {
    const taken = "26442000000012345678";
    const invoice = await desk.applied();
    dataOf(await desk.issue(finance, invoice, taken));
    const other = await desk.applied();
    const refusal = [-1, "发票号码 26442000000012345678 已被使用，请核对"];
    expect(said(await desk.issue(finance, other, taken))).toEqual(refusal);
    expect((await desk.record(other.id)).status).toBe("applied");
    const reversing = await desk.reversing();
    expect(said(await desk.issue(finance, reversing, taken))).toEqual(refusal);
    expect(said(await desk.issue(finance, reversing, reversing.invoiceNo))[0]).toBe(-1);
    expect((await desk.record(reversing.id)).status).toBe("reversing");
  });

  test("has exactly 20 digits", async () => {
    const invoice = await desk.applied();
    for (const wrong of ["1".repeat(19), "1".repeat(21), "2644200000001234567X", ""])
      expect((await desk.issue(finance, invoice, wrong)).status).toBe(400);
  });

  test("makes the day of issue the day in Shanghai, today where none is named, and none in the future", async () => {
    const invoice = await desk.applied();
    const tomorrow = { issueDate: "2026-03-03T00:00:00.000Z" };
    expect(said(await desk.issue(finance, invoice, undefined, tomorrow))).toEqual([
      -1,
      "开票日期不能晚于今天",
    ]);
    dataOf(await desk.issue(finance, invoice, undefined, { issueDate: "2026-02-27T18:30:00.000Z" }));
    // 02:30 on the 28th in Shanghai.
    expect((await desk.record(invoice.id)).issueDate?.toISOString()).toBe("2026-02-27T16:00:00.000Z");
    const issued = await desk.issued();
    expect(issued.issueDate?.toISOString()).toBe("2026-03-01T16:00:00.000Z");
  });

  test("is found by its keyword, by title and tax number too", async () => {
    const { id, invoiceNo, title, taxNo } = await desk.issued();
    for (const keyword of [invoiceNo, title.slice(0, 6), taxNo.toLowerCase()]) {
      const { body } = await send(
        on.app,
        invoiceCalls.invoicePageList,
        { body: { pageNo: 1, pageSize: 200, keyword } },
        finance,
      );
      const { list } = body.data as { list: { id: string }[] };
      expect(list.map((row) => row.id)).toContain(id);
    }
  });

  test("is not given while an order's money is going back", async () => {
    const invoice = await desk.applied();
    await setOrders(invoice.id, { status: "refunding", paidFen: 120_000 });
    const answer = await desk.issue(finance, invoice);
    expect(answer.body.message).toMatch(/^订单 DD\d{14} 当前状态为「退款中」，不能开票，请驳回该申请$/);
    expect((await desk.record(invoice.id)).status).toBe("applied");
  });
});

describe("reversing an invoice", () => {
  test("asks for one of four reasons", async () => {
    const invoice = await desk.issued();
    expect(said(await desk.cancel(finance, invoice, "客户要求"))).toEqual([
      -1,
      "红冲原因应为开票有误、销货退回、服务中止或销售折让",
    ]);
    for (const reason of ["开票有误", "销货退回", "服务中止", "销售折让"]) {
      const one = await desk.issued();
      dataOf(await desk.cancel(finance, one, reason));
      expect(await desk.record(one.id)).toMatchObject({ status: "reversing", redReason: reason });
    }
  });

  test("keeps the first number, takes the red one, and frees the orders for another invoice", async () => {
    const reversing = await desk.reversing();
    const red = "26442000000099999999";
    dataOf(await desk.issue(finance, reversing, red));
    expect(await desk.record(reversing.id)).toMatchObject({
      status: "reversed",
      invoiceNo: reversing.invoiceNo,
      redInvoiceNo: red,
      amountFen: reversing.amountFen,
      redReason: "开票有误",
    });
    const again = await desk.apply(await on.as("operator"), await desk.orderIds(reversing.id));
    expect(again.body.state).toBe(0);
  });

  test("is not dated before the invoice", async () => {
    const reversing = await desk.reversing();
    const before = { issueDate: "2026-02-20T02:00:00.000Z" };
    expect(said(await desk.issue(finance, reversing, undefined, before))).toEqual([
      -1,
      "红字发票的开票日期不能早于原发票",
    ]);
  });

  test("that is not granted leaves the invoice issued, and its orders with it", async () => {
    const reversing = await desk.reversing();
    dataOf(await desk.reject(finance, reversing, "购买方未确认"));
    expect(await desk.record(reversing.id)).toMatchObject({
      status: "issued",
      redReason: "",
      rejectReason: "购买方未确认",
      invoiceNo: reversing.invoiceNo,
    });
    const [order] = await desk.orderIds(reversing.id);
    expect((await desk.orders.record(order ?? "")).invoiceStatus).toBe("issued");
  });

  test("has to come before a refund of the order", async () => {
    const { body } = await desk.orders.cancel(desk.colleague.headers, await invoicedAndPaid(), 120_000);
    expect([body.state, body.message]).toEqual([-1, "该订单已开具发票，请先红冲"]);
  });
});

async function invoicedAndPaid() {
  const invoice = await desk.issued();
  await setOrders(invoice.id, { status: "paid", paidFen: 120_000 });
  const [order] = await desk.orderIds(invoice.id);
  return desk.orders.record(order ?? "");
}

describe("an invoice's detail", () => {
  test("has its company's new name, and is found by it, while its title stays", async () => {
    const { id, title } = await desk.issued();
    const [company] = await on.db.select().from(companies).where(eq(companies.id, desk.companyId));
    const { version = 0 } = company ?? {};
    const body = { id: desk.companyId, version, name: "改名航空有限公司", requestId: "rename-once" };
    dataOf(await send(on.app, companyCalls.companyUpdate, { body }, await on.as("operator")));
    expect(await desk.record(id)).toMatchObject({ companyName: "改名航空有限公司", title });
    for (const keyword of ["改名航空", title]) {
      const page = { pageNo: 1, pageSize: 200, keyword };
      const answer = await send(on.app, invoiceCalls.invoicePageList, { body: page }, finance);
      expect(dataOf<{ list: { id: string }[] }>(answer).list.map((row) => row.id)).toContain(id);
    }
  });

  test("names its orders, and a conflict gives the present invoice", async () => {
    const invoice = await desk.issued();
    const params = { id: invoice.id };
    const answer = await send(on.app, invoiceCalls.invoiceOrders, { params }, finance);
    expect(dataOf<{ id: string }[]>(answer).map(({ id }) => id)).toEqual(await desk.orderIds(invoice.id));
    const { body } = await desk.remark(finance, { id: invoice.id, version: 1 });
    expect(body.state).toBe(-5);
    const present = dataOf<InvoiceDetail>(
      await send(on.app, invoiceCalls.invoiceDetail, { params }, finance),
    );
    expect(body.data).toEqual(present);
  });
});
