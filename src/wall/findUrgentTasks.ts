import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import {
  isAsking,
  isEnded,
  isUnacknowledged,
  isUrgentPriority,
  isWaitingP1,
} from "../../machines/alarmRules.ts";

type Alarm = Pick<AlarmRow, "taskId" | "priority" | "state" | "raisedAt">;

interface UrgentTasks {
  readonly p1Tasks: readonly string[];
  /** When the oldest P1 was raised, UTC ms; null where none waits. */
  readonly p1Since: number | null;
  /** Tasks with a P1 or P2. Less urgent ones keep their colour on the map, but take no place from the overview. */
  readonly tour: readonly string[];
}

const toTasks = (rows: readonly Alarm[]) => [
  ...new Set(rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]))),
];

/**
 * The tasks that a screen has to show near. What somebody has acknowledged no longer is among them.
 * @param alarms most urgent first
 */
export function findUrgentTasks(alarms: readonly Alarm[]): UrgentTasks {
  const waiting = alarms.filter(isAsking).filter(isUnacknowledged);
  const p1 = waiting.filter(isWaitingP1);
  const raised = p1.map(({ raisedAt }) => Date.parse(raisedAt));
  return {
    p1Tasks: toTasks(preferHolding(p1)),
    p1Since: raised.length > 0 ? Math.min(...raised) : null,
    tour: toTasks(preferHolding(waiting.filter(isUrgentPriority))),
  };
}

/** Those whose cause holds; where none does, those that only wait for their acknowledgement. */
function preferHolding<Row extends Alarm>(alarms: readonly Row[]): readonly Row[] {
  const holding = alarms.filter((alarm) => !isEnded(alarm));
  return holding.length > 0 ? holding : alarms;
}

/** A P1 that has waited for so long is told across the screen, ms. */
const overdueMs = 60_000;

/**
 * How many P1 have waited for a minute, and of those that hold the one that has waited longest; null for none.
 * @param now server's time, UTC ms
 */
export function findOverdue<Row extends Alarm>(
  alarms: readonly Row[],
  now: number,
): { readonly count: number; readonly oldest: Row } | null {
  const overdue = alarms
    .filter(isWaitingP1)
    .filter(({ raisedAt }) => now - Date.parse(raisedAt) >= overdueMs)
    .toSorted((a, b) => a.raisedAt.localeCompare(b.raisedAt));
  const [oldest] = preferHolding(overdue);
  return oldest ? { count: overdue.length, oldest } : null;
}

/** How long a new P1 is shown before those that take turns, ms. */
const freshMs = 20_000;

/**
 * Of these tasks the one with the newest P1 that waits, if that is new.
 * @param alarms most urgent first, then newest first
 * @param now server's time, UTC ms
 */
export const findFreshTask = (
  alarms: readonly Alarm[],
  tasks: readonly string[],
  now: number,
): string | null =>
  alarms.find(
    (alarm) =>
      isWaitingP1(alarm) &&
      alarm.taskId !== null &&
      tasks.includes(alarm.taskId) &&
      now - Date.parse(alarm.raisedAt) < freshMs,
  )?.taskId ?? null;

/**
 * What a task's caption tells: what waits for somebody before what has been acknowledged.
 * @param alarms most urgent first
 */
export function findTaskAlarms<Row extends Alarm>(
  alarms: readonly Row[],
  taskId: string | null,
): readonly Row[] {
  const own = alarms.filter((alarm) => isAsking(alarm) && alarm.taskId !== null && alarm.taskId === taskId);
  return [...own.filter(isUnacknowledged), ...own.filter((alarm) => !isUnacknowledged(alarm))];
}
