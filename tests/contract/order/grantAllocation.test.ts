import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taskCalls } from "../../../adapters/contract/task.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import {
  allocateQuota,
  consumeSorties,
  type QuotaGrant,
} from "../../../server/telemetry/flights/consumeSorties.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../../live/flightFactory.ts";
import { createOrderFixture, type OrderFixture } from "./orderFixture.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

const grant: fc.Arbitrary<QuotaGrant> = fc
  .record({
    total: fc.integer({ min: 1, max: 40 }),
    used: fc.integer({ min: 0, max: 40 }),
    start: fc.integer({ min: 0, max: 20 }),
    days: fc.integer({ min: 1, max: 20 }),
    ended: fc.boolean(),
  })
  .map(({ total, used, start, days, ended }) => ({
    id: "0",
    total,
    used: Math.min(used, total),
    startAt: day(start),
    expireAt: day(start + days),
    endedAt: ended ? day(start) : null,
  }));
const grants = fc
  .array(grant, { maxLength: 6 })
  .map((some) => some.map((item, index) => ({ ...item, id: `922337203685477580${index}` })));

describe("allocating quota", () => {
  test("takes each unit from the grant that ends first, as counted by hand", () => {
    fc.assert(
      fc.property(
        grants,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 40 }),
        (all, wanted, at) => {
          const remainingUnits = new Map(all.map((one) => [one.id, one.total - one.used]));
          const taken: Record<string, number> = {};
          for (let unit = 0; unit < wanted; unit += 1) {
            let first: QuotaGrant | undefined;
            for (const one of all) {
              const runs = one.endedAt === null && one.startAt <= day(at) && one.expireAt > day(at);
              if (!runs || remainingUnits.get(one.id) === 0) continue;
              const sooner = !first || one.expireAt < first.expireAt;
              if (sooner) first = one;
            }
            if (!first) break;
            remainingUnits.set(first.id, (remainingUnits.get(first.id) ?? 0) - 1);
            taken[first.id] = (taken[first.id] ?? 0) + 1;
          }
          const draws = allocateQuota(all, wanted, day(at));
          expect(Object.fromEntries(draws.map(({ id, amount }) => [id, amount]))).toEqual(taken);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("takes no more than is left, and nothing from waiting, expired or ended grants", () => {
    const one = { id: "1", total: 10, used: 8, startAt: day(0), expireAt: day(10), endedAt: null };
    expect(allocateQuota([one], 5, day(3))).toEqual([{ id: "1", amount: 2 }]);
    expect(allocateQuota([one], 5, day(10))).toEqual([]);
    expect(allocateQuota([{ ...one, startAt: day(4) }], 5, day(3))).toEqual([]);
    expect(allocateQuota([{ ...one, endedAt: day(1) }], 5, day(3))).toEqual([]);
    expect(allocateQuota([{ ...one, used: 10 }], 5, day(3))).toEqual([]);
  });
});

describe("finished flights", () => {
  let ctx: TestPlatform;
  let factory: Awaited<ReturnType<typeof createFlightFactory>>;
  let company: Awaited<ReturnType<typeof factory.createCompany>>;
  let fixture: OrderFixture;
  let goodsId: string;
  beforeAll(async () => {
    ctx = await createTestPlatform();
    factory = await createFlightFactory(ctx);
    fixture = await createOrderFixture(ctx);
    company = await factory.createCompany();
    ({ id: goodsId } = await fixture.createGoods());
    // Ten 架次 that end in a year, and five that end in half a year.
    await fixture.createPaid({ companyId: company.id, items: [{ goodsId, quantity: 1, months: 12 }] });
    await fixture.createPaid({ companyId: company.id, items: [{ goodsId, quantity: 1, months: 6 }] });
  });
  afterAll(() => ctx.close());

  /** Usage of each grant, earliest end first. */
  const used = async (companyId = company.id) => {
    const rows = await ctx.db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.companyId, companyId))
      .orderBy(serviceGrants.expireAt);
    return rows.map((row) => `${row.used} of ${row.total}`);
  };
  const end = async (status: "finished" | "partial" | "aborted", source: "device" | "replay" = "device") => {
    const task = await factory.task(company, { status: "running", source });
    ctx.live.writes.updateTask({ id: task.id, set: { status, endedAt: ctx.clock.now() } });
    await ctx.live.writes.flush();
  };

  test("consume one 架次 each from the grant that ends first; other results and replays consume none", async () => {
    await end("finished");
    await end("finished");
    await end("partial");
    await end("aborted");
    await end("finished", "replay");
    expect(await used()).toEqual(["2 of 5", "0 of 10"]);
    // As after a commit with unknown result: the same end is written again.
    const task = await factory.task(company, { status: "finished", endedAt: ctx.clock.now() });
    ctx.live.writes.updateTask({ id: task.id, set: { status: "finished", endedAt: ctx.clock.now() } });
    await ctx.live.writes.flush();
    expect(await used()).toEqual(["2 of 5", "0 of 10"]);
  });

  test("keep no task open whose sortie cannot be consumed", async () => {
    const task = await factory.task(company, { plannedAt: ctx.clock.now() });
    await createFlyer(ctx, await factory.key(company.id), task.droneSn).fly("mission", 5, { pct: 99 });
    const forbid = sql`alter table service_grants add constraint broken check (used < 0) not valid`;
    await ctx.db.execute(forbid);
    const body = { id: task.id, reason: "作业完成", requestId: "close-without-sortie" };
    const answer = await ctx.callAs("duty", taskCalls.taskClose, { body });
    await ctx.db.execute(sql`alter table service_grants drop constraint broken`);
    expect(answer.body).toMatchObject({ state: 0, data: { status: "finished" } });
    expect(ctx.errors).toHaveLength(1);
    ctx.errors.length = 0;
  });

  test("consume nothing from grants that are sold by the hour", async () => {
    const byHour = await factory.createCompany();
    await fixture.createPaid({ companyId: byHour.id, items: [{ goodsId, quantity: 1, months: 12 }] });
    await ctx.db.update(serviceGrants).set({ unit: "小时" }).where(eq(serviceGrants.companyId, byHour.id));
    const flight = { companyId: byHour.id, endedAt: ctx.clock.now() };
    await ctx.db.transaction((tx) => consumeSorties(tx, [flight]));
    expect(await used(byHour.id)).toEqual(["0 of 10"]);
    await fixture.createPaid({ companyId: byHour.id, items: [{ goodsId, quantity: 1, months: 24 }] });
    await ctx.db.transaction((tx) => consumeSorties(tx, [flight]));
    expect(await used(byHour.id)).toEqual(["0 of 10", "1 of 20"]);
  });

  test("continue with the next grant, in one batch or concurrently, and consume nothing after the last", async () => {
    const flights = Array.from({ length: 4 }, () => ({ companyId: company.id, endedAt: ctx.clock.now() }));
    await ctx.db.transaction((tx) => consumeSorties(tx, flights));
    expect(await used()).toEqual(["5 of 5", "1 of 10"]);
    const race = flights.map((flight) => ctx.db.transaction((tx) => consumeSorties(tx, [flight])));
    await Promise.all(race);
    expect(await used()).toEqual(["5 of 5", "5 of 10"]);
    await ctx.db.transaction((tx) => consumeSorties(tx, [...flights, ...flights]));
    expect(await used()).toEqual(["5 of 5", "10 of 10"]);
    await end("finished");
    expect(await used()).toEqual(["5 of 5", "10 of 10"]);
  });
});
