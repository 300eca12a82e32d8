import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseBusy } from "../../server/db/databaseBusyError.ts";
import { openPostgres } from "../../server/db/openPostgres.ts";

test("The PostgreSQL pools report their connections and the waiting time for one", async () => {
  const url = process.env.TEST_DATABASE_URL ?? "";
  const waits: { lane: string; ms: number }[] = [];
  const open = await openPostgres(url, (lane, ms) => waits.push({ lane, ms }));
  const slow = async () => open.callDb.execute(sql`select pg_sleep(0.4)`);
  const running = Array.from({ length: 11 }, slow);
  await expect.poll(() => open.stats().pools["calls"]).toEqual({ total: 10, idle: 0, waiting: 1 });
  expect(open.stats().running).toBeGreaterThanOrEqual(10);
  await Promise.all(running);
  expect(open.stats().pools["calls"]).toEqual({ total: 10, idle: 10, waiting: 0 });
  const calls = waits.filter(({ lane }) => lane === "calls").map(({ ms }) => ms);
  expect(calls).toHaveLength(11);
  // The eleventh waited for a free connection.
  expect(Math.max(...calls)).toBeGreaterThan(300);
  await open.priorityDb.execute(sql`select 1`);
  expect(waits.at(-1)?.lane).toBe("priority");
  await open.close();
});

test("A call that waits too long for a free connection is refused as busy", async () => {
  const open = await openPostgres(process.env.TEST_DATABASE_URL ?? "");
  const running = Array.from({ length: 10 }, async () => open.callDb.execute(sql`select pg_sleep(12)`));
  const asleep = sql`query like 'select pg_sleep(12)%' and state = 'active'`;
  await expect.poll(() => open.db.$count(sql`pg_stat_activity`, asleep)).toBe(10);
  const [statement, transaction] = await Promise.allSettled([
    (async () => open.callDb.execute(sql`select 1`))(),
    open.callDb.transaction(async () => "begun"),
  ]);
  expect(
    [statement, transaction].map((one) => one.status === "rejected" && isDatabaseBusy(one.reason)),
  ).toEqual([true, true]);
  expect(open.stats().refused).toBe(2);
  await Promise.all(running);
  await open.close();
});
