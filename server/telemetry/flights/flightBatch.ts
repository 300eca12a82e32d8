import type { PgTable } from "drizzle-orm/pg-core";
import type { hangars } from "../../db/schema/hangar.ts";
import type { tasks } from "../../db/schema/task.ts";
import type { rejectedSamples, taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";

export type Insert<T extends PgTable> = T["$inferInsert"];

export interface Change<T extends PgTable> {
  readonly id: string;
  readonly set: Partial<Insert<T>>;
}

/** Rows of live flight that are written together, in the order of these lists: each needs only what comes before it. */
export interface FlightBatch {
  readonly tasks: readonly Insert<typeof tasks>[];
  readonly changes: readonly Change<typeof tasks>[];
  readonly tracks: readonly Insert<typeof taskTracks>[];
  readonly events: readonly Insert<typeof taskEvents>[];
  readonly rejected: readonly Insert<typeof rejectedSamples>[];
  readonly hangars: readonly Change<typeof hangars>[];
}

export const batchSize = ({ tasks, changes, tracks, events, rejected, hangars }: FlightBatch): number =>
  [tasks, changes, tracks, events, rejected, hangars].reduce((sum, list) => sum + list.length, 0);

export const joined = (first: FlightBatch, then: FlightBatch): FlightBatch => ({
  tasks: [...first.tasks, ...then.tasks],
  changes: [...first.changes, ...then.changes],
  tracks: [...first.tracks, ...then.tracks],
  events: [...first.events, ...then.events],
  rejected: [...first.rejected, ...then.rejected],
  hangars: [...first.hangars, ...then.hangars],
});

/** The first so many rows of a batch, and the others. */
export function parted(batch: FlightBatch, count: number): readonly [FlightBatch, FlightBatch] {
  let room = count;
  const cut = <T>(list: readonly T[]): readonly [readonly T[], readonly T[]] => {
    const own = Math.min(room, list.length);
    room -= own;
    return [list.slice(0, own), list.slice(own)];
  };
  const [tasks, changes, tracks] = [cut(batch.tasks), cut(batch.changes), cut(batch.tracks)];
  const [events, rejected, hangars] = [cut(batch.events), cut(batch.rejected), cut(batch.hangars)];
  const side = (at: 0 | 1): FlightBatch => ({
    tasks: tasks[at],
    changes: changes[at],
    tracks: tracks[at],
    events: events[at],
    rejected: rejected[at],
    hangars: hangars[at],
  });
  return [side(0), side(1)];
}
