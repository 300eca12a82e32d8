import { and, eq, inArray, sql } from "drizzle-orm";
import { type dutyCalls, dutyDesksMax, type ShiftRow } from "../../../adapters/contract/duty.ts";
import { formatScope, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import * as word from "../../../adapters/contract/words.ts";
import { waitingStates } from "../../../machines/status/alarm.ts";
import type { Call, Handler } from "../../call.ts";
import { advisoryLocks } from "../../db/advisoryLocks.ts";
import { alarms } from "../../db/schema/alarm.ts";
import { dutyShifts } from "../../db/schema/duty.ts";
import { appendDutyLog, type DutyLogEntry, listOpenShifts, type ShiftRecord } from "../../duty/dutyLog.ts";
import { inScopeSql } from "../../duty/inScopeSql.ts";
import { RefusalError } from "../../errors.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { createVersionConflict } from "../../records/refusals.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { readScope } from "./readScope.ts";

/** A shift as the contract has it. */
export const toShiftRow = (record: ShiftRecord): ShiftRow => ({
  id: record.id,
  version: record.version,
  staffId: record.staffId,
  staffName: record.staffName,
  scope: record.scope,
  leaderPhone: maskPhone(record.leaderPhone),
  startedAt: record.startedAt.toISOString(),
  endedAt: record.endedAt?.toISOString() ?? null,
  endReason: record.endReason,
  handoverNote: record.handoverNote,
  flightsAtStart: record.flightsAtStart,
  flightsAtEnd: record.flightsAtEnd,
});

/** The shifts that last; nobody else begins or ends one until the call is over. */
async function lockOpenShifts({ db }: Call): Promise<readonly ShiftRecord[]> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.takeover})`);
  return listOpenShifts(db);
}

const appendShiftLog = (
  call: Call,
  shift: ShiftRecord,
  entry: Pick<DutyLogEntry, "kind" | "text" | "staffName">,
) => appendDutyLog(call.db, { id: call.newId(), at: call.now, ...entry }, shift);

const publishChange = (call: Call, { id: shiftId, staffId }: ShiftRecord) =>
  call.publish("duty.changed", { shiftId, staffId });

/** Stores what a shift becomes. @returns it as it is then */
async function updateShift(call: Call, shift: ShiftRecord, set: Partial<ShiftRecord>): Promise<ShiftRecord> {
  const changed = { ...set, version: shift.version + 1, updatedAt: call.now };
  await call.db.update(dutyShifts).set(changed).where(eq(dutyShifts.id, shift.id));
  publishChange(call, shift);
  return { ...shift, ...changed };
}

/** Ends a shift; its note is what the next officer reads first. */
async function endShift(
  call: Call,
  shift: ShiftRecord,
  endReason: "handover" | "left",
  note: string,
): Promise<ShiftRecord> {
  const flightsAtEnd = call.live.flying.count(shift.scope);
  const ended = await updateShift(call, shift, {
    endedAt: call.now,
    endReason,
    handoverNote: note,
    flightsAtEnd,
  });
  const text = `${shift.staffName}${endReason === "handover" ? "交班" : word.leave}，在飞 ${flightsAtEnd} 架${note ? `：${note}` : ""}`;
  await appendShiftLog(call, shift, { kind: "shiftEnded", text, staffName: shift.staffName });
  return ended;
}

type Takeover = Parameters<Handler<typeof dutyCalls.dutyTakeover>>[0]["body"];

/** The desk that is taken over; null for a new one. Refuses where it is not as the caller has seen it. */
function findTaken(
  shifts: readonly ShiftRecord[],
  { shiftId, beside = false }: Pick<Takeover, "shiftId" | "beside">,
): ShiftRecord | null {
  if (beside) {
    if (shiftId !== null) throw new RefusalError("增开席位时不接替任何人，请刷新后重新选择");
    if (shifts.length >= dutyDesksMax) throw new RefusalError(`最多 ${dutyDesksMax} 个席位同时值班`);
    return null;
  }
  const taken = shifts.find(({ id }) => id === shiftId) ?? null;
  if (taken || (shiftId === null && shifts.length === 0)) return taken;
  const newest = shifts.at(-1);
  throw new RefusalError(
    newest && shiftId === null
      ? `${newest.staffName} 刚刚接班，请刷新后再操作`
      : "原班次刚刚结束，请刷新后再操作",
  );
}

const formatWatched = ({ scope }: Pick<ShiftRecord, "scope">): string =>
  scope.by === "all" ? "" : `，值守${formatScope(scope)}`;

/** Begins a shift, and ends the one that it takes over by a hand-over. Open alarms stay to be acknowledged afterwards. */
export const dutyTakeover: Handler<typeof dutyCalls.dutyTakeover> = async ({ body }, call) => {
  const shifts = await lockOpenShifts(call);
  if (shifts.some(({ staffId }) => staffId === call.actor.id))
    throw new RefusalError("您已在值班，无需再次接班");
  const taken = findTaken(shifts, body);
  const scope = body.scope ? await readScope(call.db, body.scope) : (taken?.scope ?? wholeScope);
  if (taken) await endShift(call, taken, "handover", body.note ?? "");
  const { phoneNumber } = await getOwnStaff(call);
  const flightsAtStart = call.live.flying.count(scope);
  const shift = {
    id: call.newId(),
    version: 1,
    createdAt: call.now,
    updatedAt: call.now,
    deletedAt: null,
    staffId: call.actor.id,
    staffName: call.actor.name,
    leaderPhone: body.leaderPhone || phoneNumber,
    scope,
    startedAt: call.now,
    endedAt: null,
    endReason: null,
    handoverNote: "",
    flightsAtStart,
    flightsAtEnd: null,
  };
  await call.db.insert(dutyShifts).values(shift);
  publishChange(call, shift);
  const waiting = await countWaitingP1(call, shift);
  const text = `${call.actor.name}接班${formatWatched(shift)}，在飞 ${flightsAtStart} 架${waiting > 0 ? `，未确认 P1 告警 ${waiting} 条` : ""}`;
  await appendShiftLog(call, shift, { kind: "shiftStarted", text, staffName: shift.staffName });
  call.audit({
    entityId: shift.id,
    after: {
      staffName: shift.staffName,
      startedAt: call.now.toISOString(),
      previous: taken?.staffName ?? "",
      scope: formatScope(scope),
    },
  });
  return toShiftRow(shift);
};

/** How many alarms of priority 1 wait for the desk to acknowledge them. They never keep anybody from taking over. */
const countWaitingP1 = ({ db }: Call, { scope }: Pick<ShiftRecord, "scope">): Promise<number> =>
  db.$count(
    alarms,
    and(eq(alarms.priority, "p1"), inArray(alarms.state, [...waitingStates]), inScopeSql(scope)),
  );

/** A shift that lasts as the caller has seen it. */
async function lockShift(
  call: Call,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<ShiftRecord> {
  const shift = (await lockOpenShifts(call)).find((open) => open.id === id);
  if (!shift) throw new RefusalError("该班次已结束，请刷新后再操作");
  if (shift.version !== version) throw createVersionConflict(toShiftRow(shift));
  return shift;
}

/** Changes what one's own desk watches. */
export const dutyScopeChange: Handler<typeof dutyCalls.dutyScopeChange> = async ({ body }, call) => {
  const shift = await lockShift(call, body);
  if (shift.staffId !== call.actor.id)
    throw new RefusalError(`只能调整自己的值守范围，这是 ${shift.staffName} 的席位`);
  const scope = await readScope(call.db, body.scope);
  const changed = await updateShift(call, shift, { scope });
  const [before, after] = [formatScope(shift.scope), formatScope(scope)];
  const text = `${shift.staffName}的值守范围由${before}改为${after}`;
  await appendShiftLog(call, shift, { kind: "scopeChanged", text, staffName: shift.staffName });
  call.audit({ entityId: shift.id, before: { scope: before }, after: { scope: after } });
  return toShiftRow(changed);
};

/** Ends one's own shift without a successor. */
export const dutyLeave: Handler<typeof dutyCalls.dutyLeave> = async ({ body }, call) => {
  const shift = await lockShift(call, body);
  if (shift.staffId !== call.actor.id && !call.actor.roles.includes("admin"))
    throw new RefusalError(`当前值班是 ${shift.staffName}，请由本人离岗，或由您接班`);
  const ended = await endShift(call, shift, "left", body.note ?? "");
  call.audit({ entityId: ended.id, after: { staffName: ended.staffName, endedAt: call.now.toISOString() } });
  return toShiftRow(ended);
};
