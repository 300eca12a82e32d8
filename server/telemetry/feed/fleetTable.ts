import type { FleetTableData } from "../../../adapters/contract/liveMessages.ts";
import type { FeedRegistry, FeedTask } from "./feedRegistry.ts";

/** Maps frame indexes to tasks. Changes are collected between ticks and sent with the next one. */
export interface FleetTable {
  readonly version: () => number;
  readonly add: (task: FeedTask) => void;
  readonly remove: (task: Pick<FeedTask, "slot">) => void;
  /** Everything, for who has nothing yet. @param slots only these */
  readonly full: (slots?: Uint32Array) => FleetTableData;
  /** Returns the changes since the last call under a new version; null without changes. */
  readonly flushChanges: () => FleetTableData | null;
}

export function createFleetTable(registry: Pick<FeedRegistry, "slots" | "count" | "getBySlot">): FleetTable {
  let version = 1;
  let added = new Map<number, FeedTask>();
  let removed = new Set<number>();

  const toColumns = (tasks: readonly FeedTask[]) => ({
    index: tasks.map(({ slot }) => slot),
    taskId: tasks.map(({ task }) => task.id),
    taskNo: tasks.map(({ task }) => task.taskNo),
    droneSn: tasks.map(({ task }) => task.droneSn),
  });

  return {
    version: () => version,
    add: (task) => added.set(task.slot, task),
    remove: ({ slot }) => {
      // A flight added and removed between two ticks was never sent.
      if (!added.delete(slot)) removed.add(slot);
    },
    full: (slots = registry.slots.subarray(0, registry.count())) => {
      const tasks = Array.from(slots, (slot) => registry.getBySlot(slot));
      const known = tasks.filter((task) => task !== undefined && !added.has(task.slot));
      return { table: version, full: true, closed: [], ...toColumns(known.filter(isOpen)) };
    },
    flushChanges: () => {
      if (added.size === 0 && removed.size === 0) return null;
      version += 1;
      const change = { table: version, full: false, closed: [...removed], ...toColumns([...added.values()]) };
      added = new Map();
      removed = new Set();
      return change;
    },
  };
}

const isOpen = (task: FeedTask | undefined): task is FeedTask => task !== undefined;
