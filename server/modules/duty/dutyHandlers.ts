import { and, asc, desc, eq, inArray } from "drizzle-orm";
import {
  type dutyCalls,
  dutyNotesMax,
  orderWaitMs,
  type ShiftRow,
  type SpokenOrderRow,
  shiftLogMax,
  spokenOrder,
  spokenOrdersMax,
} from "../../../adapters/contract/duty.ts";
import { type Call, type Handler, type Handlers, RefusalError } from "../../call.ts";
import { alarms } from "../../db/schema/alarm.ts";
import { dutyLog, dutyShifts, spokenOrders } from "../../db/schema/duty.ts";
import { tasks } from "../../db/schema/task.ts";
import {
  appendDutyLog,
  type DutyLogEntry,
  getCurrentShift,
  getPreviousShift,
  type ShiftRecord,
} from "../../duty/dutyLog.ts";
import type { SpokenOrderRecord } from "../../duty/orderWatch.ts";
import { queryPage } from "../../list/queryPage.ts";
import { isInAir } from "../../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { findActive } from "../findActive.ts";
import { maskPhone } from "../maskPhone.ts";
import { createVersionConflict, requireRecord } from "../refusals.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { dutyLogList, toDutyLogRow } from "./dutyLogList.ts";

const toShiftRow = (record: ShiftRecord): ShiftRow => ({
  id: record.id,
  version: record.version,
  staffId: record.staffId,
  staffName: record.staffName,
  leaderPhone: maskPhone(record.leaderPhone),
  startedAt: record.startedAt.toISOString(),
  endedAt: record.endedAt?.toISOString() ?? null,
  endReason: record.endReason,
  handoverNote: record.handoverNote,
  flightsAtStart: record.flightsAtStart,
  flightsAtEnd: record.flightsAtEnd,
});

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

function countFlightsInAir({ fleet, slots, count, getBySlot }: FlightRegistry): number {
  let flying = 0;
  for (const slot of slots.subarray(0, count())) {
    const open = getBySlot(slot);
    if (open?.startedAt && isInAir(fleet, open)) flying += 1;
  }
  return flying;
}

/** Ends a shift; its note is what the next officer reads first. */
async function endShift(
  call: Call,
  shift: ShiftRecord,
  endReason: "handover" | "left",
  note: string,
): Promise<ShiftRecord> {
  const patch = {
    endedAt: call.now,
    endReason,
    handoverNote: note,
    flightsAtEnd: countFlightsInAir(call.live.registry),
    version: shift.version + 1,
    updatedAt: call.now,
  };
  await call.db.update(dutyShifts).set(patch).where(eq(dutyShifts.id, shift.id));
  const text = `${shift.staffName}${endReason === "handover" ? "交班" : "离岗"}，在飞 ${patch.flightsAtEnd} 架${note ? `：${note}` : ""}`;
  await appendOwnLog(call, { kind: "shiftEnded", text, staffName: shift.staffName }, shift);
  return { ...shift, ...patch };
}

type OwnEntry = Omit<DutyLogEntry, "id" | "at">;

const appendOwnLog = (call: Call, entry: OwnEntry, shift?: ShiftRecord | null) =>
  appendDutyLog(call.db, { id: call.newId(), at: call.now, staffName: call.actor.name, ...entry }, shift);

/** Begins a shift, and ends the one before by a hand-over. Open alarms stay to be acknowledged afterwards. */
const dutyTakeover: Handler<typeof dutyCalls.dutyTakeover> = async ({ body }, call) => {
  const current = await getCurrentShift(call.db, "update");
  if (current?.staffId === call.actor.id) throw new RefusalError("您已在值班，无需再次接班");
  if ((current?.id ?? null) !== body.shiftId)
    throw new RefusalError(
      current ? `${current.staffName} 刚刚接班，请刷新后再操作` : "原班次刚刚结束，请刷新后再操作",
    );
  if (current) await endShift(call, current, "handover", body.note ?? "");
  const { phoneNumber } = await getOwnStaff(call);
  const flightsAtStart = countFlightsInAir(call.live.registry);
  const shift = {
    id: call.newId(),
    version: 1,
    createdAt: call.now,
    updatedAt: call.now,
    deletedAt: null,
    staffId: call.actor.id,
    staffName: call.actor.name,
    leaderPhone: body.leaderPhone || phoneNumber,
    startedAt: call.now,
    endedAt: null,
    endReason: null,
    handoverNote: "",
    flightsAtStart,
    flightsAtEnd: null,
  };
  await call.db.insert(dutyShifts).values(shift);
  const waiting = await countWaitingP1(call);
  const text = `${call.actor.name}接班，在飞 ${flightsAtStart} 架${waiting > 0 ? `，未确认 P1 告警 ${waiting} 条` : ""}`;
  await appendOwnLog(call, { kind: "shiftStarted", text }, shift);
  call.audit({
    entityId: shift.id,
    after: {
      staffName: shift.staffName,
      startedAt: call.now.toISOString(),
      previous: current?.staffName ?? "",
    },
  });
  return toShiftRow(shift);
};

/** How many alarms of priority 1 wait for their acknowledgement. They never keep anybody from taking over. */
const countWaitingP1 = ({ db }: Call): Promise<number> =>
  db.$count(alarms, and(eq(alarms.priority, "p1"), inArray(alarms.state, ["active", "cleared"])));

/** Ends one's own shift without a successor. */
const dutyLeave: Handler<typeof dutyCalls.dutyLeave> = async ({ body }, call) => {
  const current = await getCurrentShift(call.db, "update");
  if (!current || current.id !== body.id) throw new RefusalError("该班次已结束，请刷新后再操作");
  if (current.version !== body.version) throw createVersionConflict(toShiftRow(current));
  if (current.staffId !== call.actor.id && !call.actor.roles.includes("admin"))
    throw new RefusalError(`当前值班是 ${current.staffName}，请由本人离岗，或由您接班`);
  const ended = await endShift(call, current, "left", body.note ?? "");
  call.audit({ entityId: ended.id, after: { staffName: ended.staffName, endedAt: call.now.toISOString() } });
  return toShiftRow(ended);
};

const dutyOrder: Handler<typeof dutyCalls.dutyOrder> = async ({ body }, call) => {
  const task = requireRecord(await findActive(call.db, tasks, body.taskId), "任务");
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
  call.afterCommit(() => call.publish("duty.orderGiven", { orderId: record.id }));
  return toOrderRow(record, call.now);
};

const dutyNote: Handler<typeof dutyCalls.dutyNote> = async ({ body }, call) => {
  const task = body.taskId ? requireRecord(await findActive(call.db, tasks, body.taskId), "任务") : null;
  const about = task ? { taskId: task.id, taskNo: task.taskNo, droneSn: task.droneSn } : {};
  const record = await appendOwnLog(call, { kind: "note", text: body.text, ...about });
  call.audit({ entityId: record.id, after: { text: body.text } });
  return toDutyLogRow(record);
};

/** Notes of the shift that lasts, or else of the last one. */
async function readNotes({ db }: Call, shift: ShiftRecord | null) {
  if (!shift) return [];
  const records = await db
    .select()
    .from(dutyLog)
    .where(and(eq(dutyLog.shiftId, shift.id), eq(dutyLog.kind, "note")))
    .orderBy(desc(dutyLog.at), desc(dutyLog.id))
    .limit(dutyNotesMax);
  return records.map(toDutyLogRow);
}

export const dutyHandlers: Handlers<typeof dutyCalls> = {
  dutyCurrent: async (_input, call) => {
    const shift = await getCurrentShift(call.db);
    const previous = await getPreviousShift(call.db);
    return {
      at: call.now.toISOString(),
      shift: shift && toShiftRow(shift),
      previous: previous && toShiftRow(previous),
      notes: await readNotes(call, shift ?? previous),
      flightsInAir: countFlightsInAir(call.live.registry),
    };
  },
  dutyTakeover,
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
  dutyLogExport: createExportHandler("dutyLogExport"),
};
