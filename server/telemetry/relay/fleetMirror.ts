import { decodeFleetFrame, type FleetColumns, fleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import { partitionOf } from "../../cluster/partitions.ts";
import type { FeedListener, FeedRegistry, FeedTask } from "../feed/feedRegistry.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { createFlightRegions } from "../flights/flightRegions.ts";
import { type FleetPartMessage, type ListedTask, rowFlags } from "./liveMessages.ts";
import { createPartitionHolders } from "./partitionHolders.ts";

/** A copy of the fleets of those who own the live picture, each of its partitions. */
export interface FleetMirror extends FeedRegistry {
  /**
   * Applies a part of an owner's tick.
   * @returns the time of the tick once all its parts have arrived, UTC ms; null before, and if a change was missed
   */
  readonly apply: (part: FleetPartMessage) => number | null;
  /** Whether changes of the tasks were missed: the copy stands still until their owner has sent all its tasks. */
  readonly needsAll: () => boolean;
  /** Applies a sample of a task that a console shows in detail. @returns the task; null if it is not open */
  readonly setState: (epoch: number, state: LiveState) => FeedTask | null;
  /** Whether a message about a drone with this epoch is from its current owner. */
  readonly isNewest: (epoch: number, droneSn: string) => boolean;
}

const columnNames = Object.keys(fleetColumns) as (keyof FleetColumns)[];

/** What one owner has told. */
interface OwnerCopy {
  /** Version of its tasks; null until it has sent all of them. */
  table: number | null;
  /** Parts of its newest tick that have arrived. */
  waiting: FleetPartMessage[];
  /** By the owner's slots. Some may be another owner's by now. */
  tasks: Map<number, FeedTask>;
}

/** @param slotColumns must not be shared with another registry */
export function createFleetMirror(
  slotColumns: SlotColumns,
  listener: Pick<FeedListener, "onOpened" | "onClosed">,
): FleetMirror {
  const columns = slotColumns.createTable(fleetColumns);
  const hasPosition = slotColumns.create("u8");
  const hasRow = slotColumns.create("u8");
  const stages = slotColumns.create("u8");
  const partitions = slotColumns.create("u16");
  const values = { lat: slotColumns.create("f64", Number.NaN), lon: slotColumns.create("f64", Number.NaN) };
  const slots = slotColumns.create("u32");
  const bySlot = new Map<number, FeedTask>();
  const byTask = new Map<string, FeedTask>();
  const byDrone = new Map<string, FeedTask>();
  const states = new Map<string, LiveState>();
  const regions = createFlightRegions({ values });
  const holders = createPartitionHolders();
  const owners = new Map<number, OwnerCopy>();
  /** Slots that were used before. */
  const freeSlots: number[] = [];
  let count = 0;

  const isHeldBy = ({ slot }: FeedTask, owner: number) => holders.isHeldBy(partitions[slot] ?? 0, owner);

  function close(task: FeedTask): void {
    const { slot } = task;
    if (bySlot.get(slot) !== task) return;
    bySlot.delete(slot);
    byTask.delete(task.task.id);
    if (byDrone.get(task.task.droneSn) === task) byDrone.delete(task.task.droneSn);
    states.delete(task.task.id);
    freeSlots.push(slot);
    listener.onClosed(task);
  }
  /** @returns the task, which may have been another owner's before; null where there is no room */
  function open([, id, taskNo, droneSn, companyId]: ListedTask): FeedTask | null {
    const known = byTask.get(id);
    if (known) return known;
    const slot = freeSlots.pop() ?? bySlot.size;
    if (slot >= slotColumns.limit) return null;
    slotColumns.reach(slot);
    const task = { slot, task: { id, taskNo, droneSn, companyId } };
    hasRow[slot] = 0;
    partitions[slot] = partitionOf(droneSn);
    bySlot.set(slot, task);
    byTask.set(id, task);
    byDrone.set(droneSn, task);
    listener.onOpened(task);
    return task;
  }

  /** Brings the tasks up to date. @returns false if a change was missed */
  function updateTasks(owner: number, copy: OwnerCopy, parts: readonly FleetPartMessage[]): boolean {
    const { isFull = false, table: version = 0 } = parts[0]?.head ?? {};
    const opened = parts
      .flatMap(({ head }) => head.opened)
      .filter(([, , , droneSn]) => holders.isHeldBy(partitionOf(droneSn), owner));
    const closed = parts.flatMap(({ head }) => head.closed);
    const hasChanges = parts.some(({ head }) => head.opened.length + head.closed.length > 0);
    if (isFull) {
      const ids = new Set(opened.map(([, id]) => id));
      // Those of who held the partitions before, too.
      for (const task of byTask.values()) if (isHeldBy(task, owner) && !ids.has(task.task.id)) close(task);
      copy.tasks = new Map();
    } else if (copy.table === null || version !== copy.table + (hasChanges ? 1 : 0)) {
      copy.table = null;
      return false;
    }
    for (const slot of closed) {
      const task = copy.tasks.get(slot);
      copy.tasks.delete(slot);
      // One whose partition the owner has given up goes on with the next owner.
      if (task && isHeldBy(task, owner)) close(task);
    }
    for (const listed of opened) {
      const task = open(listed);
      if (task) copy.tasks.set(listed[0], task);
    }
    copy.table = version;
    return true;
  }

  function updateRows(owner: number, { tasks }: OwnerCopy, { frame, flags }: FleetPartMessage): void {
    const { columns: rows, count: rowCount } = decodeFleetFrame(frame);
    for (let row = 0; row < rowCount; row++) {
      const task = tasks.get(rows.index[row] ?? 0);
      if (!task || !isHeldBy(task, owner)) continue;
      const { slot } = task;
      for (const name of columnNames) columns[name][slot] = rows[name][row] ?? 0;
      columns.index[slot] = slot;
      const bits = flags[row] ?? 0;
      const isPlaced = (bits & rowFlags.hasPosition) !== 0;
      hasPosition[slot] = isPlaced ? 1 : 0;
      hasRow[slot] = 1;
      stages[slot] = bits;
      values.lat[slot] = isPlaced ? (rows.lat[row] ?? Number.NaN) : Number.NaN;
      values.lon[slot] = isPlaced ? (rows.lon[row] ?? Number.NaN) : Number.NaN;
    }
  }

  function listSlots(): void {
    count = 0;
    for (const slot of bySlot.keys()) if (hasRow[slot] === 1) slots[count++] = slot;
  }

  return {
    fleet: { columns, hasPosition },
    regions,
    slots,
    count: () => count,
    getBySlot: (slot) => bySlot.get(slot),
    getByTask: (taskId) => byTask.get(taskId),
    getByDrone: (droneSn) => byDrone.get(droneSn),
    getStage: (slot) => {
      const bits = stages[slot] ?? 0;
      if ((bits & rowFlags.underWay) === 0) return "idle";
      return (bits & rowFlags.inAir) === 0 ? "underWay" : "inAir";
    },
    getLiveState: ({ task }) => states.get(task.id) ?? null,
    needsAll: () => owners.size === 0 || [...owners.values()].some(({ table }) => table === null),
    isNewest: (epoch, droneSn) => epoch >= holders.getEpoch(partitionOf(droneSn)),
    setState: (epoch, state) => {
      const task = byTask.get(state.taskId);
      if (!task || epoch < holders.getEpoch(partitions[task.slot] ?? 0)) return null;
      states.set(state.taskId, state);
      return task;
    },
    apply: (message) => {
      const { owner, holdings, tick, parts: partCount, now } = message.head;
      const outcome = holders.note(owner, holdings);
      if (outcome === "none") {
        owners.delete(owner);
        return null;
      }
      const copy: OwnerCopy = owners.get(owner) ?? { table: null, waiting: [], tasks: new Map() };
      owners.set(owner, copy);
      if (outcome === "gained") {
        Object.assign(copy, { table: null, waiting: [] });
        for (const other of owners.keys()) if (!holders.holdsAny(other)) owners.delete(other);
      }
      if (copy.waiting[0]?.head.tick !== tick) copy.waiting = [];
      copy.waiting.push(message);
      if (copy.waiting.length < partCount) return null;
      const parts = copy.waiting;
      copy.waiting = [];
      if (!updateTasks(owner, copy, parts)) return null;
      for (const part of parts) updateRows(owner, copy, part);
      listSlots();
      return now;
    },
  };
}
