import { and, asc, desc, eq, inArray } from "drizzle-orm";
import {
  type dutyCalls,
  dutyNotesMax,
  orderWaitMs,
  type SpokenOrderRow,
  shiftLogMax,
  spokenOrder,
  spokenOrdersMax,
} from "../../../adapters/contract/duty.ts";
import { wholeScope } from "../../../adapters/contract/dutyScope.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { dutyLog, dutyShifts, spokenOrders } from "../../db/schema/duty.ts";
import { tasks } from "../../db/schema/task.ts";
import {
  appendDutyLog,
  type DutyLogEntry,
  findShiftOf,
  getPreviousShift,
  listOpenShifts,
  readTaskPlace,
  type ShiftRecord,
} from "../../duty/dutyLog.ts";
import type { SpokenOrderRecord } from "../../duty/orderWatch.ts";
import { RefusalError } from "../../errors.ts";
import { queryPage } from "../../list/queryPage.ts";
import { findActive } from "../../records/findActive.ts";
import { requireRecord } from "../../records/refusals.ts";
import { dutyLogList, toDutyLogRow } from "./dutyLogList.ts";
import { dutyLeave, dutyScopeChange, dutyTakeover, toShiftRow } from "./shiftHandlers.ts";

function toOrderRow(record: SpokenOrderRecord, now: Date): SpokenOrderRow {
  const { id, taskId, taskNo, droneSn, order, toWhom, byName, at, executedAt } = record;
  const isOverdue = now.getTime() - at.getTime() >= orderWaitMs;
  return {
    id,
    taskId,
    taskNo,
    droneSn,
    spokenOrder: order,
    toWhom,
    byName,
    at: at.toISOString(),
    state: executedAt ? "executed" : isOverdue ? "notSeen" : "waiting",
    executedAt: executedAt?.toISOString() ?? null,
  };
}

/** Adds an entry to the log of the caller's shift. */
const appendOwnLog = async (call: Call, entry: Omit<DutyLogEntry, "id" | "at" | "staffName">) =>
  appendDutyLog(
    call.db,
    { id: call.newId(), at: call.now, staffName: call.actor.name, ...entry },
    await findShiftOf(call.db, call.actor.id, await readTaskPlace(call.db, entry.taskId ?? null)),
  );

const dutyOrder: Handler<typeof dutyCalls.dutyOrder> = async ({ body }, call) => {
  const task = requireRecord(await findActive(call.db, tasks, body.taskId), word.task);
  if (task.status !== "running") throw new RefusalError("任务没有在飞，不能登记口头指令");
  const record: SpokenOrderRecord = {
    id: call.newId(),
    at: call.now,
    taskId: task.id,
    taskNo: task.taskNo,
    droneSn: task.droneSn,
    alarmId: body.alarmId ?? null,
    order: body.spokenOrder,
    toWhom: body.toWhom,
    byId: call.actor.id,
    byName: call.actor.name,
    executedAt: null,
    notSeenAt: null,
  };
  await call.db.insert(spokenOrders).values(record);
  const { taskId, taskNo, droneSn, alarmId } = record;
  const text = `要求 ${body.toWhom} ${spokenOrder.label(body.spokenOrder)}`;
  await appendOwnLog(call, { kind: "orderGiven", text, taskId, taskNo, droneSn, alarmId });
  call.audit({ entityId: record.id, after: { taskNo, spokenOrder: body.spokenOrder, toWhom: body.toWhom } });
  call.publish("duty.orderGiven", { orderId: record.id });
  return toOrderRow(record, call.now);
};

const dutyNote: Handler<typeof dutyCalls.dutyNote> = async ({ body }, call) => {
  const task = body.taskId ? requireRecord(await findActive(call.db, tasks, body.taskId), word.task) : null;
  const about = task ? { taskId: task.id, taskNo: task.taskNo, droneSn: task.droneSn } : {};
  const record = await appendOwnLog(call, { kind: "note", text: body.text, ...about });
  call.audit({ entityId: record.id, after: { text: body.text } });
  return toDutyLogRow(record);
};

/** Notes of these shifts, newest first. */
async function readNotes({ db }: Call, shifts: readonly ShiftRecord[]) {
  const ids = shifts.map(({ id }) => id);
  const records = await db
    .select()
    .from(dutyLog)
    .where(and(inArray(dutyLog.shiftId, ids), eq(dutyLog.kind, "note")))
    .orderBy(desc(dutyLog.at), desc(dutyLog.id))
    .limit(dutyNotesMax);
  return records.map(toDutyLogRow);
}

export const dutyHandlers: Handlers<typeof dutyCalls> = {
  dutyCurrent: async (_input, call) => {
    const shifts = await listOpenShifts(call.db);
    const [own, others] = [
      shifts.filter(({ staffId }) => staffId === call.actor.id),
      shifts.filter(({ staffId }) => staffId !== call.actor.id),
    ];
    const previous = await getPreviousShift(call.db);
    return {
      at: call.now.toISOString(),
      shifts: [...own, ...others].map(toShiftRow),
      previous: previous && toShiftRow(previous),
      notes: await readNotes(call, shifts.length > 0 || !previous ? shifts : [previous]),
      flightsInAir: call.live.flying.count(wholeScope),
    };
  },
  dutyTakeover,
  dutyScopeChange,
  dutyLeave,
  dutyOrder,
  dutyOrderList: async ({ params }, { db, now }) => {
    const records = await db
      .select()
      .from(spokenOrders)
      .where(eq(spokenOrders.taskId, params.taskId))
      .orderBy(desc(spokenOrders.at), desc(spokenOrders.id))
      .limit(spokenOrdersMax);
    return records.map((record) => toOrderRow(record, now));
  },
  dutyNote,
  dutyShiftOne: async ({ params }, { db }) => {
    const [record] = await db.select().from(dutyShifts).where(eq(dutyShifts.id, params.id));
    const shift = toShiftRow(requireRecord(record, "班次"));
    const isOfShift = eq(dutyLog.shiftId, params.id);
    const log = await db
      .select()
      .from(dutyLog)
      .where(isOfShift)
      .orderBy(asc(dutyLog.at), asc(dutyLog.id))
      .limit(shiftLogMax);
    const total = log.length < shiftLogMax ? log.length : await db.$count(dutyLog, isOfShift);
    return { shift, log: log.map(toDutyLogRow), total };
  },
  dutyLogList: ({ body }, call) => queryPage(call, dutyLogList, body, toDutyLogRow),
};
