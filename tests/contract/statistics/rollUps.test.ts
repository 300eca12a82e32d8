/** @module-tag full */

import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "../../../server/backup/catalog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { flights } from "../../../server/db/schema/flight.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { users } from "../../../server/db/schema/user.ts";
import { foldStatistics, rebuildStatistics } from "../../../server/modules/statistics/rollUps.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createActiveChannel } from "../fixtures/createActiveChannel.ts";
import { createDataFactory, type DataFactory } from "../fixtures/createDataFactory.ts";
import { insertFlownTask, insertOrder } from "./statisticsFixture.ts";

let ctx: TestPlatform;
let factory: DataFactory;
let channelIds: (string | null)[];
beforeAll(async () => {
  ctx = await createTestPlatform();
  factory = await createDataFactory(ctx);
  channelIds = [null, await createActiveChannel(ctx), await createActiveChannel(ctx)];
});
afterAll(() => ctx.close());

/** Ends of days, months and years in Shanghai, a millisecond before and after. */
const instants = [
  "2025-12-31T16:00:00Z",
  "2026-01-31T16:00:00Z",
  "2026-02-28T16:00:00Z",
  "2026-03-01T16:00:00Z",
].flatMap((midnight) => [-1, 0, 7_200_000].map((offset) => new Date(Date.parse(midnight) + offset)));
const regionIds = ["440305", "440304", "110105", "110000", "429004", "810101"];

type Totals = Record<string, number[]>;

/** The day in Shanghai by its rule: eight hours ahead of UTC. */
const toDay = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

function addTo(totals: Totals, key: string, values: readonly number[]): void {
  const known = totals[key] ?? values.map(() => 0);
  totals[key] = known.map((value, index) => value + (values[index] ?? 0));
}

/** The places that count what happens in a county: by the code's digits, written out. */
function listPlaces(regionId: string): string[] {
  if (regionId === "") return ["100000"];
  return [...new Set(["100000", `${regionId.slice(0, 2)}0000`, `${regionId.slice(0, 4)}00`, regionId])];
}

/** Counts all records one by one, without the view that the platform counts by. */
async function recount(): Promise<Record<TotalsTable, Totals>> {
  const { db } = ctx;
  const totals: Record<TotalsTable, Totals> = {
    region_days: {},
    region_months: {},
    channel_days: {},
    company_days: {},
  };
  const companyById = new Map((await db.select().from(companies)).map((company) => [company.id, company]));
  const add = (
    subject: string,
    at: Date,
    {
      kind,
      regionId,
      companyId,
      channelId,
    }: { kind: string; regionId: string; companyId: string; channelId: string | null },
    values: readonly number[] = [1, 0, 0, 0, 0],
  ) => {
    const day = toDay(at);
    for (const place of listPlaces(regionId)) {
      addTo(totals.region_days, [place, subject, day, kind].join(" "), values);
      addTo(totals.region_months, [place, subject, `${day.slice(0, 7)}-01`, kind].join(" "), values);
      if (["company", "order", "refund"].includes(subject))
        addTo(totals.channel_days, [place, subject, day, channelId ?? "0"].join(" "), values);
    }
    addTo(totals.company_days, [companyId, subject, day, kind].join(" "), values);
  };
  const get = (id: string) => {
    const company = companyById.get(id);
    if (!company) throw new Error("There is no such company");
    return company;
  };
  for (const { id, createdAt, type, regionId, channelCodeId } of companyById.values())
    add("company", createdAt, { kind: type, regionId, companyId: id, channelId: channelCodeId });
  for (const { createdAt, companyId } of await db.select().from(users)) {
    const { type, regionId, channelCodeId } = get(companyId);
    add("user", createdAt, { kind: type, regionId, companyId, channelId: channelCodeId });
  }
  for (const order of await db.select().from(orders)) {
    const { companyId, type, paidAt, paidFen, earnedFen, refundedAt, refundFen } = order;
    const place = {
      kind: type,
      regionId: get(companyId).regionId,
      companyId,
      channelId: order.channelCodeId,
    };
    if (paidAt) add("order", paidAt, place, [1, paidFen, earnedFen, 0, 0]);
    if (refundedAt) add("refund", refundedAt, place, [1, refundFen, 0, 0, 0]);
  }
  for (const { companyId, kind, startedAt, deletedAt } of await db.select().from(tasks))
    if (startedAt && !deletedAt)
      add("task", startedAt, { kind, regionId: get(companyId).regionId, companyId, channelId: null });
  for (const flight of await db.select().from(flights)) {
    const { companyId, taskKind: kind, startedAt, endedAt, takeoffRegionId, durationS, distanceM } = flight;
    const values = [1, 0, 0, durationS ?? 0, Math.round((distanceM ?? 0) * 1000)];
    if (endedAt)
      add("flight", startedAt, { kind, regionId: takeoffRegionId ?? "", companyId, channelId: null }, values);
  }
  return totals;
}

const measures = sql.raw("count, amount_fen, commission_fen, duration_s, distance_mm");

const totalsKeys = {
  region_days: "region_id, subject, day::text, kind",
  region_months: "region_id, subject, day::text, kind",
  channel_days: "region_id, subject, day::text, channel_id",
  company_days: "company_id, subject, day::text, kind",
} as const;
type TotalsTable = keyof typeof totalsKeys;

/** The stored totals; rows that came to nothing are left out. */
async function readTotals(table: TotalsTable): Promise<Totals> {
  const key = sql.raw(totalsKeys[table]);
  const rows = await query<{ key: string; values: number[] }>(
    ctx.db,
    sql`select concat_ws(' ', ${key}) as key, array[${measures}]::float8[] as values from ${sql.identifier(table)}`,
  );
  return Object.fromEntries(
    rows
      .filter(({ values }) => values.some((value) => value !== 0))
      .map(({ key: name, values }) => [name, values]),
  );
}

async function readAllTotals(): Promise<Record<TotalsTable, Totals>> {
  return {
    region_days: await readTotals("region_days"),
    region_months: await readTotals("region_months"),
    channel_days: await readTotals("channel_days"),
    company_days: await readTotals("company_days"),
  };
}

async function expectEqualToRecount(): Promise<void> {
  expect(await readAllTotals()).toEqual(await recount());
}

const pick = fc.nat({ max: 1_000 });
const instant = fc.constantFrom(...instants);
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

/** One thing that happens; `a` and `b` choose the records it happens to. */
const step = fc.record({
  what: fc.constantFrom(
    ...([
      "company",
      "user",
      "order",
      "pay",
      "refund",
      "partRefund",
      "task",
      "start",
      "land",
      "move",
      "rename",
      "transfer",
      "attach",
      "fold",
    ] as const),
  ),
  when: instant,
  a: pick,
  b: pick,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function apply({ what, when, a, b }: Step): Promise<void> {
  const { db } = ctx;
  const known = await db.select().from(companies).orderBy(companies.id);
  const company = at(known, a);
  const regionId = at(regionIds, b) ?? "440305";
  const type = at(["enterprise", "government"] as const, b) ?? "enterprise";
  if (what === "company" || !company) {
    const channelCodeId = at(channelIds, b) ?? null;
    await factory.createCompany({ createdAt: when, regionId, type, channelCodeId });
  } else if (what === "user") await factory.createUser(company.id, { createdAt: when });
  else if (what === "order")
    await insertOrder(ctx, company, { type: b % 2 ? "new" : "renew", channelCodeId: company.channelCodeId });
  else if (what === "pay") {
    const order = at(
      await db
        .select()
        .from(orders)
        .where(sql`status in ('pending', 'paid') and paid_fen < 1000000`)
        .orderBy(orders.id),
      a,
    );
    if (!order) return;
    // The first payment is a part; the second one the rest, on another day.
    const paidFen = order.paidFen === 0 && b % 2 ? 333_333 : 1_000_000;
    const paid = {
      paidFen,
      paidAt: when,
      earnedFen: 0,
      status: paidFen === 1_000_000 ? ("paid" as const) : ("pending" as const),
    };
    await db
      .update(orders)
      .set({ ...paid, statusAt: when })
      .where(eq(orders.id, order.id));
  } else if (what === "refund" || what === "partRefund") {
    const state = what === "refund" ? sql`status in ('pending', 'paid')` : sql`status = 'paid'`;
    const order = at(
      await db.select().from(orders).where(sql`${state} and paid_fen - refund_fen > 2000`).orderBy(orders.id),
      a,
    );
    if (!order) return;
    const part = { refundFen: order.refundFen + 1 + b, refundedAt: when };
    const whole = { ...part, refundFen: order.paidFen, status: "refunded" as const, earnedFen: 0 };
    const change = what === "refund" ? whole : part;
    await db.update(orders).set(change).where(eq(orders.id, order.id));
  } else if (what === "task") {
    const takeoffRegionId = at([...regionIds, null], b) ?? null;
    const figures = { durationS: b, distanceM: b / 7, takeoffRegionId };
    await insertFlownTask(ctx, company, b % 5 === 0 ? null : when, figures);
  } else if (what === "start") {
    const planned = at(
      await db.select().from(tasks).where(sql`started_at is null and deleted_at is null`).orderBy(tasks.id),
      a,
    );
    if (planned)
      await db.update(tasks).set({ startedAt: when, status: "running" }).where(eq(tasks.id, planned.id));
  } else if (what === "land") {
    const flight = at(await db.select().from(flights).orderBy(flights.id), a);
    if (!flight) return;
    const endedAt = new Date(flight.startedAt.getTime() + b * 1_000);
    const landed = flight.endedAt ? { endedAt: null } : { endedAt, durationS: b, distanceM: b * 1.5 };
    await db
      .update(flights)
      .set({ ...landed, takeoffRegionId: regionId, taskKind: b % 2 ? "survey" : "rescue" })
      .where(eq(flights.id, flight.id));
  } else if (what === "move")
    await db
      .update(companies)
      .set({ regionId, type, channelCodeId: at(channelIds, b + 1) ?? null })
      .where(eq(companies.id, company.id));
  else if (what === "rename") {
    await db
      .update(companies)
      .set({ remark: `改名${b}` })
      .where(eq(companies.id, company.id));
    await db
      .update(tasks)
      .set({ companyName: `改名${b}` })
      .where(eq(tasks.companyId, company.id));
  } else if (what === "transfer") {
    const user = at(await db.select().from(users).orderBy(users.id), b);
    if (user) await db.update(users).set({ companyId: company.id }).where(eq(users.id, user.id));
  } else if (what === "attach") {
    const task = at(await db.select().from(tasks).orderBy(tasks.id), b);
    if (!task) return;
    await db.update(tasks).set({ deletedAt: when, status: "cancelled" }).where(eq(tasks.id, task.id));
    await db.update(flights).set({ companyId: company.id }).where(eq(flights.taskId, task.id));
  } else await foldStatistics(ctx);
}

test("the totals equal a recount after any history", { timeout: 300_000 }, async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      for (const one of steps) await apply(one);
      await foldStatistics(ctx);
      await expectEqualToRecount();
      // Deleting the records takes them out again.
      for (const table of [flights, tasks, orders, users, companies]) await ctx.db.delete(table);
      await foldStatistics(ctx);
      await expectEqualToRecount();
    }),
    { numRuns: 60 },
  );
});

test("a rebuild gives what the triggers gave, and repairs what was damaged", async () => {
  const steps = fc.sample(step, { numRuns: 80, seed: 7 });
  for (const one of steps) await apply(one);
  await foldStatistics(ctx);
  const before = await readAllTotals();
  expect(Object.keys(before.region_days).length).toBeGreaterThan(50);
  await ctx.db.execute(sql`update region_days set count = count + 1`);
  await ctx.db.execute(sql`delete from company_days`);
  await ctx.db.execute(sql`insert into statistics_changes (subject, day, kind, region_id, company_id, channel_id, count)
    values ('flight', '2026-01-01', 'patrol', '440305', 1, 0, 9)`);
  await ctx.db.transaction(rebuildStatistics);
  expect(await readAllTotals()).toEqual(before);
  await expectEqualToRecount();
});
