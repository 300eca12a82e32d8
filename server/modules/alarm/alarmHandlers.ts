import { count, eq, isNotNull, sql } from "drizzle-orm";
import { type alarmCalls, alarmKind } from "../../../adapters/contract/alarm.ts";
import * as word from "../../../adapters/contract/words.ts";
import { alarmStatusMachine } from "../../../machines/status/alarm.ts";
import { refuseActing } from "../../../machines/status/dutyScope.ts";
import { toAlarmRow } from "../../alarms/alarmRow.ts";
import { changeAlarm, lockAlarms, readListedAlarms } from "../../alarms/alarmStore.ts";
import { type AlarmEvent, toAlarmFacts } from "../../alarms/alarmTransition.ts";
import { getDeskFlood } from "../../alarms/flood.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type AlarmRecord, alarms } from "../../db/schema/alarm.ts";
import { tasks } from "../../db/schema/task.ts";
import { appendDutyLog, findShiftOf, listOpenShifts } from "../../duty/dutyLog.ts";
import { RefusalError } from "../../errors.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toScreenAlarm } from "../../screens/toScreenAlarm.ts";
import { type AlarmPageRequest, alarmList } from "./alarmList.ts";

/** Number by priority and mean seconds until the acknowledgement of all alarms that match. */
async function sumAlarms({ db, now }: { readonly db: Db; readonly now: Date }, query: AlarmPageRequest) {
  const seconds = sql`extract(epoch from ${alarms.acknowledgedAt} - ${alarms.raisedAt})`;
  const rows = await db
    .select({
      priority: alarms.priority,
      count: count(),
      acknowledged: sql<string>`count(*) filter (where ${isNotNull(alarms.acknowledgedAt)})`.mapWith(Number),
      seconds: sql<string>`coalesce(sum(${seconds}), 0)`.mapWith(Number),
    })
    .from(alarms)
    .where(buildConditions(alarmList, query, now))
    .groupBy(alarms.priority);
  const add = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  const of = (priority: string) => rows.find((row) => row.priority === priority)?.count ?? 0;
  const acknowledged = add((row) => row.acknowledged);
  return {
    count: add((row) => row.count),
    p1: of("p1"),
    p2: of("p2"),
    p3: of("p3"),
    p4: of("p4"),
    meanAcknowledgeS: acknowledged === 0 ? null : add((row) => row.seconds) / acknowledged,
  };
}

async function lockAlarm(db: Db, id: string): Promise<AlarmRecord> {
  const [alarm] = await lockAlarms(db, [id]);
  return requireRecord(alarm, word.alarm);
}

const toContext = ({ db, newId, now, actor }: Call) => ({ db, newId, now, by: actor });

/** Tells everybody at once. */
function publishAfterCommit(call: Call, changed: readonly AlarmRecord[]): void {
  call.publish("alarm.changed", { alarms: changed.map(toAlarmRow), floods: null });
}

/** What of an alarm the audit trail shows. */
const toAudited = ({ kind, priority, taskNo, droneSn, state }: AlarmRecord) => ({
  kind,
  priority,
  taskNo,
  droneSn,
  state,
});

/** Only who is on duty for an alarm decides that it is known. */
async function assertOnDuty({ db, actor }: Call, found: readonly AlarmRecord[]): Promise<void> {
  const refusal = refuseActing(await listOpenShifts(db), actor.id, found);
  if (refusal !== null) throw new RefusalError(refusal);
}

/**
 * Changes one alarm that the caller has seen as it is; refuses where its state does not allow that. One that nobody has
 * acknowledged is taken from who is on duty by nobody else.
 */
async function change(
  call: Call,
  { id, version }: { readonly id: string; readonly version: number },
  event: AlarmEvent,
  refusal: (alarm: AlarmRecord) => string,
) {
  const alarm = await lockAlarm(call.db, id);
  if (alarm.version !== version) throw createVersionConflict(toAlarmRow(alarm));
  if (alarm.acknowledgedAt === null && alarm.state !== "gone") await assertOnDuty(call, [alarm]);
  const changed = await changeAlarm(toContext(call), alarm, event);
  if (!changed) throw new RefusalError(refusal(alarm));
  publishAfterCommit(call, [changed]);
  return { alarm, changed };
}

/** Several alarms are acknowledged at once only where their cause was named and is the same. */
function assertSameCause(found: readonly AlarmRecord[], cause: AlarmRecord["kind"] | undefined): void {
  if (found.length > 1 && cause === undefined) throw new RefusalError("多条告警请逐条确认，或按同一原因确认");
  if (cause !== undefined && found.some(({ kind }) => kind !== cause))
    throw new RefusalError(`只能一起确认同一原因的告警，其中有的不是“${alarmKind.label(cause)}”`);
}

/**
 * Acknowledges for everybody. Whoever was first stays; alarms that need none are returned as they are, and so are those
 * that have changed since they were seen.
 */
const alarmAck: Handler<typeof alarmCalls.alarmAck> = async ({ body }, call) => {
  const ids = [...new Set(body.ids)];
  const found = await lockAlarms(call.db, ids);
  if (found.length < ids.length) throw new RefusalError("告警不存在，请刷新后重试");
  await assertOnDuty(call, found);
  assertSameCause(found, body.cause);
  const open = found.filter((alarm) => alarmStatusMachine.next(toAlarmFacts(alarm), "acknowledge") !== null);
  const seen = new Map(body.ids.map((id, at) => [id, body.versions?.[at]]));
  const waiting = open.filter(({ id, version }) => (seen.get(id) ?? version) === version);
  if (open.length > 0 && waiting.length === 0) throw new RefusalError("告警刚刚发生变化，请看清后再确认");
  const event = { type: "acknowledge", together: waiting.length } as const;
  const changed: AlarmRecord[] = [];
  const now = new Map(found.map((alarm) => [alarm.id, alarm]));
  for (const alarm of waiting) {
    const acknowledged = await changeAlarm(toContext(call), alarm, event);
    if (!acknowledged) continue;
    changed.push(acknowledged);
    now.set(alarm.id, acknowledged);
  }
  if (changed.length > 0) publishAfterCommit(call, changed);
  const [first] = found;
  const isOne = found.length === 1 && first !== undefined;
  call.audit({
    entityId: isOne ? first.id : null,
    after: isOne
      ? { ...toAudited(now.get(first.id) ?? first) }
      : { kind: body.cause, count: changed.length, acknowledgedTogether: true },
  });
  return { alarms: ids.flatMap((id) => now.get(id) ?? []).map(toAlarmRow) };
};

const minuteMs = 60_000;

const alarmShelve: Handler<typeof alarmCalls.alarmShelve> = async ({ body }, call) => {
  const { minutes, reason } = body;
  if (minutes > 0 && reason === "") throw new RefusalError("请填写屏蔽原因");
  const until = new Date(call.now.getTime() + minutes * minuteMs);
  const event = minutes > 0 ? ({ type: "shelve", until, reason } as const) : ({ type: "unshelve" } as const);
  const { alarm, changed } = await change(call, body, event, ({ state, priority }) =>
    minutes > 0 && priority === "p1"
      ? "P1 告警不能屏蔽，请确认并处置"
      : `告警当前为「${alarmStatusMachine.label(state)}」，${minutes > 0 ? "不能屏蔽" : "没有被屏蔽"}`,
  );
  call.audit({
    entityId: alarm.id,
    before: { state: alarm.state },
    after: { ...toAudited(changed), reason, shelvedUntil: changed.shelvedUntil },
  });
  return toAlarmRow(changed);
};

const alarmClose: Handler<typeof alarmCalls.alarmClose> = async ({ body }, call) => {
  const { closedAs, note } = body;
  const event = { type: "close", closedAs, note } as const;
  const { alarm, changed } = await change(
    call,
    body,
    event,
    ({ state }) => `告警当前为「${alarmStatusMachine.label(state)}」，不能关闭`,
  );
  call.audit({
    entityId: alarm.id,
    before: { state: alarm.state },
    after: { ...toAudited(changed), closedAs, note },
  });
  return toAlarmRow(changed);
};

/** The pilot's whole numbers, for an officer who has to call now. */
const alarmContact: Handler<typeof alarmCalls.alarmContact> = async ({ body }, call) => {
  const alarm = await lockAlarm(call.db, body.id);
  if (alarm.state === "gone" || alarm.priority > "p2")
    throw new RefusalError("只能查看未结束的 P1、P2 告警的飞手电话");
  const [task] = alarm.taskId ? await call.db.select().from(tasks).where(eq(tasks.id, alarm.taskId)) : [];
  const { pilotName, pilotPhone, backupPhone } = requireRecord(task, "告警对应的任务");
  const { taskId, taskNo, droneSn } = alarm;
  await appendDutyLog(
    call.db,
    {
      id: call.newId(),
      at: call.now,
      kind: "contactShown",
      staffName: call.actor.name,
      text: `查看飞手 ${pilotName} 的电话`,
      taskId,
      taskNo,
      droneSn,
      alarmId: alarm.id,
    },
    await findShiftOf(call.db, call.actor.id, alarm),
  );
  call.audit({ entityId: alarm.id, after: { entity: "alarm", ...toAudited(alarm), field: "pilotPhone" } });
  return { pilotName, pilotPhone, backupPhone };
};

export const alarmHandlers: Handlers<typeof alarmCalls> = {
  alarmOpen: async (_input, { db, now, live, actor }) => {
    const floods = live.alarms.getFloods();
    const { view } = actor;
    if (view) {
      const { listed, more } = await readListedAlarms(db, floods.all, null, view.scope);
      const rows = listed.map((alarm) => toScreenAlarm(toAlarmRow(alarm), view));
      return {
        at: now.toISOString(),
        alarms: rows,
        more,
        flood: live.alarms.getFlood(view.scope),
        desk: null,
      };
    }
    const own = (await listOpenShifts(db)).find(({ staffId }) => staffId === actor.id);
    const desk = own ? { shiftId: own.id, scope: own.scope, flood: getDeskFlood(floods, own) } : null;
    const { listed, more } = await readListedAlarms(
      db,
      floods.all,
      desk && desk.scope.by !== "all" ? desk : null,
    );
    return { at: now.toISOString(), alarms: listed.map(toAlarmRow), more, flood: floods.all, desk };
  },
  alarmList: async ({ body }, call) => {
    const sums = await sumAlarms(call, body);
    const page = await queryCountedPage(call, alarmList, body, toAlarmRow, sums.count);
    return { ...page, sums };
  },
  alarmOne: async ({ params }, { db }) => {
    const [alarm] = await db.select().from(alarms).where(eq(alarms.id, params.id));
    return toAlarmRow(requireRecord(alarm, word.alarm));
  },
  alarmAck,
  alarmShelve,
  alarmClose,
  alarmContact,
};
