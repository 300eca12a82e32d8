import { asc, eq, isNull, like } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { dutyLog, dutyShifts } from "../../server/db/schema/duty.ts";
import { getShiftLeader } from "../../server/duty/dutyLog.ts";
import { toDutyLogRow } from "../../server/modules/duty/dutyLogList.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { takeDuty } from "./takeDuty.ts";

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
const readLog = async (alarmId: string) => {
  const records = await ctx.db
    .select()
    .from(dutyLog)
    .where(eq(dutyLog.alarmId, alarmId))
    .orderBy(asc(dutyLog.at), asc(dutyLog.id));
  return records.map(toDutyLogRow);
};

test("the log writes itself from what happens to alarms, with who did it and in which shift", async () => {
  await takeDuty(ctx, "duty");
  const id = await raise();
  ctx.clock.advance(1_000);
  await ctx.callAs("duty", alarmCalls.alarmAck, { body: { requestId: "ack-logged", ids: [id] } });
  ctx.clock.advance(1_000);
  const [{ version = 0 } = {}] = await ctx.db.select().from(alarms).where(eq(alarms.id, id));
  await ctx.callAs("duty", alarmCalls.alarmClose, {
    body: { requestId: "close-logged", id, version, closedAs: "returned", note: "已落地" },
  });
  const log = await readLog(id);
  expect(log.map(({ kind, staffName, text }) => [kind, staffName, text])).toEqual([
    ["alarmRaised", "", "P2 高 失联"],
    ["alarmAcknowledged", "值班戊", "P2 高 失联"],
    ["alarmClosed", "值班戊", "P2 高 失联：已返航，已落地"],
  ]);
  expect(new Set(log.map(({ shiftId }) => shiftId)).size).toBe(1);
  expect(log[0]?.shiftId).not.toBeNull();
  expect(await getShiftLeader(ctx.db, { companyId: null, regionId: null })).toEqual({
    name: "值班戊",
    phone: "13911110005",
  });
});

test("several of one cause are acknowledged by one decision, and the log of each says so", async () => {
  await takeDuty(ctx, "duty");
  const ids = [
    await raise({ kind: "weather", priority: "p3", droneSn: "TOGETHER-1" }),
    await raise({ kind: "weather", priority: "p3", droneSn: "TOGETHER-2" }),
  ];
  const other = await raise({ kind: "batteryLow", droneSn: "TOGETHER-3" });
  const acknowledge = async (requestId: string, body: object) =>
    (await ctx.callAs("duty", alarmCalls.alarmAck, { body: { requestId, ids, ...body } })).body;
  expect(await acknowledge("together-none", {})).toMatchObject({
    state: -1,
    message: "多条告警请逐条确认，或按同一原因确认",
  });
  expect(await acknowledge("together-other", { ids: [...ids, other], cause: "weather" })).toMatchObject({
    state: -1,
    message: "只能一起确认同一原因的告警，其中有的不是“风雨超限”",
  });
  expect((await acknowledge("together-both", { cause: "weather" })).state).toBe(0);
  for (const id of ids)
    expect((await readLog(id)).at(-1)).toMatchObject({
      kind: "alarmAcknowledged",
      text: "P3 中 风雨超限：按原因一次确认 2 条",
    });
  const audited = await ctx.db.select().from(auditLog).where(eq(auditLog.entity, "alarm"));
  expect(audited.map(({ after }) => after)).toContainEqual({
    kind: "weather",
    count: 2,
    acknowledgedTogether: true,
  });
});

test("only who is on duty acknowledges", async () => {
  const id = await raise({ kind: "batteryLow", droneSn: "NOT-ON-DUTY" });
  const acknowledge = async (requestId: string) =>
    (await ctx.callAs("admin", alarmCalls.alarmAck, { body: { requestId, ids: [id] } })).body;
  await takeDuty(ctx, "duty");
  expect(await acknowledge("not-on-duty-1")).toMatchObject({
    state: -1,
    message: "请值班人员确认，当前值班 值班戊",
  });
  await ctx.db.update(dutyShifts).set({ endedAt: ctx.clock.now() }).where(isNull(dutyShifts.endedAt));
  expect(await acknowledge("not-on-duty-2")).toMatchObject({
    state: -1,
    message: "当前无人值班，请先接班再确认告警",
  });
  expect(await ctx.db.select().from(alarms).where(eq(alarms.id, id))).toMatchObject([{ state: "active" }]);
});

test("only who is on duty closes or shelves what nobody has acknowledged; what is acknowledged, others close too", async () => {
  const id = await raise({ kind: "batteryLow", droneSn: "CLOSED-BY-OTHERS" });
  await takeDuty(ctx, "duty");
  const readVersion = async () =>
    (await ctx.db.select().from(alarms).where(eq(alarms.id, id)))[0]?.version ?? 0;
  const close = async (requestId: string) => {
    const body = { requestId, id, version: await readVersion(), closedAs: "other" as const, note: "" };
    return (await ctx.callAs("admin", alarmCalls.alarmClose, { body })).body;
  };
  const refused = { state: -1, message: "请值班人员确认，当前值班 值班戊" };
  expect(await close("close-others-1")).toMatchObject(refused);
  const shelve = { requestId: "shelve-others", id, version: await readVersion(), minutes: 5, reason: "核实" };
  expect((await ctx.callAs("admin", alarmCalls.alarmShelve, { body: shelve })).body).toMatchObject(refused);
  expect(await ctx.db.select().from(alarms).where(eq(alarms.id, id))).toMatchObject([{ state: "active" }]);
  await ctx.callAs("duty", alarmCalls.alarmAck, { body: { requestId: "close-others-ack", ids: [id] } });
  expect(await close("close-others-2")).toMatchObject({ state: 0 });
});

test("with 100 P1 open and 5 more a second the shift is taken over at once, and all of them stay", async () => {
  await takeDuty(ctx, "duty");
  const raiseP1 = (droneSn: string) =>
    ctx.live.alarms.raise({ ...signal, kind: "noFlyBreach", priority: "p1", droneSn }, now());
  for (let count = 0; count < 100; count++) raiseP1(`FLOOD-${count}`);
  await ctx.live.alarms.flush();
  for (let second = 0; second < 5; second++) {
    ctx.clock.advance(1_000);
    for (let count = 0; count < 5; count++) raiseP1(`FLOOD-${second}-${count}`);
    await takeDuty(ctx, second % 2 === 0 ? "admin" : "duty");
    await ctx.live.alarms.flush();
  }
  expect(await getShiftLeader(ctx.db, { companyId: null, regionId: null })).toMatchObject({
    name: "管理员甲",
  });
  const open = await ctx.db.select().from(alarms).where(like(alarms.droneSn, "FLOOD-%"));
  expect(open.map(({ state }) => state)).toEqual(Array<string>(125).fill("active"));
  const started = await ctx.db.select().from(dutyLog).where(eq(dutyLog.kind, "shiftStarted"));
  expect(started.some(({ text }) => /未确认 P1 告警 1\d\d 条/.test(text))).toBe(true);
});

test("entries are never changed or removed", async () => {
  await expect(ctx.db.update(dutyLog).set({ text: "" })).rejects.toThrow();
  await expect(ctx.db.delete(dutyLog)).rejects.toThrow();
});
