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
  readonly changes: readonly RowUpdate<typeof tasks>[];
  readonly tracks: readonly InsertRow<typeof taskTracks>[];
  readonly events: readonly InsertRow<typeof taskEvents>[];
  readonly rejected: readonly InsertRow<typeof rejectedSamples>[];
  readonly hangars: readonly RowUpdate<typeof hangars>[];
}

export const countRows = ({ tasks, changes, tracks, events, rejected, hangars }: FlightBatch): number =>
  [tasks, changes, tracks, events, rejected, hangars].reduce((sum, list) => sum + list.length, 0);

export const mergeBatches = (first: FlightBatch, second: FlightBatch): FlightBatch => ({
  tasks: [...first.tasks, ...second.tasks],
  changes: [...first.changes, ...second.changes],
  tracks: [...first.tracks, ...second.tracks],
  events: [...first.events, ...second.events],
  rejected: [...first.rejected, ...second.rejected],
  hangars: [...first.hangars, ...second.hangars],
});

/** The first so many rows of a batch, and the others. */
export function splitBatch(batch: FlightBatch, count: number): readonly [FlightBatch, FlightBatch] {
  let remaining = count;
  const takeRows = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
    const taken = Math.min(remaining, list.length);
    remaining -= taken;
    return [list.slice(0, taken), list.slice(taken)];
  };
  const [tasks, changes, tracks] = [takeRows(batch.tasks), takeRows(batch.changes), takeRows(batch.tracks)];
  const [events, rejected, hangars] = [
    takeRows(batch.events),
    takeRows(batch.rejected),
    takeRows(batch.hangars),
  ];
  const toBatch = (half: 0 | 1): FlightBatch => ({
    tasks: tasks[half],
    changes: changes[half],
    tracks: tracks[half],
    events: events[half],
    rejected: rejected[half],
    hangars: hangars[half],
  });
  return [toBatch(0), toBatch(1)];
}
