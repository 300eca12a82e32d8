import { and, asc, desc, eq, gt, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { type AlarmFlood, alarmOpenMax, alarmPriority } from "../../adapters/contract/alarm.ts";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { quietStates, waitingStates } from "../../machines/status/alarm.ts";
import type { Db } from "../db/handle.ts";
import { type AlarmRecord, alarmEvents, alarms } from "../db/schema/alarm.ts";
import { inScopeSql } from "../duty/inScopeSql.ts";
import { toAlarmSearch } from "./alarmRow.ts";
import { type AlarmActor, type AlarmEvent, applyAlarmEvent } from "./alarmTransition.ts";
import { isFoldable } from "./flood.ts";
import { type Cause, toCauseKey } from "./openAlarms.ts";

type AlarmEventInsert = typeof alarmEvents.$inferInsert;

/** Reads alarms and keeps everybody else from changing them until the transaction ends. */
export const lockAlarms = (db: Db, ids: readonly string[]): Promise<AlarmRecord[]> =>
  db
    .select()
    .from(alarms)
    .where(inArray(alarms.id, [...ids]))
    // Always in the same order, so that two transactions do not wait for each other.
    .orderBy(asc(alarms.id))
    .for("update");

/** The open alarms of causes that hold, of these causes: at most one each. */
export async function readHoldingAlarms(db: Db, causes: readonly Cause[]): Promise<AlarmRecord[]> {
  const keys = new Set(causes.map(toCauseKey));
  const holding = await db
    .select()
    .from(alarms)
    .where(
      and(
        alarms.isHolding,
        ne(alarms.state, "gone"),
        inArray(alarms.kind, [...new Set(causes.map(({ kind }) => kind))]),
        inArray(alarms.droneSn, [...new Set(causes.map(({ droneSn }) => droneSn))]),
      ),
    );
  return holding.filter((alarm) => keys.has(toCauseKey(alarm)));
}

/** The open alarms, most urgent first, and those whose cause has held since `since`. */
export const readOpenAlarms = (db: Db, since?: Date): Promise<AlarmRecord[]> =>
  db
    .select()
    .from(alarms)
    .where(or(ne(alarms.state, "gone"), since && or(gt(alarms.lastAt, since), gt(alarms.clearedAt, since))))
    .orderBy(asc(alarms.priority), asc(alarms.raisedAt), asc(alarms.id));

const unfoldedPriorities = alarmPriority.schema.options.filter((priority) => !isFoldable({ priority }));

/** What a desk that does not watch everything watches, with its flood. */
interface ListingDesk {
  readonly scope: DutyScope;
  readonly flood: AlarmFlood;
}

/**
 * The open alarms that screens list, as many as one answer has room for, without what a flood folds: first those of the
 * desk, of these those that wait for an acknowledgement, last those that ask for nothing now; of each the most urgent,
 * and of these the newest.
 * @param desk of the reader; null where it watches everything, or there is none
 * @param scope of the screen that reads: it lists no others
 * @returns also how many that ask for something are left out
 */
export async function readListedAlarms(
  db: Db,
  { isActive }: AlarmFlood,
  desk: ListingDesk | null,
  scope?: DutyScope,
): Promise<{ readonly listed: AlarmRecord[]; readonly more: number }> {
  const isOwn = desk ? inScopeSql(desk.scope) : sql`true`;
  const isUnfolded = inArray(alarms.priority, unfoldedPriorities);
  const isListed = and(
    ne(alarms.state, "gone"),
    scope && inScopeSql(scope),
    isActive ? (desk && !desk.flood.isActive ? or(isUnfolded, isOwn) : isUnfolded) : undefined,
  );
  const asks = and(isListed, notInArray(alarms.state, [...quietStates]));
  const rank = sql`case when ${inArray(alarms.state, [...waitingStates])} then 0 when ${asks} then 1 else 2 end`;
  const listed = await db
    .select()
    .from(alarms)
    .where(isListed)
    .orderBy(
      ...(desk ? [desc(isOwn)] : []),
      asc(rank),
      asc(alarms.priority),
      desc(alarms.raisedAt),
      desc(alarms.id),
    )
    .limit(alarmOpenMax);
  if (listed.length < alarmOpenMax) return { listed, more: 0 };
  const asking = listed.filter(({ state }) => !quietStates.includes(state)).length;
  return { listed, more: (await db.$count(alarms, asks)) - asking };
}

export interface ChangeContext {
  readonly db: Db;
  readonly newId: () => string;
  readonly now: Date;
  readonly by: AlarmActor;
}

/** The line of the duty log for what has happened to an alarm. */
export const toAlarmEvent = (
  { newId, now, by }: Pick<ChangeContext, "newId" | "now" | "by">,
  { id, state, priority }: AlarmRecord,
  kind: AlarmEventInsert["kind"],
  remark = "",
): AlarmEventInsert => ({
  id: newId(),
  alarmId: id,
  at: now,
  kind,
  state,
  priority,
  byId: by?.id ?? null,
  byName: by?.name ?? "",
  remark,
});

/**
 * Applies an event to a locked alarm and stores it with its line of the duty log.
 * @returns the alarm as it is then; null where its state does not allow the event
 */
export async function changeAlarm(
  context: ChangeContext,
  alarm: AlarmRecord,
  event: AlarmEvent,
): Promise<AlarmRecord | null> {
  const change = applyAlarmEvent(alarm, event, context.now, context.by);
  if (!change) return null;
  const changed = { ...alarm, ...change.set };
  await context.db.update(alarms).set(change.set).where(eq(alarms.id, alarm.id));
  if (change.logged)
    await context.db
      .insert(alarmEvents)
      .values(toAlarmEvent(context, changed, change.logged, getRemark(event)));
  return changed;
}

function getRemark(event: AlarmEvent): string {
  if (event.type === "acknowledge") return event.together > 1 ? `按原因一次确认 ${event.together} 条` : "";
  if (event.type === "shelve") return event.reason;
  return event.type === "close" ? event.note : "";
}

/** Gives the alarms of a task to the one that its flights are attached to. @returns them as they are then */
export async function attachAlarms(
  db: Db,
  fromTaskId: string,
  to: { readonly id: string; readonly taskNo: string; readonly name: string },
): Promise<AlarmRecord[]> {
  const found = await db.select().from(alarms).where(eq(alarms.taskId, fromTaskId)).for("update");
  const moved: AlarmRecord[] = [];
  for (const alarm of found) {
    const task = { taskId: to.id, taskNo: to.taskNo, taskName: to.name };
    const search = toAlarmSearch({ ...alarm, ...task });
    const set = { ...task, search, version: alarm.version + 1 };
    await db.update(alarms).set(set).where(eq(alarms.id, alarm.id));
    moved.push({ ...alarm, ...set });
  }
  return moved;
}
