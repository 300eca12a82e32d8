import { type FleetTableData, fleetTableData } from "../../../../adapters/contract/live.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";

export interface FleetEntry {
  readonly taskId: string;
  /** What stands on the map. */
  readonly name: string;
}

/** Which task each index of the frames is. */
export interface FleetTable {
  readonly taskOf: (index: number) => string | null;
  readonly indexOf: (taskId: string) => number | null;
  readonly nameOf: (index: number) => string;
  /** Message 3 of the socket; what does not fit the contract changes nothing and answers false. */
  readonly take: (data: unknown) => boolean;
  /** While the line is down: the list's own tasks, those unknown at indexes of their own. */
  readonly takeList: (tasks: readonly TaskRow[]) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

/** @param forget told of indexes that stand for another drone from now on */
export function createFleetTable(forget: (indexes: readonly number[]) => void): FleetTable {
  const entries = new Map<number, FleetEntry>();
  const indexes = new Map<string, number>();
  const changed = new Set<() => void>();

  const drop = (index: number) => {
    const entry = entries.get(index);
    if (!entry) return;
    entries.delete(index);
    if (indexes.get(entry.taskId) === index) indexes.delete(entry.taskId);
  };
  const put = (index: number, entry: FleetEntry) => {
    drop(index);
    entries.set(index, entry);
    indexes.set(entry.taskId, index);
  };
  const tell = () => {
    for (const told of changed) told();
  };

  const takeData = ({ full, closed, index, taskId, taskNo, droneSn }: FleetTableData) => {
    const gone = new Set(full ? entries.keys() : closed);
    index.forEach((row, place) => {
      if (entries.get(row)?.taskId === taskId[place]) gone.delete(row);
      else if (entries.has(row)) gone.add(row);
    });
    for (const row of gone) drop(row);
    index.forEach((row, place) => {
      put(row, { taskId: taskId[place] ?? "", name: droneSn[place] ?? taskNo[place] ?? "" });
    });
    if (gone.size > 0) forget([...gone]);
    tell();
  };

  return {
    taskOf: (index) => entries.get(index)?.taskId ?? null,
    indexOf: (taskId) => indexes.get(taskId) ?? null,
    nameOf: (index) => entries.get(index)?.name ?? "",
    take(data) {
      const parsed = fleetTableData.safeParse(data);
      if (parsed.success) takeData(parsed.data);
      return parsed.success;
    },
    takeList(tasks) {
      let free = 0;
      for (const { id, droneSn } of tasks) {
        if (indexes.has(id)) continue;
        while (entries.has(free)) free++;
        put(free, { taskId: id, name: droneSn });
      }
      tell();
    },
    subscribe(told) {
      changed.add(told);
      return () => changed.delete(told);
    },
  };
}
