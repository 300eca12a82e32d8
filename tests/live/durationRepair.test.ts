import { readFileSync } from "node:fs";
import { eq, sql, sum } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flights } from "../../server/db/schema/flight.ts";
import { statisticsChanges, statisticsFacts } from "../../server/db/schema/statistics.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { tellRepairs } from "../../server/repairs/tellRepairs.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";
import { encodeChunk, storeTask } from "./storeTask.ts";

const ctx = await createTestPlatform();
const company = await (await createFlightFactory(ctx)).createCompany();
afterAll(() => ctx.close());

const start = Date.UTC(2026, 2, 2, 2);
const hour = 3_600_000;
const migration = new URL("../../server/db/migrations/0054_flight_durations.sql", import.meta.url);

/** An ended flight of `seconds` by the server's clock, with the duration that was stored for it. */
async function storeFlight(
  seconds: number,
  durationS: number,
  fields: Partial<typeof flights.$inferInsert> = {},
  pieces: readonly (readonly [fromMs: number, count: number])[] = [],
) {
  const chunks = pieces.map(([t0, count]) => ({ t0, count, bytes: encodeChunk(t0, count) }));
  const { taskId, flightIds } = await storeTask(ctx, company, [chunks], { status: "finished", durationS });
  const id = flightIds[0] ?? "";
  const endedAt = new Date(start + seconds * 1_000);
  await ctx.db
    .update(flights)
    .set({ startedAt: new Date(start), endedAt, lastAt: endedAt, durationS, ...fields })
    .where(eq(flights.id, id));
  return { id, taskId };
}

const cases = [
  { title: "five years behind at first", seconds: 51, stored: 157_788_051, repaired: 51 },
  { title: "eight hours ahead at first", seconds: 51, stored: -28_747, repaired: 51 },
  { title: "right", seconds: 900, stored: 880, repaired: 880 },
  { title: "a little behind", seconds: 30, stored: -1, repaired: 0 },
];
let stored: { readonly id: string; readonly taskId: string }[];
let imported: { readonly id: string };

beforeAll(async () => {
  await ctx.db.execute(sql`alter table flights drop constraint flights_duration_check`);
  await ctx.db.execute(sql`drop table data_repairs`);
  stored = [];
  for (const { seconds, stored: durationS } of cases) stored.push(await storeFlight(seconds, durationS));
  // A minute before midnight and one after it, which the recorder dated a day back.
  const midnight = start + 14 * hour;
  imported = await storeFlight(
    0,
    86_399,
    {
      source: "import",
      startedAt: new Date(midnight - 24 * hour),
      endedAt: new Date(midnight - 1_000),
      lastAt: null,
    },
    [
      [midnight - 60_000, 60],
      [midnight - 24 * hour, 60],
    ],
  );
  for (const statement of readFileSync(migration, "utf8").split("--> statement-breakpoint"))
    await ctx.db.execute(sql.raw(statement));
});

test.each(cases)("a duration of a clock that was $title is $repaired s after the migration", async (one) => {
  const { id, taskId } = stored[cases.indexOf(one)] ?? { id: "", taskId: "" };
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.id, id));
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, taskId));
  expect([flight?.durationS, task?.durationS]).toEqual([one.repaired, expect.closeTo(one.repaired, -2)]);
});

test("an imported flight keeps the time of its track alone", async () => {
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.id, imported.id));
  expect(flight?.durationS).toBe(118);
});

test("the statistics have the repaired durations", async () => {
  const sumOf = async (table: typeof statisticsChanges | typeof statisticsFacts) => {
    const [row] = await ctx.db
      .select({ seconds: sum(table.durationS) })
      .from(table)
      .where(eq(table.subject, "flight"));
    return Number(row?.seconds);
  };
  expect(await sumOf(statisticsChanges)).toBe(51 + 51 + 880 + 0 + 118);
  expect(await sumOf(statisticsFacts)).toBe(51 + 51 + 880 + 0 + 118);
});

test("the log tells once how many were repaired", async () => {
  const told: unknown[] = [];
  const tell = (...line: unknown[]) => told.push(line);
  const platform = { db: ctx.db, log: { info: tell, warn: tell } };
  await tellRepairs(platform, ctx.clock.now());
  await tellRepairs(platform, ctx.clock.now());
  expect(told).toEqual([[{ changed: 3, left: 0 }, "flight durations repaired"]]);
});

test.each([-1, 112])("the database refuses a duration of %i s for a flight of 51 s", async (durationS) => {
  const { id } = stored[0] ?? { id: "" };
  const update = ctx.db.update(flights).set({ durationS }).where(eq(flights.id, id));
  await expect(update).rejects.toThrow();
});
