import { desc, isNull } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { dutyLog, dutyShifts } from "../db/schema/duty.ts";

export type ShiftRecord = typeof dutyShifts.$inferSelect;
export type DutyLogRecord = typeof dutyLog.$inferSelect;

/** What an entry of the duty log says; what is absent is not known or does not apply. */
export interface DutyLogEntry extends Pick<DutyLogRecord, "kind" | "text"> {
  readonly id: string;
  readonly at: Date;
  /** Empty where the platform itself writes. */
  readonly staffName?: string;
  readonly taskId?: string | null;
  readonly taskNo?: string;
  readonly droneSn?: string;
  readonly alarmId?: string | null;
}

/** The shift that lasts now; null where nobody is on duty. */
export async function getCurrentShift(db: Db, lock?: "update"): Promise<ShiftRecord | null> {
  const query = db.select().from(dutyShifts).where(isNull(dutyShifts.endedAt));
  const [shift] = lock ? await query.for(lock) : await query;
  return shift ?? null;
}

/** Whom to tell about alarms that nobody acknowledges; null where nobody is on duty. */
export async function getShiftLeader(
  db: Db,
): Promise<{ readonly name: string; readonly phone: string } | null> {
  const shift = await getCurrentShift(db);
  return shift && { name: shift.staffName, phone: shift.leaderPhone };
}

/** The shift that ended last; null where there was none. */
export async function getPreviousShift(db: Db): Promise<ShiftRecord | null> {
  const [shift] = await db
    .select()
    .from(dutyShifts)
    .orderBy(desc(dutyShifts.startedAt))
    .limit(1)
    .offset((await getCurrentShift(db)) ? 1 : 0);
  return shift ?? null;
}

/**
 * Adds an entry to the duty log, in the caller's transaction.
 * @param shift the shift that it belongs to; default: the one that lasts now
 */
export async function appendDutyLog(
  db: Db,
  entry: DutyLogEntry,
  shift?: Pick<ShiftRecord, "id"> | null,
): Promise<DutyLogRecord> {
  const owner = shift === undefined ? await getCurrentShift(db) : shift;
  const [record] = await db
    .insert(dutyLog)
    .values({ ...entry, shiftId: owner?.id ?? null })
    .returning();
  if (!record) throw new Error("An insert returns its row");
  return record;
}
