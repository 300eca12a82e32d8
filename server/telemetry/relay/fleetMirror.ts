import { decodeFleetFrame, type FleetColumns, fleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { FeedListener, FeedRegistry, FeedTask } from "../feed/feedRegistry.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { createFlightRegions } from "../flights/flightRegions.ts";
import { type FleetPartMessage, type ListedTask, rowFlags } from "./liveMessages.ts";

/** A copy of the fleet of the owner of the live picture. */
export interface FleetMirror extends FeedRegistry {
  /**
   * Applies a part of a tick.
   * @returns the time of the tick once all its parts have arrived, UTC ms; null before, and if a change was missed
   */
  readonly apply: (part: FleetPartMessage) => number | null;
  /** Whether changes of the tasks were missed: the copy stands still until the owner has sent all tasks. */
  readonly needsAll: () => boolean;
  /** Applies a sample of a task that a console shows in detail. @returns the task; null if it is not open */
  readonly setState: (epoch: number, state: LiveState) => FeedTask | null;
  /** Whether a message with this epoch is from the current owner. */
  readonly isNewest: (epoch: number) => boolean;
}

const columnNames = Object.keys(fleetColumns) as (keyof FleetColumns)[];

/** @param slotColumns must not be shared with another registry, as slots are those of the owner */
export function createFleetMirror(
  slotColumns: SlotColumns,
  listener: Pick<FeedListener, "onOpened" | "onClosed">,
): FleetMirror {
  const columns = slotColumns.createTable(fleetColumns);
  const hasPosition = slotColumns.create("u8");
  const stages = slotColumns.create("u8");
  const values = { lat: slotColumns.create("f64", Number.NaN), lon: slotColumns.create("f64", Number.NaN) };
  const slots = slotColumns.create("u32");
  const bySlot = new Map<number, FeedTask>();
  const byTask = new Map<string, FeedTask>();
  const byDrone = new Map<string, FeedTask>();
  const states = new Map<string, LiveState>();
  const regions = createFlightRegions({ values });
  let count = 0;
  let epoch = 0;
  /** Version of the tasks; null until the owner has sent all of them. */
  let table: number | null = null;
  let waiting: FleetPartMessage[] = [];

  function close(slot: number): void {
    const task = bySlot.get(slot);
    if (!task) return;
    bySlot.delete(slot);
    byTask.delete(task.task.id);
    byDrone.delete(task.task.droneSn);
    states.delete(task.task.id);
    listener.onClosed(task);
  }
  function open([slot, id, taskNo, droneSn, companyId]: ListedTask): void {
    if (bySlot.get(slot)?.task.id === id) return;
    close(slot);
    slotColumns.reach(slot);
    const task = { slot, task: { id, taskNo, droneSn, companyId } };
    bySlot.set(slot, task);
    byTask.set(id, task);
    byDrone.set(droneSn, task);
    listener.onOpened(task);
  }

  /** @returns false if a change was missed */
  function updateTasks(parts: readonly FleetPartMessage[], isFull: boolean, version: number): boolean {
    const opened = parts.flatMap(({ head }) => head.opened);
    const closed = parts.flatMap(({ head }) => head.closed);
    if (isFull) {
      const all = new Map(opened.map(([slot, id]) => [slot, id]));
      for (const [slot, { task }] of bySlot) if (all.get(slot) !== task.id) close(slot);
    } else if (table === null || version !== table + (opened.length + closed.length > 0 ? 1 : 0)) {
      table = null;
      return false;
    }
    for (const slot of closed) close(slot);
    for (const task of opened) open(task);
    table = version;
    return true;
  }

  function updateRows({ frame, flags }: FleetPartMessage): void {
    const { columns: rows, count: rowCount } = decodeFleetFrame(frame);
    for (let row = 0; row < rowCount; row++) {
      const slot = rows.index[row] ?? 0;
      if (!bySlot.has(slot)) continue;
      for (const name of columnNames) columns[name][slot] = rows[name][row] ?? 0;
      const bits = flags[row] ?? 0;
      const isPlaced = (bits & rowFlags.hasPosition) !== 0;
      hasPosition[slot] = isPlaced ? 1 : 0;
      stages[slot] = bits;
      values.lat[slot] = isPlaced ? (rows.lat[row] ?? Number.NaN) : Number.NaN;
      values.lon[slot] = isPlaced ? (rows.lon[row] ?? Number.NaN) : Number.NaN;
      slots[count++] = slot;
    }
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
    needsAll: () => table === null,
    isNewest: (other) => other >= epoch,
    setState: (from, state) => {
      const task = byTask.get(state.taskId);
      if (from < epoch || !task) return null;
      states.set(state.taskId, state);
      return task;
    },
    apply: (message) => {
      const { head } = message;
      if (head.epoch < epoch) return null;
      if (head.epoch > epoch) {
        epoch = head.epoch;
        table = null;
        waiting = [];
      }
      if (waiting[0]?.head.tick !== head.tick) waiting = [];
      waiting.push(message);
      if (waiting.length < head.parts) return null;
      const parts = waiting;
      waiting = [];
      if (!updateTasks(parts, head.isFull, head.table)) return null;
      count = 0;
      for (const part of parts) updateRows(part);
      return head.now;
    },
  };
}
