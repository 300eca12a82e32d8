import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { setAsideRows } from "../../server/db/schema/setAsideRow.ts";
import { smsMessages } from "../../server/db/schema/sms.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { readAlarmLog, startAlarms } from "../alarms/setupAlarms.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

// Only on PostgreSQL: embedded transactions run one at a time.
const ctx = await createTestPlatform();
afterAll(() => ctx.close());

test("Two services that raise one cause at the same time make one alarm, one line of the log and one SMS of it", async () => {
  await seedReference(ctx.db);
  const first = await startAlarms(ctx, { hasSmsGateway: true });
  const second = await startAlarms(ctx, { hasSmsGateway: true });
  const screen = {
    kind: "screenLost",
    droneSn: "",
    smsTo: "maintainer",
    values: { heardAt: "2026-03-02T02:00:00Z" },
    line: { id: "5", name: "指挥大厅", companyId: null },
  } as const;
  const insertsWait = sql<number>`(select count(*)::int from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database())`;
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table alarms in share mode`);
    for (const { raise } of [first, second]) {
      raise(screen);
      raise({ droneSn: "SN-2", priority: "p3" });
    }
    await expect.poll(() => tx.select({ n: insertsWait }).from(sql`(select 1) as one`)).toEqual([{ n: 2 }]);
  });
  expect(await first.read()).toMatchObject([
    { kind: "screenLost", count: 1, state: "active" },
    { droneSn: "SN-2", count: 1, state: "active" },
  ]);
  expect(await second.read()).toHaveLength(2);
  expect(await readAlarmLog(ctx)).toEqual(["raise", "raise", "notify"]);
  expect(await ctx.db.$count(smsMessages)).toBe(1);
  // Whoever came second goes on with the alarm of the first.
  expect(await ctx.db.$count(setAsideRows)).toBe(0);
  second.clear({ droneSn: "SN-2" });
  expect((await second.read())[1]).toMatchObject({ state: "gone" });
  for (const { stop } of [first, second]) await stop();
});
