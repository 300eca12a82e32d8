import { asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isInScope, type ScopedLike } from "../../machines/status/dutyScope.ts";
import type { Db } from "../db/handle.ts";
import { companies } from "../db/schema/company.ts";
import { dutyLog, dutyShifts } from "../db/schema/duty.ts";
import { flights } from "../db/schema/flight.ts";
import { tasks } from "../db/schema/task.ts";

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

/** The shifts that last now, by their beginnings; none where nobody is on duty. */
export const listOpenShifts = (db: Db): Promise<ShiftRecord[]> =>
  db
    .select()
    .from(dutyShifts)
    .where(isNull(dutyShifts.endedAt))
    .orderBy(asc(dutyShifts.startedAt), asc(dutyShifts.id));

/** The narrowest desk that watches it, as the trigger `log_alarm_event` has it. */
function findNarrowest(shifts: readonly ShiftRecord[], about: ScopedLike): ShiftRecord | undefined {
  const watching = shifts.filter(({ scope }) => isInScope(scope, about));
  return watching.find(({ scope }) => scope.by !== "all") ?? watching[0];
}

/**
 * The shift that an entry by somebody belongs to: their own, else that of the narrowest desk that watches what it is
 * about; null for none.
 */
export async function findShiftOf(db: Db, staffId: string, about: ScopedLike): Promise<ShiftRecord | null> {
  const shifts = await listOpenShifts(db);
  return shifts.find((shift) => shift.staffId === staffId) ?? findNarrowest(shifts, about) ?? null;
}

/** Whose a task is and where: the county of its last take-off, else the company's; without a task nobody can tell. */
export async function readTaskPlace(db: Db, taskId: string | null): Promise<ScopedLike> {
  const unknown = { companyId: null, regionId: null };
  if (taskId === null) return unknown;
  const [place] = await db
    .select({
      companyId: tasks.companyId,
      regionId: sql<string>`coalesce(${flights.takeoffRegionId}, ${companies.regionId})`,
    })
    .from(tasks)
    .innerJoin(companies, eq(companies.id, tasks.companyId))
    .leftJoin(flights, eq(flights.taskId, tasks.id))
    .where(eq(tasks.id, taskId))
    .orderBy(desc(flights.startedAt))
    .limit(1);
  return place ?? unknown;
}

/**
 * Whom to tell about an alarm that nobody acknowledges: of the narrowest desk that watches it, else of the first on
 * duty; null where nobody is.
 */
export async function getShiftLeader(
  db: Db,
  alarm: ScopedLike,
): Promise<{ readonly name: string; readonly phone: string } | null> {
  const shifts = await listOpenShifts(db);
  const shift = findNarrowest(shifts, alarm) ?? shifts[0];
  return shift ? { name: shift.staffName, phone: shift.leaderPhone } : null;
}

/** The shift that ended last; null where there was none. */
export async function getPreviousShift(db: Db): Promise<ShiftRecord | null> {
  const [shift] = await db
    .select()
    .from(dutyShifts)
    .where(isNotNull(dutyShifts.endedAt))
    .orderBy(desc(dutyShifts.endedAt), desc(dutyShifts.id))
    .limit(1);
  return shift ?? null;
}

/** Adds an entry to the duty log, in the caller's transaction. @param shift the one that it belongs to; null for none */
export async function appendDutyLog(
  db: Db,
  entry: DutyLogEntry,
  shift: Pick<ShiftRecord, "id"> | null,
): Promise<DutyLogRecord> {
  const [record] = await db
    .insert(dutyLog)
    .values({ ...entry, shiftId: shift?.id ?? null })
    .returning();
  if (!record) throw new Error("An insert returns its row");
  return record;
}
