import type { tasks } from "../../db/schema/task.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import type { Line } from "../ingest/lines.ts";
import { createRouteCoverage, type RouteCoverage } from "./routeCoverage.ts";

export type TaskRecord = typeof tasks.$inferSelect;
export type TaskInsert = typeof tasks.$inferInsert;

/** What the live part of the server reads of an open task's record. */
export type TaskSummary = Pick<
  TaskRecord,
  | "id"
  | "taskNo"
  | "name"
  | "kind"
  | "droneSn"
  | "companyId"
  | "status"
  | "startedAt"
  | "plannedAt"
  | "source"
> &
  Partial<Pick<TaskRecord, "route">> &
  Pick<TaskInsert, "airspace" | "permitNo" | "permitFrom" | "permitTo" | "permitCeiling">;

/** A flight under way: from its first sample until some time after the landing. */
export interface OpenFlight {
  readonly id: string;
  /** Server's time of the first sample, UTC ms. */
  readonly startedAt: number;
  photos: number;
  hasTakenOff: boolean;
  isForcedLanding: boolean;
  /** Server's time from which a landed flight is over, UTC ms; infinite until it lands. */
  expiresAt: number;
  /** Server's time of the first sample that is in no chunk yet, UTC ms; NaN where chunks have all. */
  chunkSince: number;
}

/** Sums of the flights of a task that have ended. */
export interface FlownTotals {
  flights: number;
  durationS: number;
  distanceM: number;
  /** Over the take-off point; null where it never was known. */
  maxHeightM: number | null;
  photos: number;
  /** Greatest share of the route in percent; NaN where no source reported one. */
  pct: number;
  hasTakenOff: boolean;
  isForcedLanding: boolean;
  /** Whether some of it was recorded by an older version, which did not store progress and take-off. */
  isPartlyUnknown: boolean;
}

/** A task whose drone sends, or has sent: it occupies a slot of the fleet until it closes. */
export interface OpenTask {
  readonly slot: number;
  task: TaskSummary;
  /** The record of a task that its first believed sample creates; null where it is stored. */
  newRecord: TaskInsert | null;
  startedAt: Date | null;
  /** Null before the first believed sample and between two flights. */
  flight: OpenFlight | null;
  readonly flown: FlownTotals;
  /** Server's time from which the task is closed where no other flight starts, UTC ms. */
  closesAt: number;
  /** Progress along the planned route by where the drone was; null where nothing is planned or its source reports it. */
  coverage: RouteCoverage | null;
  /** What its last sample came in by; null for simulated and replayed flights. */
  line: Line | null;
  /** Whether its events say that its phase contradicts what it does. */
  isContradicted: boolean;
  rejectedCount: number;
  readonly onClosed: (() => void) | undefined;
}

export interface OpenTaskOptions {
  readonly newRecord?: TaskInsert | undefined;
  /** Called once when the task closes; its slot must not be sent to any more. */
  readonly onClosed?: (() => void) | undefined;
}

/** The open tasks by slot, task and drone. */
export interface OpenTasks {
  readonly bySlot: (OpenTask | undefined)[];
  readonly byTask: Map<string, OpenTask>;
  readonly byDrone: Map<string, OpenTask>;
  /** Tasks that have flown and have no flight under way, the one that ended first in front. */
  readonly resting: Set<OpenTask>;
  /** Slots in use: the first `count()` of them. */
  readonly slots: Uint32Array;
  readonly count: () => number;
  /** Null where there is no room. */
  readonly add: (task: TaskSummary, options: OpenTaskOptions) => OpenTask | null;
  readonly remove: (task: OpenTask) => void;
  /** Gives a slot to another task of the same drone. */
  readonly rename: (open: OpenTask, task: TaskSummary) => void;
}

export function createOpenTasks(slotColumns: SlotColumns): OpenTasks {
  const bySlot: (OpenTask | undefined)[] = [];
  const byTask = new Map<string, OpenTask>();
  const byDrone = new Map<string, OpenTask>();
  const resting = new Set<OpenTask>();
  const slots = slotColumns.create("u32");
  const indexBySlot = slotColumns.create("u32");
  /** Slots that were used before. */
  const freeSlots: number[] = [];
  let count = 0;
  return {
    bySlot,
    byTask,
    byDrone,
    resting,
    slots,
    count: () => count,
    add: (task, options) => {
      if (count === slotColumns.limit) return null;
      const slot = freeSlots.pop() ?? count;
      slotColumns.reach(slot);
      const open = createOpenTask(slot, task, options);
      slots[count] = slot;
      indexBySlot[slot] = count;
      count += 1;
      bySlot[slot] = open;
      byTask.set(task.id, open);
      byDrone.set(task.droneSn, open);
      return open;
    },
    rename: (open, task) => {
      byTask.delete(open.task.id);
      open.task = task;
      open.coverage = createCoverage(task);
      byTask.set(task.id, open);
    },
    remove: (open) => {
      const { slot, task } = open;
      resting.delete(open);
      bySlot[slot] = undefined;
      byTask.delete(task.id);
      if (byDrone.get(task.droneSn)?.slot === slot) byDrone.delete(task.droneSn);
      count -= 1;
      const last = slots[count] ?? 0;
      const at = indexBySlot[slot] ?? 0;
      slots[at] = last;
      indexBySlot[last] = at;
      freeSlots.push(slot);
    },
  };
}

const createCoverage = ({ source, route }: TaskSummary): RouteCoverage | null =>
  source === "device" && route && route.length > 0 ? createRouteCoverage(route) : null;

const createOpenTask = (
  slot: number,
  task: TaskSummary,
  { newRecord, onClosed }: OpenTaskOptions,
): OpenTask => ({
  slot,
  task,
  newRecord: newRecord ?? null,
  startedAt: task.startedAt,
  flight: null,
  flown: {
    flights: 0,
    durationS: 0,
    distanceM: 0,
    maxHeightM: null,
    photos: 0,
    pct: Number.NaN,
    hasTakenOff: false,
    isForcedLanding: false,
    isPartlyUnknown: false,
  },
  closesAt: Number.POSITIVE_INFINITY,
  coverage: createCoverage(task),
  line: null,
  isContradicted: false,
  rejectedCount: 0,
  onClosed,
});
