import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import {
  type ChannelStatistics,
  type CompanyPoint,
  type CompanyStatistics,
  type OrderStatistics,
  statisticsCalls,
  type TaskStatistics,
} from "../../../adapters/contract/statistics.ts";
import { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { foldStatistics } from "../../../server/modules/statistics/rollUps.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createOrderFixture, type OrderState, unwrapData } from "../order/orderFixture.ts";
import { insertJanuary } from "./statisticsFixture.ts";

const getCompanies = async (body: object) =>
  unwrapData<CompanyStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsCompany, { body: { ...january, ...body } }, finance),
  );
const getOrders = async (body: object) =>
  unwrapData<OrderStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsOrder, { body: { ...january, ...body } }, finance),
  );
const getTasks = async (body: object) =>
  unwrapData<TaskStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsTask, { body: { ...january, ...body } }, finance),
  );
const january = { granularity: "month", from: "2026-01-01", to: "2026-01-31" } as const;
/** January as lists filter it: midnight in Shanghai is 16:00 the day before in UTC. */
const januaryInstants = { from: "2025-12-31T16:00:00.000Z", to: "2026-01-31T15:59:59.999Z" };
const firstPage = { pageNo: 1, pageSize: 20 } as const;

const ctx = await createTestPlatform();
const finance = await ctx.loginAs("finance");
const { channelId, shenzhenId } = await insertJanuary(ctx);
afterAll(() => ctx.close());

// Half of the answers come from changes, the other half from totals.
describe.each([["before the changes are folded"], ["after"]])("%s", (when) => {
  beforeAll(async () => {
    if (when === "after") await foldStatistics(ctx);
  });

  test("companies and users count on the day of their creation in Shanghai", async () => {
    const { buckets, before, sums, previous, lastYear, byKind } = await getCompanies({});
    expect(buckets).toEqual([
      { at: "2026-01-01", from: "2026-01-01", to: "2026-01-31", added: 2, users: 2, total: 4 },
    ]);
    expect(before).toEqual({ added: 2, users: 0 });
    expect(sums).toEqual({ added: 2, users: 2 });
    expect(previous).toEqual({ from: "2025-12-01", to: "2025-12-31", added: 1, users: 0 });
    expect(lastYear).toEqual({ from: "2025-01-01", to: "2025-01-31", added: 1, users: 0 });
    expect(byKind).toEqual([
      { kind: "enterprise", added: 1, users: 2, total: 3 },
      { kind: "government", added: 1, users: 0, total: 1 },
    ]);
  });

  test("a bucket without records is there", async () => {
    const { buckets } = await getCompanies({ granularity: "day", from: "2025-12-31", to: "2026-01-02" });
    expect(buckets).toEqual([
      { at: "2025-12-31", from: "2025-12-31", to: "2025-12-31", added: 1, users: 0, total: 2 },
      { at: "2026-01-01", from: "2026-01-01", to: "2026-01-01", added: 1, users: 0, total: 3 },
      { at: "2026-01-02", from: "2026-01-02", to: "2026-01-02", added: 0, users: 0, total: 3 },
    ]);
  });

  test("orders count on the day of their payment, refunds on their own day", async () => {
    const { buckets, before, sums, previous, lastYear, byKind } = await getOrders({ granularity: "week" });
    expect(
      buckets.map(({ at, added, amountFen, refunds, refundFen }) => [
        at,
        added,
        amountFen,
        refunds,
        refundFen,
      ]),
    ).toEqual([
      ["2025-12-29", 1, 1_000_000, 1, 333_333],
      ["2026-01-05", 0, 0, 0, 0],
      ["2026-01-12", 1, 333_333, 0, 0],
      ["2026-01-19", 0, 0, 0, 0],
      ["2026-01-26", 1, 1_000_000, 0, 0],
    ]);
    expect(sums).toEqual({ added: 3, amountFen: 2_333_333, refunds: 1, refundFen: 333_333 });
    expect(before).toEqual({ added: 2, amountFen: 833_333, refunds: 0, refundFen: 0 });
    expect(previous).toMatchObject({ from: "2025-12-01", added: 1, amountFen: 333_333 });
    expect(lastYear).toMatchObject({ from: "2025-01-01", added: 1, amountFen: 500_000 });
    expect(byKind).toEqual([
      { kind: "new", added: 2, amountFen: 1_333_333, refunds: 1, refundFen: 333_333, total: 4 },
      { kind: "renew", added: 1, amountFen: 1_000_000, refunds: 0, refundFen: 0, total: 1 },
    ]);
  });

  test("flights count on the day and in the region of the take-off, tasks in the region of their company", async () => {
    expect((await getTasks({})).sums).toEqual({
      added: 4,
      flights: 3,
      durationS: 1_200,
      distanceM: 2469.134,
    });
    const guangdong = await getTasks({ regionId: "440000" });
    expect(guangdong.sums).toEqual({ added: 2, flights: 1, durationS: 600, distanceM: 1234.567 });
    const beijing = await getTasks({ regionId: "110000" });
    expect(beijing.sums).toEqual({ added: 2, flights: 1, durationS: 600, distanceM: 1234.567 });
    expect(beijing.byKind).toEqual([
      { kind: "patrol", added: 2, flights: 0, durationS: 0, distanceM: 0, total: 2 },
      { kind: "survey", added: 0, flights: 1, durationS: 600, distanceM: 1234.567, total: 0 },
    ]);
  });

  test("a sum of mileages says how many flights have a gap", async () => {
    const count = async (request: object) => (await getTasks(request)).incompleteFlights;
    expect([
      await count({}),
      await count({ regionId: "440000" }),
      await count({ regionId: "110000" }),
    ]).toEqual([1, 1, 0]);
  });

  test("regions add up to the whole, what is in none of them included", async () => {
    const all = await getTasks({ byRegion: true });
    expect(all.regions.map(({ regionId, name, added, flights }) => [regionId, name, added, flights])).toEqual(
      [
        ["110000", "北京市", 2, 1],
        ["440000", "广东省", 2, 1],
        [null, "未知", 0, 1],
      ],
    );
    const guangdong = await getCompanies({ to: "2026-02-28", regionId: "440000", byRegion: true });
    expect(guangdong.regions.map(({ regionId, added }) => [regionId, added])).toEqual([
      ["440300", 2],
      [null, 1],
    ]);
    const city = await getCompanies({ regionId: "440300", byRegion: true });
    expect(city.regions.map(({ regionId, total }) => [regionId, total])).toEqual([
      ["440304", 1],
      ["440305", 1],
    ]);
    expect((await getCompanies({ regionId: "440305", byRegion: true })).regions).toEqual([]);
  });

  test("one company is counted alone", async () => {
    expect((await getOrders({ companyId: shenzhenId })).sums).toMatchObject({
      added: 2,
      amountFen: 1_333_333,
    });
    expect((await getTasks({ companyId: shenzhenId })).sums).toMatchObject({ added: 2, flights: 2 });
  });

  test("channels", async () => {
    const get = async (query: object) =>
      unwrapData<ChannelStatistics[]>(
        await injectCall(ctx.app, statisticsCalls.statisticsChannel, { query }, finance),
      );
    const all = {
      companiesTotal: 1,
      companies: 1,
      orders: 1,
      amountFen: 1_000_000,
      refundFen: 0,
      commissionFen: 70_000,
    };
    expect(await get({ from: "2026-01-01", to: "2026-01-31" })).toEqual([
      {
        channelId: null,
        name: "无渠道",
        companiesTotal: 3,
        companies: 1,
        orders: 2,
        amountFen: 1_333_333,
        refundFen: 333_333,
        commissionFen: 0,
      },
      { channelId, name: "华南代理", ...all },
    ]);
    expect(await get({ regionId: "440305" })).toEqual([
      { channelId, name: "华南代理", ...all },
      {
        channelId: null,
        name: "无渠道",
        companiesTotal: 0,
        companies: 0,
        orders: 2,
        amountFen: 666_666,
        refundFen: 666_666,
        commissionFen: 0,
      },
    ]);
  });
});

test("the lists behind the figures find as many", async () => {
  const orders = async (body: object) => {
    const args = { body: { ...firstPage, ...januaryInstants, ...body } };
    const page = unwrapData<{ sums: object }>(
      await injectCall(ctx.app, orderCalls.orderPageList, args, finance),
    );
    return page.sums;
  };
  expect(await orders({ dateField: "paid" })).toMatchObject({ count: 3, paidFen: 2_333_333 });
  expect(await orders({ dateField: "refunded" })).toMatchObject({ count: 1, refundFen: 333_333 });
  expect(await orders({ dateField: "paid", regionId: "110000" })).toMatchObject({
    count: 1,
    paidFen: 1_000_000,
  });
  expect((await getOrders({ regionId: "110000" })).sums).toMatchObject({ added: 1, amountFen: 1_000_000 });
  expect(await orders({ dateField: "paid", regionId: "100000" })).toMatchObject({ count: 3 });
  const body = { ...firstPage, ...januaryInstants, regionId: "440000" };
  const companies = await injectCall(ctx.app, companyCalls.companyPageList, { body }, finance);
  expect(unwrapData<{ total: number }>(companies).total).toBe(
    (await getCompanies({ regionId: "440000" })).sums.added,
  );
  const users = await injectCall(ctx.app, userCalls.userPageList, { body }, finance);
  expect(unwrapData<{ total: number }>(users).total).toBe(1);
  expect((await getCompanies({ regionId: "440000" })).sums.users).toBe(1);
  const flown = await ctx.callAs("operator", taskHistoryCalls.taskHistoryList, { body });
  expect(unwrapData<{ sums: object }>(flown).sums).toEqual({
    flights: 1,
    durationS: 600,
    distanceM: 1234.567,
    incompleteFlights: 1,
  });
});

test("companies by place", async () => {
  const query = { from: "2026-01-01", to: "2026-01-31" };
  const points = unwrapData<CompanyPoint[]>(
    await injectCall(ctx.app, statisticsCalls.statisticsHeat, { query }, finance),
  );
  expect(points.map(({ regionId, count }) => [regionId, count])).toEqual([
    ["440304", 1],
    ["440305", 1],
  ]);
  // Nanshan lies there.
  expect(points[1]?.lng).toBeCloseTo(113.93, 0);
  expect(points[1]?.lat).toBeCloseTo(22.53, 0);
});

test("what cannot be answered is refused with what to do", async () => {
  const send = async (body: object) => {
    const answer = await ctx.callAs("finance", statisticsCalls.statisticsTask, {
      body: { ...january, ...body },
    });
    return [answer.status, answer.body.state, answer.body.message];
  };
  // It is 2 March 2026 in Shanghai.
  expect(await send({ to: "2026-03-03" })).toEqual([
    200,
    -1,
    "结束日期不能晚于今天（2026-03-02），请重新选择",
  ]);
  expect((await send({ to: "2026-03-02" }))[1]).toBe(0);
  expect(await send({ regionId: "999999" })).toEqual([200, -1, "地区不存在或已删除"]);
  expect(await send({ companyId: "77" })).toEqual([200, -1, "企业不存在或已删除"]);
  expect((await send({ companyId: shenzhenId, regionId: "440000" }))[0]).toBe(400);
  expect((await send({ to: "2025-12-31" }))[0]).toBe(400);
  expect((await send({ granularity: "day", from: "2016-01-01" }))[0]).toBe(400);
  expect((await send({ granularity: "month", from: "2016-01-01" }))[1]).toBe(0);
  expect((await send({ from: "1999-12-31" }))[0]).toBe(400);
});

test("a payment, its refund and a move are counted by their calls", async () => {
  const [fixture, admin] = [await createOrderFixture(ctx), await ctx.loginAs("admin")];
  const { id: goodsId } = await fixture.createGoods({ priceFen: 100_000 });
  const march = { granularity: "day", from: "2026-03-02", to: "2026-03-02" } as const;
  const items = [{ goodsId, quantity: 1, months: 12 }];
  const order = await fixture.createPaid({ companyId: shenzhenId, items });
  expect((await getOrders({ ...march, regionId: "440305" })).sums).toEqual({
    added: 1,
    amountFen: order.paidFen,
    refunds: 0,
    refundFen: 0,
  });
  const asked = unwrapData<OrderState>(await fixture.cancel(admin, order, order.paidFen));
  unwrapData(await fixture.audit(finance, asked, { pass: true }));
  expect((await getOrders({ ...march, regionId: "440305" })).sums).toEqual({
    added: 1,
    amountFen: order.paidFen,
    refunds: 1,
    refundFen: order.paidFen,
  });
  const one = await injectCall(ctx.app, companyCalls.companyOne, { params: { id: shenzhenId } }, admin);
  const { version } = unwrapData<{ version: number }>(one);
  const body = { id: shenzhenId, version, regionId: "510107", requestId: "move-to-chengdu" };
  unwrapData(await injectCall(ctx.app, companyCalls.companyUpdate, { body }, admin));
  expect((await getOrders({ ...march, regionId: "440305" })).sums.added).toBe(0);
  expect((await getOrders({ ...march, regionId: "510100" })).sums).toMatchObject({ added: 1, refunds: 1 });
  expect((await getCompanies({ regionId: "510000" })).sums).toEqual({ added: 1, users: 1 });
  // Flights stay where they took off.
  expect((await getTasks({ regionId: "510000" })).sums).toMatchObject({ added: 2, flights: 0 });
});
