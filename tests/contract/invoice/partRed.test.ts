import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type InvoiceDetail, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { RedPart } from "../../../adapters/contract/redInvoice.ts";
import { allDenormalizedNames } from "../../../server/db/schema/allDenormalizedNames.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { buildRedLines, subtractReds } from "../../../server/modules/invoice/invoiceReds.ts";
import { renameCopies } from "../../../server/records/renameCopies.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { setupInvoices } from "../fixtures/setupFixtures.ts";
import { search } from "../graphql/askGraphql.ts";
import { type OrderState, unwrapData } from "../order/orderFixture.ts";

type Invoice = Pick<OrderState, "id" | "version"> & { readonly status: string };
const { ctx, fixture, operator, finance } = await setupInvoices();
afterAll(() => ctx.close());

const { id: goodsId } = await fixture.orders.createGoods({ priceFen: 120_000 }, [
  { taxRate: "6", priceFen: 10_000 },
  { taxRate: "13", priceFen: 10_000 },
]);
const body = { companyId: fixture.companyId, items: [{ goodsId, quantity: 1, months: 12 }] };
/** Two orders of ¥1,200.00, half of each with 6 % and half with 13 % tax; both paid, on one issued invoice. */
async function createIssued() {
  const paid = [await fixture.orders.createPaid(body), await fixture.orders.createPaid(body)];
  const ids = paid.map(({ id }) => id);
  const applied = unwrapData<Invoice>(await fixture.apply(operator, ids));
  return { ids, invoice: unwrapData<Invoice>(await fixture.issue(finance, applied)) };
}
const ask = ({ id, version }: Invoice, redLines?: RedPart[], reason = "销售折让", headers = finance) =>
  injectCall(
    ctx.app,
    invoiceCalls.invoiceCancel,
    {
      body: {
        id,
        version,
        reason,
        ...(redLines ? { redLines } : {}),
        requestId: fixture.orders.nextRequestId(),
      },
    },
    headers,
  );
const reverse = async (invoice: Invoice, redLines?: RedPart[]) =>
  unwrapData<Invoice>(await fixture.issue(finance, unwrapData<Invoice>(await ask(invoice, redLines))));
const getDetail = async (id: string) =>
  unwrapData<InvoiceDetail>(
    await injectCall(ctx.app, invoiceCalls.invoiceDetail, { params: { id } }, finance),
  );
const getOrders = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => fixture.orders.getRecord(id)))).map(({ invoiceStatus, invoicedFen }) => [
    invoiceStatus,
    invoicedFen,
  ]);
const getLines = ({ lines }: Pick<InvoiceDetail, "lines">) =>
  lines.map(({ exTaxFen, taxFen }) => [exTaxFen, taxFen]);

describe("red invoices of parts", () => {
  test("reverse lines one after the other until nothing is left, to the fen", async () => {
    const { ids, invoice } = await createIssued();
    const before = await getDetail(invoice.id);
    // 120,000 ÷ 1.06 = 113,207.5 and 120,000 ÷ 1.13 = 106,194.7.
    expect(getLines(before)).toEqual([
      [113_208, 6_792],
      [106_195, 13_805],
    ]);
    const first = await reverse(invoice, [{ line: 1, amountFen: 30_001 }]);
    expect(first.status).toBe("issued");
    const detail = await getDetail(invoice.id);
    // 30,001 ÷ 1.13 = 26,549.6; of each order in proportion, the odd fen of the second.
    expect([detail.redFen, detail.reds.map(({ amountFen, taxFen }) => [amountFen, taxFen])]).toEqual([
      30_001,
      [[30_001, 3_451]],
    ]);
    expect(getLines({ lines: detail.leftLines })).toEqual([
      [113_208, 6_792],
      [79_645, 10_354],
    ]);
    expect(await getOrders(ids)).toEqual([
      ["issued", 104_999],
      ["issued", 105_000],
    ]);
    const second = await reverse(first, [
      { line: 0, amountFen: 120_000 },
      { line: 1, amountFen: 9 },
    ]);
    expect([second.status, await getOrders(ids)]).toEqual([
      "issued",
      [
        ["issued", 44_995],
        ["issued", 44_995],
      ],
    ]);
    const last = await reverse(second);
    expect([last.status, await getOrders(ids)]).toEqual([
      "reversed",
      [
        ["none", 0],
        ["none", 0],
      ],
    ]);
    const { reds, leftLines, redInvoiceNo } = await getDetail(invoice.id);
    expect(reds.map(({ amountFen }) => amountFen)).toEqual([30_001, 120_009, 89_990]);
    expect(reds.reduce((sum, { taxFen }) => sum + taxFen, 0)).toBe(6_792 + 13_805);
    expect([getLines({ lines: leftLines }), redInvoiceNo]).toEqual([
      [
        [0, 0],
        [0, 0],
      ],
      reds.at(-1)?.redInvoiceNo,
    ]);
  });

  test("give the order back what they took, of the same line", async () => {
    const { ids, invoice } = await createIssued();
    await reverse(invoice, [{ line: 1, amountFen: 30_000 }]);
    const again = unwrapData<Invoice>(await fixture.apply(operator, ids));
    const detail = await getDetail(again.id);
    expect([detail.amountFen, detail.lines.map(({ taxRate }) => taxRate)]).toEqual([30_000, ["13"]]);
    expect(await getOrders(ids)).toEqual([
      ["issued", 120_000],
      ["issued", 120_000],
    ]);
    expect((await fixture.apply(operator, ids)).body.message).toContain("已开具发票，不能重复申请");
    unwrapData(await fixture.cancel(operator, again, "客户改主意"));
    expect(await getOrders(ids)).toEqual([
      ["issued", 105_000],
      ["issued", 105_000],
    ]);
  });

  test("free as much money for a refund, and no more", async () => {
    const { ids, invoice } = await createIssued();
    await reverse(invoice, [{ line: 0, amountFen: 40_000 }]);
    const order = await fixture.orders.getRecord(ids[0] ?? "");
    const tooMuch = await fixture.orders.cancel(operator, order, 20_001);
    expect(tooMuch.body.data).toEqual({
      issues: [
        {
          path: "refundFen",
          message: "退款金额应大于 0，且不超过可退的 200.00 元；已开票的部分请先红冲",
        },
      ],
    });
    const asked = unwrapData<OrderState>(await fixture.orders.cancel(operator, order, 20_000));
    const done = unwrapData<OrderState>(await fixture.orders.audit(finance, asked, { pass: true }));
    expect(done.status).toBe("paid");
    expect((await fixture.apply(operator, [order.id])).body.state).toBe(-1);
    expect(
      (await fixture.orders.cancel(operator, await fixture.orders.getRecord(order.id), 1)).body.message,
    ).toBe("该订单已开具发票，请先红冲");
  });

  test("a refused one leaves the invoice as it was", async () => {
    const { ids, invoice } = await createIssued();
    const first = await reverse(invoice, [{ line: 0, amountFen: 40_000 }]);
    const asked = unwrapData<Invoice>(await ask(first, [{ line: 0, amountFen: 1 }], "服务中止"));
    expect(await fixture.getRecord(invoice.id)).toMatchObject({ redAskFen: 1, redReason: "服务中止" });
    unwrapData(await fixture.reject(finance, asked, "购买方未确认"));
    expect(await fixture.getRecord(invoice.id)).toMatchObject({
      status: "issued",
      redFen: 40_000,
      redAskFen: 0,
      redReason: "销售折让",
    });
    expect((await getDetail(invoice.id)).reds).toHaveLength(1);
    expect(await getOrders(ids)).toEqual([
      ["issued", 100_000],
      ["issued", 100_000],
    ]);
  });
});

test("the numbers of all its red invoices find an invoice, in its list and everywhere", async () => {
  const { invoice } = await createIssued();
  const isFound = async (count: number) => {
    const { reds, invoiceNo } = await getDetail(invoice.id);
    expect(reds).toHaveLength(count);
    for (const { redInvoiceNo } of reds) {
      const { body } = await ctx.callAs("finance", invoiceCalls.invoicePageList, {
        body: { pageNo: 1, pageSize: 20, keyword: redInvoiceNo },
      });
      expect((body.data as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual([invoice.id]);
      expect(await search(ctx, finance, redInvoiceNo)).toEqual({ invoice: [invoiceNo] });
    }
  };
  const first = await reverse(invoice, [{ line: 0, amountFen: 40_000 }]);
  await isFound(1);
  await reverse(first);
  await isFound(2);
  // Writes the search text anew.
  const named = { db: ctx.db, denormalizedNames: allDenormalizedNames };
  await renameCopies(named, companies, fixture.companyId, { name: "新名", nameOrder: "xin ming 新名" });
  await isFound(2);
});

// Of an invoice with ¥1,200.00 on each of two lines, of which ¥400.00 of the first were reversed before.
test.each<readonly [string, RedPart[] | undefined, string, string]>([
  ["all that is left", undefined, "销售折让", "reversing"],
  ["all of a line", [{ line: 0, amountFen: 80_000 }], "服务中止", "reversing"],
  ["one fen", [{ line: 1, amountFen: 1 }], "销货退回", "reversing"],
  [
    "a fen more than a line",
    [{ line: 0, amountFen: 80_001 }],
    "销售折让",
    "的红冲金额应大于 0，且不超过未红冲的 800.00 元",
  ],
  ["a line that is not there", [{ line: 2, amountFen: 1 }], "销售折让", "发票没有第 3 行明细"],
  ["a part for a mistake", [{ line: 1, amountFen: 1 }], "开票有误", "开票有误的发票应全额红冲"],
  [
    "all for a mistake",
    [
      { line: 0, amountFen: 80_000 },
      { line: 1, amountFen: 120_000 },
    ],
    "开票有误",
    "reversing",
  ],
])("%s can be asked for as the rules say", async (_name, parts, reason, result) => {
  const { invoice } = await createIssued();
  const issued = await reverse(invoice, [{ line: 0, amountFen: 40_000 }]);
  const response = await ask(issued, parts, reason);
  const data = response.body.data as { status?: string; issues?: { message: string }[] };
  expect(data.status ?? data.issues?.[0]?.message).toContain(result);
});

test("the last part of a line takes the tax that rounding has left", () => {
  // 9 fen with 6 %: 8 and 1. 4 ÷ 1.06 = 3.8, so 4 and 0 go first; 5 ÷ 1.06 = 4.7 would be 5, of which 4 are left.
  const lines = [
    { name: "服务", taxCode: "1", taxRate: "6" as const, exTaxFen: 8, taxFen: 1 },
    { name: "机场", taxCode: "2", taxRate: "6" as const, exTaxFen: 94, taxFen: 6 },
  ];
  const first = buildRedLines({ lines }, [], [{ line: 0, amountFen: 4 }], "销售折让");
  expect(getLines({ lines: first })).toEqual([
    [4, 0],
    [0, 0],
  ]);
  const last = buildRedLines(
    { lines: subtractReds(lines, [{ lines: first }]) },
    [],
    [{ line: 0, amountFen: 5 }],
    "销售折让",
  );
  expect(getLines({ lines: last })).toEqual([
    [4, 1],
    [0, 0],
  ]);
});

test("who may not reverse the whole may not reverse a part", { tags: "full" }, async () => {
  const { invoice } = await createIssued();
  expect((await ask(invoice, [{ line: 0, amountFen: 1 }], "销售折让", operator)).body.state).toBe(-3);
});

test.each([1, 2, 3])("of two parts asked for at once, exactly one wins (%i)", async () => {
  const { ids, invoice } = await createIssued();
  const part = [{ line: 0, amountFen: 70_000 }];
  const asked = await Promise.all([ask(invoice, part), ask(invoice, part)]);
  expect(asked.map(({ body: { state } }) => state).toSorted((a, b) => a - b)).toEqual([-5, 0]);
  const reversing = await fixture.getRecord(invoice.id);
  const numbered = await Promise.all([fixture.issue(finance, reversing), fixture.issue(finance, reversing)]);
  expect(numbered.map(({ body: { state } }) => state).toSorted((a, b) => a - b)).toEqual([-5, 0]);
  expect(await fixture.getRecord(invoice.id)).toMatchObject({ redFen: 70_000, redAskFen: 0 });
  // A refund and an application for the same freed money: one of them finds nothing left.
  const order = await fixture.orders.getRecord(ids[0] ?? "");
  const both = await Promise.all([
    fixture.orders.cancel(operator, order, 35_000),
    fixture.apply(fixture.colleague.headers, [order.id]),
  ]);
  expect(both.map(({ body: { state } }) => state === 0).toSorted()).toEqual([false, true]);
  const [after] = await ctx.db.select().from(orders).where(eq(orders.id, order.id));
  expect((after?.invoicedFen ?? 0) + (after?.refundAskFen ?? 0)).toBe(120_000);
});
