import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { dutyLog } from "../../server/db/schema/duty.ts";
import { getShiftLeader } from "../../server/duty/dutyLog.ts";
import { toDutyLogRow } from "../../server/modules/duty/dutyLogList.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const signal: AlarmSignal = {
  kind: "lost",
  priority: "p2",
  slot: null,
  droneSn: "LOGGED-1",
  hangarId: null,
  zoneId: null,
  lng: null,
  lat: null,
  values: {},
};
const now = () => ctx.clock.now().getTime();

async function raise(fields: Partial<AlarmSignal> = {}): Promise<string> {
  ctx.live.alarms.raise({ ...signal, ...fields }, now());
  await ctx.live.alarms.flush();
  const [alarm] = await ctx.db
    .select()
    .from(alarms)
    .where(eq(alarms.droneSn, fields.droneSn ?? signal.droneSn));
  if (!alarm) throw new Error("The alarm is not stored");
  return alarm.id;
}
const takeOver = async (confirmedAlarmIds: readonly string[], requestId: string) =>
  (
    await ctx.callAs("duty", dutyCalls.dutyTakeover, {
      body: { requestId, shiftId: null, confirmedAlarmIds: [...confirmedAlarmIds], note: "" },
    })
  ).body;
const readLog = async (alarmId: string) => {
  const records = await ctx.db
    .select()
    .from(dutyLog)
    .where(eq(dutyLog.alarmId, alarmId))
    .orderBy(asc(dutyLog.at), asc(dutyLog.id));
  return records.map(toDutyLogRow);
};

test("the log writes itself from what happens to alarms, with who did it and in which shift", async () => {
  expect((await takeOver([], "takeover-log")).state).toBe(0);
  const id = await raise();
  ctx.clock.advance(1_000);
  await ctx.callAs("operator", alarmCalls.alarmAck, { body: { requestId: "ack-logged", ids: [id] } });
  ctx.clock.advance(1_000);
  const [{ version = 0 } = {}] = await ctx.db.select().from(alarms).where(eq(alarms.id, id));
  await ctx.callAs("duty", alarmCalls.alarmClose, {
    body: { requestId: "close-logged", id, version, closedAs: "returned", note: "已落地" },
  });
  const log = await readLog(id);
  expect(log.map(({ kind, staffName, text }) => [kind, staffName, text])).toEqual([
    ["alarmRaised", "", "P2 高 失联"],
    ["alarmAcknowledged", "运营乙", "P2 高 失联"],
    ["alarmClosed", "值班戊", "P2 高 失联：已返航，已落地"],
  ]);
  expect(new Set(log.map(({ shiftId }) => shiftId)).size).toBe(1);
  expect(log[0]?.shiftId).not.toBeNull();
  expect(await getShiftLeader(ctx.db)).toEqual({ name: "值班戊", phone: "13911110005" });
});

test("who takes over has confirmed every open alarm of priority 1, one by one", async () => {
  const p1 = await raise({ kind: "noFlyBreach", priority: "p1", droneSn: "LOGGED-2" });
  await raise({ kind: "batteryLow", priority: "p2", droneSn: "LOGGED-3" });
  const { body: current } = await ctx.callAs("admin", dutyCalls.dutyCurrent, {});
  const { shift } = current.data as { shift: { id: string } };
  const takeOverAsAdmin = async (confirmedAlarmIds: string[], requestId: string) =>
    (
      await ctx.callAs("admin", dutyCalls.dutyTakeover, {
        body: { requestId, shiftId: shift.id, confirmedAlarmIds, note: "" },
      })
    ).body;
  expect(await takeOverAsAdmin([], "takeover-p1-none")).toMatchObject({
    state: -1,
    message: "还有 1 条 P1 告警没有逐条确认，请确认后再接班",
  });
  expect(await takeOverAsAdmin([p1], "takeover-p1-all")).toMatchObject({ state: 0 });
});

test("entries are never changed or removed", async () => {
  await expect(ctx.db.update(dutyLog).set({ text: "" })).rejects.toThrow();
  await expect(ctx.db.delete(dutyLog)).rejects.toThrow();
});
