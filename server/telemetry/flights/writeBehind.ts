import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { rejectedSamples, taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import { drawSorties, type FinishedFlight } from "../../modules/serviceGrant/drawSorties.ts";
import { insertAll } from "../../seed/insertAll.ts";

type Insert<T extends PgTable> = T["$inferInsert"];
interface Change<T extends PgTable> {
  readonly id: string;
  readonly set: Partial<Insert<T>>;
}

/** Writes of live flight, gathered so that the database sees few statements and the fleet waits for none. */
export interface WriteBehind {
  readonly task: (row: Insert<typeof tasks>) => void;
  readonly taskChange: (change: Change<typeof tasks>) => void;
  readonly track: (row: Insert<typeof taskTracks>) => void;
  readonly event: (row: Insert<typeof taskEvents>) => void;
  readonly rejected: (row: Insert<typeof rejectedSamples>) => void;
  readonly hangarChange: (change: Change<typeof hangars>) => void;
  /** Everything told so far is written when it resolves; what fails is kept and tried again. */
  readonly flush: () => Promise<void>;
}

const rowsAtOnce = 300;
/** While the database is away, what may be lost is dropped from here on: events and rejected samples. */
const mostWaiting = 100_000;

/** Gathers writes until `flush`. */
export function writeBehind(db: Db, onFault: (fault: unknown, call: string) => void): WriteBehind {
  let waiting = empty();
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = waiting;
    if (size(batch) === 0) return;
    waiting = empty();
    try {
      await db.transaction((tx) => writeAll(tx, batch));
    } catch (fault) {
      waiting = joined(batch, waiting);
      onFault(fault, "live flight");
    }
  }
  return {
    task: (row) => waiting.tasks.push(row),
    taskChange: (change) => waiting.changes.push(change),
    track: (row) => waiting.tracks.push(row),
    event: (row) => pushBounded(waiting.events, row),
    rejected: (row) => pushBounded(waiting.rejected, row),
    hangarChange: (change) => waiting.hangars.push(change),
    flush: () => {
      running = running.then(write);
      return running;
    },
  };
}

function pushBounded<T>(list: T[], row: T): void {
  if (list.length < mostWaiting) list.push(row);
}

const empty = () => ({
  tasks: [] as Insert<typeof tasks>[],
  changes: [] as Change<typeof tasks>[],
  tracks: [] as Insert<typeof taskTracks>[],
  events: [] as Insert<typeof taskEvents>[],
  rejected: [] as Insert<typeof rejectedSamples>[],
  hangars: [] as Change<typeof hangars>[],
});
type Waiting = ReturnType<typeof empty>;

const size = (batch: Waiting) => Object.values(batch).reduce((sum, list) => sum + list.length, 0);

const joined = (first: Waiting, then: Waiting): Waiting => ({
  tasks: [...first.tasks, ...then.tasks],
  changes: [...first.changes, ...then.changes],
  tracks: [...first.tracks, ...then.tracks],
  events: [...first.events, ...then.events],
  rejected: [...first.rejected, ...then.rejected],
  hangars: [...first.hangars, ...then.hangars],
});

async function writeAll(tx: Db, batch: Waiting): Promise<void> {
  for (const rows of portions(batch.tasks)) await tx.insert(tasks).values(rows);
  await changeTasks(tx, batch.changes);
  for (const rows of portions(newestPieces(batch.tracks)))
    await tx
      .insert(taskTracks)
      .values(rows)
      .onConflictDoUpdate({
        target: [taskTracks.taskId, taskTracks.t0],
        set: { samples: sql`excluded.samples`, bytes: sql`excluded.bytes` },
        setWhere: sql`excluded.samples >= ${taskTracks.samples}`,
      });
  await insertAll(tx, taskEvents, batch.events);
  for (const rows of portions(batch.rejected)) await tx.insert(rejectedSamples).values(rows);
  for (const { id, set } of batch.hangars) await tx.update(hangars).set(set).where(eq(hangars.id, id));
}

/** Changes tasks, and counts those that are finished by it against their companies' quota; a replay is no flight. */
async function changeTasks(tx: Db, changes: readonly Change<typeof tasks>[]): Promise<void> {
  const finished: FinishedFlight[] = [];
  for (const { id, set } of changes) {
    const [task] = await tx
      .update(tasks)
      .set(set)
      .where(eq(tasks.id, id))
      .returning({ companyId: tasks.companyId, source: tasks.source, endedAt: tasks.endedAt });
    if (set.status === "finished" && task?.endedAt && task.source !== "replay")
      finished.push({ companyId: task.companyId, endedAt: task.endedAt });
  }
  await drawSorties(tx, finished);
}

function* portions<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

/** A piece told twice while it grew is written once: one statement cannot change a row twice. */
function newestPieces(rows: readonly Insert<typeof taskTracks>[]): Insert<typeof taskTracks>[] {
  return [...new Map(rows.map((row) => [`${row.taskId} ${row.t0.getTime()}`, row])).values()];
}
