import { afterAll, expect, test } from "vitest";
import {
  type CompanyStatistics,
  type OrderStatistics,
  statisticsCalls,
  type TaskStatistics,
} from "../../../adapters/contract/statistics.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { insertFlownTask, insertOrder } from "./statisticsFixture.ts";

const inShanghai = (text: string) => new Date(`${text}+08:00`);

// It is 10:00 on 2 March 2026 in Shanghai.
const ctx = await createTestPlatform();
const finance = await ctx.loginAs("finance");
const factory = await createDataFactory(ctx);
const create = (at: string, regionId = "440304") =>
  factory.createCompany({ createdAt: inShanghai(at), regionId });
const beijing = await create("2026-03-01T09:59:59.999", "110105");
const guangzhou = await create("2026-03-01T10:00:00.000", "440105");
const guangzhouId = guangzhou.id;
await create("2026-03-02T00:00:00.000");
await create("2025-03-02T09:00:00.000");
await create("2025-03-02T18:00:00.000");
const paid = { status: "paid", paidFen: 1_000_000 } as const;
await insertOrder(ctx, beijing, { ...paid, paidAt: inShanghai("2026-03-01T08:00:00") });
await insertOrder(ctx, guangzhou, { ...paid, paidAt: inShanghai("2026-03-01T15:00:00") });
await insertOrder(ctx, guangzhou, { ...paid, paidAt: inShanghai("2026-03-01T01:00:00"), paidFen: 7 });
const refund = { status: "refunded", paidFen: 500, refundFen: 500 } as const;
await insertOrder(ctx, beijing, {
  ...refund,
  paidAt: inShanghai("2026-01-15T00:00:00"),
  refundedAt: inShanghai("2026-03-01T23:59:59"),
});
const figures = { durationS: 600, distanceM: 1234.567, takeoffRegionId: "440105" };
// Landed at 9:40, at 10:05 and at 12:10.
await insertFlownTask(ctx, guangzhou, inShanghai("2026-03-01T09:30:00"), figures);
await insertFlownTask(ctx, guangzhou, inShanghai("2026-03-01T09:55:00"), figures);
await insertFlownTask(ctx, guangzhou, inShanghai("2026-03-01T12:00:00"), figures);
// Over midnight: landed at 9:59 and at 12:00.
const fly = (endedAt: string) =>
  insertFlownTask(ctx, guangzhou, inShanghai("2026-02-26T23:00:00"), {
    ...figures,
    endedAt: inShanghai(endedAt),
  });
await fly("2026-02-27T09:59:00");
await fly("2026-02-27T12:00:00");
afterAll(() => ctx.close());

const today = { granularity: "day", from: "2026-03-02", to: "2026-03-02" } as const;
const getCompanies = async (body: object = {}) =>
  unwrapData<CompanyStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsCompany, { body: { ...today, ...body } }, finance),
  );
const getOrders = async (body: object = {}) =>
  unwrapData<OrderStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsOrder, { body: { ...today, ...body } }, finance),
  );
const getTasks = async (body: object = {}) =>
  unwrapData<TaskStatistics>(
    await injectCall(ctx.app, statisticsCalls.statisticsTask, { body: { ...today, ...body } }, finance),
  );

test("today is compared with yesterday and last year up to the same time", async () => {
  const { previous, lastYear, comparedUntil, sums } = await getCompanies();
  expect(comparedUntil).toBe("10:00");
  expect(sums).toEqual({ added: 1, users: 0 });
  expect(previous).toEqual({ from: "2026-03-01", to: "2026-03-01", added: 1, users: 0 });
  expect(lastYear).toEqual({ from: "2025-03-02", to: "2025-03-02", added: 1, users: 0 });
  const orders = await getOrders();
  expect(orders.previous).toMatchObject({ added: 2, amountFen: 1_000_007, refunds: 0, refundFen: 0 });
});

test("a flight of yesterday counts once it had landed", async () => {
  const { previous } = await getTasks();
  expect(previous).toMatchObject({ added: 2, flights: 1, durationS: 600, distanceM: 1234.567 });
});

test("a region and a company are compared the same way", async () => {
  expect((await getOrders({ regionId: "440000" })).previous).toMatchObject({ added: 1, amountFen: 7 });
  expect((await getOrders({ companyId: guangzhouId })).previous).toMatchObject({ added: 1, amountFen: 7 });
  expect((await getTasks({ companyId: guangzhouId })).previous).toMatchObject({ added: 2, flights: 1 });
  expect((await getTasks({ regionId: "110000" })).previous).toMatchObject({ added: 0, flights: 0 });
});

test("of more days only the last one is cut", async () => {
  const { previous } = await getCompanies({ from: "2026-02-28" });
  expect(previous).toEqual({ from: "2026-02-25", to: "2026-02-27", added: 0, users: 0 });
  const { lastYear } = await getCompanies({ from: "2026-03-01" });
  expect(lastYear).toMatchObject({ from: "2025-03-01", to: "2025-03-02", added: 1 });
});

test("of more days a flight over midnight counts once it had landed", async () => {
  const { previous } = await getTasks({ from: "2026-02-28" });
  expect(previous).toMatchObject({ from: "2026-02-25", added: 2, flights: 1 });
});

test("by region nothing is cut, since nothing is compared", async () => {
  const { comparedUntil, previous } = await getCompanies({ byRegion: true });
  expect(comparedUntil).toBeNull();
  expect(previous.added).toBe(2);
});

test("days that are over are compared as a whole", async () => {
  const days = { from: "2026-03-01", to: "2026-03-01" };
  expect((await getCompanies(days)).comparedUntil).toBeNull();
  const lastYear = { from: "2025-03-02", to: "2025-03-02" };
  expect((await getCompanies(lastYear)).sums.added).toBe(2);
  const beforeToday = await getCompanies({ from: "2026-02-28", to: "2026-03-01" });
  expect(beforeToday.lastYear).toMatchObject({ from: "2025-02-28", to: "2025-03-01", added: 0 });
  expect(beforeToday.sums.added).toBe(2);
});
