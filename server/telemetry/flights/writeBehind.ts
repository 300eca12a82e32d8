import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { rejectedSamples, taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import { sqlState } from "../../http/databaseFault.ts";
import { drawSorties, type FinishedFlight } from "../../modules/serviceGrant/drawSorties.ts";
import { batchSize, type Change, type FlightBatch, type Insert, joined, parted } from "./flightBatch.ts";

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
/** While the database is away, rows beyond these are dropped: the newest events, rejected samples and tracks. */
const mostWaiting = 100_000;
/** Some hours of a thousand flights. */
const mostTrackBytes = 256 * 1024 * 1024;

/**
 * Gathers writes until `flush`. What the database cannot take as it is (a row that breaks a rule of its table) is told
 * and left out; it holds up nothing else.
 */
export function writeBehind(db: Db, onFault: OnFault): WriteBehind {
  let waiting = gathered(nothing);
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let trackBytes = 0;
  let dropped = 0;

  function track(row: Insert<typeof taskTracks>): void {
    if (trackBytes + row.bytes.length > mostTrackBytes) dropped += 1;
    else {
      trackBytes += row.bytes.length;
      waiting.tracks.push(row);
    }
  }
  function pushBounded<T>(list: T[], row: T): void {
    if (list.length < mostWaiting) list.push(row);
    else dropped += 1;
  }
  /** Writes a batch in one transaction, or else its halves; answers with what has to wait for the database. */
  async function unwritten(batch: FlightBatch): Promise<FlightBatch> {
    const size = batchSize(batch);
    if (size === 0) return batch;
    try {
      await db.transaction((tx) => writeAll(tx, batch, onFault));
      return nothing;
    } catch (fault) {
      if (!refused(fault)) {
        onFault(fault, "live flight");
        return batch;
      }
      if (size === 1) {
        onFault(fault, "live flight, left out");
        return nothing;
      }
      const [first, then] = parted(batch, Math.ceil(size / 2));
      const left = await unwritten(first);
      // The database has gone meanwhile: the others are not tried, as they may need those before them.
      return batchSize(left) > 0 ? joined(left, then) : unwritten(then);
    }
  }
  async function write(): Promise<void> {
    const batch = waiting;
    waiting = gathered(nothing);
    const left = await unwritten(batch);
    if (batchSize(left) > 0) waiting = gathered(joined(left, waiting));
    else if (dropped > 0) {
      onFault(new Error(`${dropped} rows were dropped while the database was away`), "live flight");
      dropped = 0;
    }
    trackBytes = waiting.tracks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  return {
    task: (row) => waiting.tasks.push(row),
    taskChange: (change) => waiting.changes.push(change),
    track,
    event: (row) => pushBounded(waiting.events, row),
    rejected: (row) => pushBounded(waiting.rejected, row),
    hangarChange: (change) => waiting.hangars.push(change),
    flush: () => {
      // While a write waits for the database, all later flushes are one.
      next ??= running.then(() => {
        next = null;
        return write();
      });
      running = next;
      return next;
    },
  };
}

/**
 * Whether the same rows would be refused again: a data exception, an integrity violation or a limit of the database,
 * or a value that cannot even be sent.
 */
const refused = (fault: unknown) =>
  /^(?:2[23]|54)/.test(sqlState(fault) ?? "") || fault instanceof RangeError || fault instanceof TypeError;

const nothing: FlightBatch = { tasks: [], changes: [], tracks: [], events: [], rejected: [], hangars: [] };

/** The same rows in lists that grow, each track and hangar once. */
const gathered = ({ tasks, changes, tracks, events, rejected, hangars }: FlightBatch) => ({
  tasks: [...tasks],
  changes: [...changes],
  tracks: newestPieces(tracks),
  events: [...events],
  rejected: [...rejected],
  hangars: newestChanges(hangars),
});

/** What a hangar says of itself does not bring back one that was taken out of service. */
const unlessInService = (said: string) =>
  sql`case when ${hangars.status} = 'service' then 'service' else ${said} end`;

type OnFault = (fault: unknown, call: string) => void;

async function writeAll(tx: Db, batch: FlightBatch, onFault: OnFault): Promise<void> {
  // A batch whose end was not heard of is written again: its rows may be there.
  for (const rows of portions(batch.tasks))
    await tx.insert(tasks).values(rows).onConflictDoNothing({ target: tasks.id });
  await changeTasks(tx, batch.changes, onFault);
  for (const rows of portions(newestPieces(batch.tracks)))
    await tx
      .insert(taskTracks)
      .values(rows)
      .onConflictDoUpdate({
        target: [taskTracks.taskId, taskTracks.t0],
        set: { samples: sql`excluded.samples`, bytes: sql`excluded.bytes` },
        setWhere: sql`excluded.samples >= ${taskTracks.samples}`,
      });
  await insertAll(tx, taskEvents, batch.events, { skipKnown: true });
  for (const rows of portions(batch.rejected))
    await tx.insert(rejectedSamples).values(rows).onConflictDoNothing({ target: rejectedSamples.id });
  for (const { id, set } of batch.hangars)
    await tx
      .update(hangars)
      .set({ ...set, ...(set.status ? { status: unlessInService(set.status) } : {}) })
      .where(eq(hangars.id, id));
}

/** Changes tasks, and counts those that are finished by it against their companies' quota; a replay is no flight. */
async function changeTasks(
  tx: Db,
  changes: readonly Change<typeof tasks>[],
  onFault: OnFault,
): Promise<void> {
  const finished: FinishedFlight[] = [];
  for (const { id, set } of changes) {
    // Written again, only the first end of a flight counts, and it does not run once more.
    const first = set.status === "finished" || set.status === "running" ? isNull(tasks.endedAt) : undefined;
    const [task] = await tx
      .update(tasks)
      .set(set)
      .where(and(eq(tasks.id, id), first))
      .returning({ companyId: tasks.companyId, source: tasks.source, endedAt: tasks.endedAt });
    if (set.status === "finished" && task?.endedAt && task.source !== "replay")
      finished.push({ companyId: task.companyId, endedAt: task.endedAt });
  }
  const ofCompany = Map.groupBy(finished, ({ companyId }) => companyId);
  for (const companyId of [...ofCompany.keys()].toSorted())
    try {
      // A step of its own for each: a flight is over whatever becomes of its company's quota.
      await tx.transaction((step) => drawSorties(step, ofCompany.get(companyId) ?? []));
    } catch (fault) {
      if (!refused(fault)) throw fault;
      onFault(fault, "sorties of finished flights");
    }
}

function* portions<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

/** A piece told twice while it grew is written once: one statement cannot change a row twice. */
function newestPieces(rows: readonly Insert<typeof taskTracks>[]): Insert<typeof taskTracks>[] {
  return [...new Map(rows.map((row) => [`${row.taskId} ${row.t0.getTime()}`, row])).values()];
}

/** What a hangar has said while the database was away, as one change. */
function newestChanges(changes: readonly Change<typeof hangars>[]): Change<typeof hangars>[] {
  const byId = new Map<string, Change<typeof hangars>>();
  for (const { id, set } of changes) byId.set(id, { id, set: { ...byId.get(id)?.set, ...set } });
  return [...byId.values()];
}
