import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { query } from "../../server/backup/catalog.ts";
import type { Db } from "../../server/db/handle.ts";
import { companies } from "../../server/db/schema/company.ts";
import { users } from "../../server/db/schema/user.ts";
import { foldStatistics, rebuildStatistics } from "../../server/modules/statistics/rollUps.ts";
import { setupData } from "../contract/fixtures/setupFixtures.ts";
import { insertFlownTask } from "../contract/statistics/statisticsFixture.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = new Date("2026-03-01T00:00:00Z");

/** Tasks in the two counties, as the totals have them. */
async function readTasks(): Promise<Record<string, number>> {
  await foldStatistics(ctx);
  const rows = await query<{ region: string; count: number }>(
    ctx.db,
    sql`select region_id as region, sum(count)::int as count from region_days
      where subject = 'task' and region_id in ('440305', '510107') group by 1`,
  );
  return Object.fromEntries(rows.map(({ region, count }) => [region, count]));
}

const move = (db: Db, id: string, regionId: string) =>
  db.update(companies).set({ regionId }).where(eq(companies.id, id));

// Only on PostgreSQL: embedded transactions run one at a time.
test("a task that starts while its company moves is counted where the company is afterwards", async () => {
  const company = await factory.createCompany();
  let started: Promise<string> | undefined;
  await ctx.db.transaction(async (tx) => {
    await move(tx, company.id, "510107");
    started = insertFlownTask(ctx, company, at);
    await wait(300);
  });
  await started;
  expect(await readTasks()).toEqual({ "510107": 1 });
  let moved: Promise<unknown> | undefined;
  await ctx.db.transaction(async (tx) => {
    await insertFlownTask({ ...ctx, db: tx }, company, at);
    moved = move(ctx.db, company.id, "440305").execute();
    await wait(300);
  });
  await moved;
  expect(await readTasks()).toEqual({ "440305": 2, "510107": 0 });
});

test("many transactions add to the same day, while it is folded, without losing or waiting", async () => {
  const company = await factory.createCompany({ regionId: "110105" });
  const created = Array.from({ length: 60 }, () => factory.createUser(company.id, { createdAt: at }));
  const folded = Array.from({ length: 5 }, () => foldStatistics(ctx));
  await Promise.all([...created, ...folded]);
  await foldStatistics(ctx);
  const rows = await query<{ region: string; count: number }>(
    ctx.db,
    sql`select region_id as region, count from region_days where subject = 'user' and day = '2026-03-01' order by 1`,
  );
  expect(await ctx.db.$count(users)).toBe(60);
  expect(rows).toEqual(["100000", "110000", "110100", "110105"].map((region) => ({ region, count: 60 })));
});

// Readers go through the whole table of changes, also where it holds none.
test("a recount leaves the table of changes without the space of what it folded", async () => {
  const company = await factory.createCompany();
  await insertFlownTask(ctx, company, at);
  await ctx.db.transaction(rebuildStatistics);
  const [size] = await query<{ bytes: number }>(
    ctx.db,
    sql`select pg_relation_size('statistics_changes')::int as bytes`,
  );
  expect(size?.bytes).toBe(0);
});
