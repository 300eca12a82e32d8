import { afterAll, expect, test } from "vitest";
import { overviewQuery } from "../../adapters/contract/graphql/overview.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { postGraphql } from "../contract/graphql/askGraphql.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
afterAll(() => ctx.close());

async function readHours() {
  const { body } = await postGraphql(ctx, { query: overviewQuery.document }, await ctx.loginAs("duty"));
  return overviewQuery.data.parse(body.data).overview.hours ?? [];
}

async function insertFlight(startedAt: string) {
  const task = await factory.task(company, { status: "finished" });
  await ctx.db.insert(flights).values({
    id: ctx.platform.newId(),
    taskId: task.id,
    companyId: company.id,
    droneSn: task.droneSn,
    source: "device",
    startedAt: new Date(startedAt),
    endedAt: new Date(Date.parse(startedAt) + 600_000),
  });
}

// The test platform's clock stands at 10:00 of 2 March in Shanghai.
test("the last 24 hours have the flights that started and the alarms that were raised in each", async () => {
  const alarm = (raisedAt: string, priority: "p1" | "p2" | "p3" | "p4") =>
    insertAlarm(ctx, { raisedAt: new Date(raisedAt), priority, state: "gone" });
  // The first hour is that of 11:00 of 1 March: what was a moment before is in none.
  await insertFlight("2026-03-01T02:59:59.999Z");
  await insertFlight("2026-03-01T03:00:00.000Z");
  await insertFlight("2026-03-01T23:59:59.999Z");
  await insertFlight("2026-03-01T23:00:00.000Z");
  await alarm("2026-03-01T02:59:59.999Z", "p1");
  await alarm("2026-03-01T03:00:00.000Z", "p1");
  await alarm("2026-03-01T23:10:00.000Z", "p2");
  await alarm("2026-03-01T23:20:00.000Z", "p2");
  await alarm("2026-03-01T23:30:00.000Z", "p4");
  await alarm("2026-03-02T02:00:00.000Z", "p3");
  // A source whose clock is ahead.
  await alarm("2026-03-02T03:00:00.000Z", "p1");
  const key = await factory.key(company.id);
  const flying = await factory.task(company, { plannedAt: ctx.clock.now() });
  await createFlyer(ctx, key, flying.droneSn).fly("mission", 5);

  const hours = await readHours();
  expect(hours).toHaveLength(24);
  expect(hours.filter(({ flights: count, p1, p2, p3, p4 }) => count + p1 + p2 + p3 + p4 > 0)).toEqual([
    { from: "2026-03-01T03:00:00.000Z", flights: 1, p1: 1, p2: 0, p3: 0, p4: 0 },
    { from: "2026-03-01T23:00:00.000Z", flights: 2, p1: 0, p2: 2, p3: 0, p4: 1 },
    { from: "2026-03-02T02:00:00.000Z", flights: 1, p1: 0, p2: 0, p3: 1, p4: 0 },
  ]);
  expect(hours.map(({ from }) => from.slice(11, 13)).join()).toBe(
    "03,04,05,06,07,08,09,10,11,12,13,14,15,16,17,18,19,20,21,22,23,00,01,02",
  );
});

test("who asks within 5 s is told the same, who asks later is told what is new", async () => {
  const sum = async () => (await readHours()).reduce((total, hour) => total + hour.flights, 0);
  const before = await sum();
  await insertFlight("2026-03-01T23:00:00.000Z");
  expect(await sum()).toBe(before);
  ctx.clock.advance(5_000);
  expect(await sum()).toBe(before + 1);
});

test("figures are read once a second, for all who ask", async () => {
  const countFlying = async () => {
    const { body } = await postGraphql(ctx, { query: overviewQuery.document }, await ctx.loginAs("duty"));
    return overviewQuery.data.parse(body.data).overview.flying ?? Number.NaN;
  };
  const key = await factory.key(company.id);
  const task = await factory.task(company, { plannedAt: ctx.clock.now() });
  await createFlyer(ctx, key, task.droneSn).fly("mission", 5);
  const before = await countFlying();
  ctx.live.registry.closeStored(task.id, "测试", ctx.clock.now().getTime());
  expect(await countFlying()).toBe(before);
  ctx.clock.advance(1_000);
  expect(await countFlying()).toBe(before - 1);
});

test("a jump of a drone in the air makes today's distance incomplete", async () => {
  const read = async () => {
    ctx.clock.advance(1_000);
    const { body } = await postGraphql(ctx, { query: overviewQuery.document }, await ctx.loginAs("duty"));
    return overviewQuery.data.parse(body.data).overview.incompleteToday ?? Number.NaN;
  };
  const key = await factory.key(company.id);
  const task = await factory.task(company, { plannedAt: ctx.clock.now() });
  const flyer = createFlyer(ctx, key, task.droneSn);
  await flyer.fly("mission", 5);
  const before = await read();
  for (let i = 0; i < 20; i++) await flyer.fly("mission", 1, samplePosition(500_000 + i * 5));
  expect(await read()).toBe(before + 1);
});
