import type { PgTable } from "drizzle-orm/pg-core";
import type { hangars } from "../../db/schema/hangar.ts";
import type { tasks } from "../../db/schema/task.ts";
import type { rejectedSamples, taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";

export type InsertRow<T extends PgTable> = T["$inferInsert"];

export interface RowUpdate<T extends PgTable> {
  readonly id: string;
  readonly set: Partial<InsertRow<T>>;
}

/** Rows of live flight that are written together, in the order of these lists: each needs only what comes before it. */
export interface FlightBatch {
  readonly tasks: readonly InsertRow<typeof tasks>[];
  readonly taskUpdates: readonly RowUpdate<typeof tasks>[];
  readonly tracks: readonly InsertRow<typeof taskTracks>[];
  readonly events: readonly InsertRow<typeof taskEvents>[];
  readonly rejected: readonly InsertRow<typeof rejectedSamples>[];
  readonly hangarUpdates: readonly RowUpdate<typeof hangars>[];
}

export const countRows = ({
  tasks,
  taskUpdates,
  tracks,
  events,
  rejected,
  hangarUpdates,
}: FlightBatch): number =>
  [tasks, taskUpdates, tracks, events, rejected, hangarUpdates].reduce((sum, list) => sum + list.length, 0);

export const mergeBatches = (first: FlightBatch, second: FlightBatch): FlightBatch => ({
  tasks: [...first.tasks, ...second.tasks],
  taskUpdates: [...first.taskUpdates, ...second.taskUpdates],
  tracks: [...first.tracks, ...second.tracks],
  events: [...first.events, ...second.events],
  rejected: [...first.rejected, ...second.rejected],
  hangarUpdates: [...first.hangarUpdates, ...second.hangarUpdates],
});

/** The first so many rows of a batch, and the others. */
export function splitBatch(batch: FlightBatch, count: number): readonly [FlightBatch, FlightBatch] {
  let remaining = count;
  const takeRows = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
    const taken = Math.min(remaining, list.length);
    remaining -= taken;
    return [list.slice(0, taken), list.slice(taken)];
  };
  const [tasks, taskUpdates, tracks] = [
    takeRows(batch.tasks),
    takeRows(batch.taskUpdates),
    takeRows(batch.tracks),
  ];
  const [events, rejected, hangarUpdates] = [
    takeRows(batch.events),
    takeRows(batch.rejected),
    takeRows(batch.hangarUpdates),
  ];
  const toBatch = (half: 0 | 1): FlightBatch => ({
    tasks: tasks[half],
    taskUpdates: taskUpdates[half],
    tracks: tracks[half],
    events: events[half],
    rejected: rejected[half],
    hangarUpdates: hangarUpdates[half],
  });
  return [toBatch(0), toBatch(1)];
}
