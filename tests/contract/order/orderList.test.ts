import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type OrderDetail, type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { toOrderRow } from "../../../server/modules/order/orderRow.ts";
import { createOrderSheet } from "../../../server/modules/order/orderSheet.ts";
import { wholeScope } from "../../../server/scope/recordScope.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, type RequestHeaders, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory, type DataFactory } from "../fixtures/createDataFactory.ts";
import { type Colleague, createOrderFixture, type OrderFixture, unwrapData } from "./orderFixture.ts";

let ctx: TestPlatform;
let fixture: OrderFixture;
let factory: DataFactory;
let finance: RequestHeaders;
let operator: RequestHeaders;
let financeAndOperator: Colleague;
const ids: Record<string, string> = {};
let companyId: string;

interface Page {
  readonly list: OrderRow[];
  readonly total: number;
  readonly sums: Readonly<Record<"count" | "payableFen" | "paidFen" | "refundFen" | "dueFen", number>>;
  readonly counts: Readonly<Record<OrderRow["status"], number>>;
}
type Body = Parameters<typeof injectCall<typeof orderCalls.orderPageList>>[2]["body"];

const getPage = async (body: Partial<Body> = {}, who = finance) =>
  unwrapData<Page>(
    await injectCall(ctx.app, orderCalls.orderPageList, { body: { pageNo: 1, pageSize: 20, ...body } }, who),
  );
const toNames = ({ list }: Page) =>
  list.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id);

beforeAll(async () => {
  ctx = await createTestPlatform();
  fixture = await createOrderFixture(ctx);
  factory = await createDataFactory(ctx);
  [finance, operator] = [await ctx.loginAs("finance"), await ctx.loginAs("operator")];
  financeAndOperator = await fixture.createColleague("operator", "finance");
  const { id: goodsId } = await fixture.createGoods({ priceFen: 100_000 });
  const company = await factory.createCompany({ name: "百分%之_航空" });
  companyId = company.id;
  const create = async (name: string, who: RequestHeaders, fields: object = {}) => {
    const items = [{ goodsId, quantity: 1, months: 12 }];
    const created = unwrapData<OrderDetail>(
      await fixture.create(who, { companyId: company.id, items, ...fields }),
    );
    ids[name] = created.id;
    ctx.clock.advance(60_000);
    return created;
  };
  await create("pending", operator, { contractNo: "HT-2026-7" });
  const byBoth = await create("made by both", financeAndOperator.headers);
  await fixture.register(operator, byBoth);
  const registered = await create("registered by both", operator);
  await fixture.register(financeAndOperator.headers, registered, { amountFen: 30_000 });
  const part = await create("part paid", operator, { discountFen: 10_000 });
  await fixture.register(operator, part, { amountFen: 30_000 });
  await fixture.audit(finance, await fixture.getRecord(part.id), { pass: true });
  const toBeRefunded = await create("asked by both", operator);
  await fixture.register(operator, toBeRefunded);
  await fixture.audit(finance, await fixture.getRecord(toBeRefunded.id), { pass: true });
  await fixture.cancel(financeAndOperator.headers, await fixture.getRecord(toBeRefunded.id), 100_000);
});
afterAll(() => ctx.close());

describe("the order list", () => {
  test("counts by status, sums the whole result, and does not filter the counts by status", async () => {
    const all = await getPage({ pageSize: 2 });
    expect([all.list.length, all.total]).toEqual([2, 5]);
    expect(all.sums).toEqual({
      count: 5,
      payableFen: 490_000,
      paidFen: 130_000,
      refundFen: 0,
      dueFen: 360_000,
    });
    const counts = {
      pending: 2,
      auditing: 2,
      paid: 0,
      refunding: 1,
      refunded: 0,
      cancelled: 0,
      finished: 0,
      mine: 3,
    };
    expect(all.counts).toEqual(counts);
    const some = await getPage({ status: "auditing" });
    expect(some.sums).toEqual({ count: 2, payableFen: 200_000, paidFen: 0, refundFen: 0, dueFen: 200_000 });
    expect([some.total, some.counts]).toEqual([2, counts]);
  });

  test("filters by several statuses, and sums and counts them", async () => {
    const some = await getPage({ status: ["refunding", "auditing"] });
    expect(toNames(some).sort()).toEqual(["asked by both", "made by both", "registered by both"]);
    // 100,000 fen paid and asked back, twice 100,000 fen awaiting audit.
    expect(some.sums).toEqual({
      count: 3,
      payableFen: 300_000,
      paidFen: 100_000,
      refundFen: 0,
      dueFen: 200_000,
    });
    expect([some.total, some.counts.pending]).toEqual([3, 2]);
  });

  test("shows the orders that wait for the user's audit, without their own", async () => {
    // The longest waiting first; the refund was asked last.
    const mine = ["made by both", "registered by both", "asked by both"];
    expect(toNames(await getPage({ mine: true }, finance))).toEqual(mine);
    const [oldest = ""] = mine;
    await ctx.db
      .update(orders)
      .set({ statusAt: new Date(ctx.clock.now().getTime() + 1000) })
      .where(eq(orders.id, ids[oldest] ?? ""));
    expect(toNames(await getPage({ mine: true }, finance))).toEqual([...mine.slice(1), oldest]);
    const sort = { field: "createdAt", order: "desc" } as const;
    expect(toNames(await getPage({ mine: true, sort }, finance))).toEqual([...mine].reverse());
    expect(toNames(await getPage({ status: ["auditing", "refunding"] }))).toEqual([...mine].reverse());
    expect(toNames(await getPage({ mine: true }, financeAndOperator.headers))).toEqual([]);
    expect(toNames(await getPage({ mine: true }, operator))).toEqual([]);
    expect(
      toNames(await getPage({ mine: true, status: "auditing" }, await ctx.loginAs("admin"))),
    ).toHaveLength(2);
  });

  test("finds by number, company and contract, ignoring case, with % and _ as characters", async () => {
    const number = (await fixture.getRecord(ids["pending"] ?? "")).orderNo;
    expect(toNames(await getPage({ keyword: number.toLowerCase() }))).toEqual(["pending"]);
    expect(toNames(await getPage({ keyword: "ht-2026" }))).toEqual(["pending"]);
    expect((await getPage({ keyword: "%之_" })).total).toBe(5);
    expect((await getPage({ keyword: "百_" })).total).toBe(0);
  });

  test("shows a company's new name", async () => {
    const [{ version = 0 } = {}] = await ctx.db.select({ version: orders.version }).from(orders).limit(1);
    expect(version).toBeGreaterThan(0);
    const one = unwrapData<{ version: number }>(
      await injectCall(ctx.app, companyCalls.companyOne, { params: { id: companyId } }, operator),
    );
    const body = {
      id: companyId,
      version: one.version,
      name: "千分%之_航空",
      requestId: fixture.nextRequestId(),
    };
    unwrapData(await injectCall(ctx.app, companyCalls.companyUpdate, { body }, operator));
    const found = await getPage({ keyword: "千分%之_" });
    expect([found.total, found.list[0]?.companyName]).toEqual([5, "千分%之_航空"]);
    expect((await getPage({ keyword: "百分%" })).total).toBe(0);
    expect(toNames(await getPage({ keyword: "ht-2026" }))).toEqual(["pending"]);
  });

  test("filters by amounts, type and either date", async () => {
    expect(toNames(await getPage({ minFen: 90_000, maxFen: 90_000 }))).toEqual(["part paid"]);
    expect((await getPage({ type: "renew" })).total).toBe(0);
    expect((await getPage({ payMethod: "bank", invoiceStatus: "none", companyId })).total).toBe(5);
    const { paidAt } = await fixture.getRecord(ids["part paid"] ?? "");
    const at = paidAt?.toISOString() ?? "";
    expect(toNames(await getPage({ dateField: "paid", from: at, to: at }))).toEqual(["part paid"]);
    const { createdAt } = await fixture.getRecord(ids["pending"] ?? "");
    expect(toNames(await getPage({ to: createdAt.toISOString() }))).toEqual(["pending"]);
  });

  test("sorts by amounts and dates, empty ones last", async () => {
    const sorted = async (field: "payableFen" | "paidAt" | "companyName", order: "asc" | "desc") =>
      toNames(await getPage({ sort: { field, order } }));
    expect((await sorted("payableFen", "asc"))[0]).toBe("part paid");
    expect((await sorted("paidAt", "desc")).slice(0, 2)).toEqual(["asked by both", "part paid"]);
    expect((await sorted("paidAt", "asc")).slice(0, 2)).toEqual(["part paid", "asked by both"]);
    expect(await sorted("companyName", "asc")).toHaveLength(5);
  });

  test("keeps ids of 19 digits to the last one", async () => {
    const id = "9223372036854775807";
    await ctx.db
      .update(orders)
      .set({ submittedBy: id })
      .where(eq(orders.id, ids["pending"] ?? ""));
    const response = await injectCall(
      ctx.app,
      orderCalls.orderOne,
      { params: { id: ids["pending"] ?? "" } },
      finance,
    );
    expect(unwrapData<OrderDetail>(response).submittedBy).toBe(id);
  });

  test("hides amounts from roles that may not see them", async () => {
    const record = await fixture.getRecord(ids["part paid"] ?? "");
    const actor = {
      id: "1",
      name: "运维",
      roles: ["maintainer", "duty"] as const,
      sessionId: "1",
      scope: wholeScope,
      changedRights: undefined,
    };
    const row = toOrderRow(record, { actor, secretKey: ctx.platform.secretKey, now: ctx.clock.now() });
    const amounts = Object.entries(row).filter(([name]) => name.endsWith("Fen"));
    expect(amounts.map(([, value]) => value)).toEqual(Array(10).fill(null));
  });

  // Changes the data of the tests above, so it comes after them.
  test("sums refunds and payments separately, as do its rows and its workbook", async () => {
    const { id, version } = await fixture.getRecord(ids["asked by both"] ?? "");
    unwrapData(await fixture.audit(finance, { id, version }, { pass: true }));
    const all = await getPage();
    expect(all.sums).toEqual({
      count: 5,
      payableFen: 490_000,
      paidFen: 130_000,
      refundFen: 100_000,
      dueFen: 360_000,
    });
    expect((await getPage({ status: "refunded" })).sums).toMatchObject({
      paidFen: 100_000,
      refundFen: 100_000,
    });
    expect((await getPage({ status: "pending" })).sums).toMatchObject({ paidFen: 30_000, refundFen: 0 });
    const sum = (name: "paidFen" | "refundFen") =>
      all.list.reduce((whole, row) => whole + (row[name] ?? 0), 0);
    expect([sum("paidFen"), sum("refundFen")]).toEqual([130_000, 100_000]);
    const records = await ctx.db.select().from(orders);
    const { columns } = createOrderSheet({ canSeeAmounts: true });
    const inYuan = (header: string) => {
      const column = columns.find((one) => one.header === header);
      return records.reduce((whole, record) => whole + Number(column?.cell(record)), 0);
    };
    expect([inYuan("已付（元）"), inYuan("退款（元）")]).toEqual([1_300, 1_000]);
  });

  test("exports agreed and earned commission in separate columns", async () => {
    const [record] = await ctx.db.select().from(orders).limit(1);
    if (!record) throw new Error("There are orders by now");
    const { columns } = createOrderSheet({ canSeeAmounts: true });
    const inYuan = (header: string) =>
      columns
        .find((one) => one.header === header)
        ?.cell({ ...record, commissionFen: 12_050, earnedFen: 4_000 });
    expect([inYuan("佣金（元）"), inYuan("已生效佣金（元）")]).toEqual([120.5, 40]);
  });
});
