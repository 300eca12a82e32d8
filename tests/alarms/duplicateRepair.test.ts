/** @module-tag full */

import { readFileSync } from "node:fs";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { type AlarmRecord, alarmEvents, alarms } from "../../server/db/schema/alarm.ts";
import { dataRepairs } from "../../server/db/schema/dataRepair.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { insertAlarm } from "./insertAlarm.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
const migration = new URL("../../server/db/migrations/0078_open_cause.sql", import.meta.url);

test("Of several open alarms of one cause the most urgent that waits stays, and the others say where they went", async () => {
  await ctx.db.execute(sql`drop index alarms_open_cause_key`);
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 2, minute));
  const insert = (minute: number, fields: Partial<AlarmRecord>) =>
    insertAlarm(ctx, { droneSn: "SN-1", lineId: "", raisedAt: at(minute), lastAt: at(minute), ...fields });
  const acknowledged = await insert(1, { priority: "p1", state: "acknowledged", acknowledgedByName: "周敏" });
  const kept = await insert(2, { priority: "p1", count: 2 });
  const shelved = await insert(3, { state: "shelved", shelvedUntil: at(9), count: 3 });
  const over = await insert(0, { priority: "p1", state: "cleared", isHolding: false });
  const other = await insert(4, { droneSn: "SN-2" });
  for (const statement of readFileSync(migration, "utf8").split("--> statement-breakpoint"))
    await ctx.db.execute(sql.raw(statement));

  const stored = await ctx.db.select().from(alarms).orderBy(asc(alarms.raisedAt));
  expect(stored.map(({ id, state, count, version }) => [id, state, count, version])).toEqual([
    [over, "cleared", 1, 1],
    [acknowledged, "gone", 1, 2],
    [kept, "active", 6, 1],
    [shelved, "gone", 3, 2],
    [other, "active", 1, 1],
  ]);
  expect(stored[2]?.lastAt).toEqual(at(3));
  expect(stored[1]).toMatchObject({
    acknowledgedByName: "周敏",
    closeNote: "同一原因的重复告警，已并入 2026-03-02 10:02:00 的一条",
  });
  const log = await ctx.db.select().from(alarmEvents).orderBy(asc(alarmEvents.id));
  expect(log.map(({ alarmId, kind, remark }) => [alarmId, kind, remark])).toEqual([
    [acknowledged, "close", stored[1]?.closeNote],
    [shelved, "close", stored[1]?.closeNote],
  ]);
  const [told] = await ctx.db.select().from(dataRepairs).where(eq(dataRepairs.name, "duplicate alarms"));
  expect(told).toMatchObject({ changed: 2, left: 0, toldAt: null });
  await expect(insert(5, {})).rejects.toThrow();
});
