import { type FleetTableData, fleetTableData } from "../../adapters/contract/liveMessages.ts";
import { createEmitter } from "../pageApi/createEmitter.ts";

export interface FleetEntry {
  readonly taskId: string;
  /** Text on the map. */
  readonly label: string;
}

/** Maps frame indexes to tasks. */
export interface FleetTable {
  readonly getTaskId: (index: number) => string | null;
  readonly indexOf: (taskId: string) => number | null;
  readonly getLabel: (index: number) => string;
  /** Applies socket message 3, or the table of a polled frame. Ignores data that does not match the contract and returns false. */
  readonly applyMessage: (data: unknown) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param forget called with indexes that no longer belong to the same drone */
export function createFleetTable(forget: (indexes: readonly number[]) => void): FleetTable {
  const entries = new Map<number, FleetEntry>();
  const indexes = new Map<string, number>();
  const changes = createEmitter();

  const removeEntry = (index: number) => {
    const entry = entries.get(index);
    if (!entry) return;
    entries.delete(index);
    if (indexes.get(entry.taskId) === index) indexes.delete(entry.taskId);
  };
  const setEntry = (index: number, entry: FleetEntry) => {
    removeEntry(index);
    entries.set(index, entry);
    indexes.set(entry.taskId, index);
  };

  const applyData = ({ full, closed, index, taskId, taskNo, droneSn }: FleetTableData) => {
    const removed = new Set(full ? entries.keys() : closed);
    index.forEach((fleetIndex, column) => {
      if (entries.get(fleetIndex)?.taskId === taskId[column]) removed.delete(fleetIndex);
      else if (entries.has(fleetIndex)) removed.add(fleetIndex);
    });
    for (const fleetIndex of removed) removeEntry(fleetIndex);
    index.forEach((fleetIndex, column) => {
      setEntry(fleetIndex, { taskId: taskId[column] ?? "", label: droneSn[column] ?? taskNo[column] ?? "" });
    });
    if (removed.size > 0) forget([...removed]);
    changes.emit();
  };

  return {
    getTaskId: (index) => entries.get(index)?.taskId ?? null,
    indexOf: (taskId) => indexes.get(taskId) ?? null,
    getLabel: (index) => entries.get(index)?.label ?? "",
    applyMessage(data) {
      const parsed = fleetTableData.safeParse(data);
      if (parsed.success) applyData(parsed.data);
      return parsed.success;
    },
    subscribe: changes.subscribe,
  };
}
