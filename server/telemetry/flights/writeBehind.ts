import { lt } from "drizzle-orm";
import { isPassing } from "../../db/databaseError.ts";
import type { Db } from "../../db/handle.ts";
import type { flights, flightTracks } from "../../db/schema/flight.ts";
import type { hangars } from "../../db/schema/hangar.ts";
import type { heldSamples } from "../../db/schema/heldSample.ts";
import { sampleJournal } from "../../db/schema/sampleJournal.ts";
import type { tasks } from "../../db/schema/task.ts";
import type { platformEvents, rejectedSamples, taskEvents } from "../../db/schema/taskEvent.ts";
import { setAside } from "../../db/setAside.ts";
import {
  countRows,
  createEmptyBatch,
  type FlightBatch,
  type FlightState,
  type InsertRow,
  keepLatest,
  mergeBatches,
  type OnError,
  type RowUpdate,
  splitBatch,
  writeBatch,
} from "./flightBatch.ts";
import { createSampleJournal, type SampleJournal } from "./sampleJournal.ts";

/** Queues writes, so that the database gets few statements and ingest never waits for it. */
export interface WriteBehind {
  readonly insertTask: (row: InsertRow<typeof tasks>) => void;
  readonly updateTask: (change: RowUpdate<typeof tasks>) => void;
  readonly insertFlight: (row: InsertRow<typeof flights>) => void;
  /** Queues the state of an open flight; of one flight the last counts. */
  readonly updateFlightState: (state: FlightState) => void;
  readonly updateFlight: (change: RowUpdate<typeof flights>) => void;
  /** Queues a chunk with all samples of its flight that no chunk before it has. */
  readonly insertTrack: (chunk: Omit<InsertRow<typeof flightTracks>, "journalTo">) => void;
  /** What is added to it is stored with the next flush, until chunks have it. */
  readonly journal: Pick<SampleJournal, "add" | "continueAfter">;
  /** Queues all that is held of a drone; of one drone the last counts. */
  readonly holdSamples: (row: InsertRow<typeof heldSamples>) => void;
  readonly insertEvent: (row: InsertRow<typeof taskEvents>) => void;
  readonly insertRejected: (row: InsertRow<typeof rejectedSamples>) => void;
  readonly insertPlatformEvent: (row: InsertRow<typeof platformEvents>) => void;
  readonly updateHangar: (change: RowUpdate<typeof hangars>) => void;
  /**
   * Writes all queued rows. Rows that cannot be written now stay queued for the next flush.
   * @returns whether all are written, and no sample was dropped
   */
  readonly flush: () => Promise<boolean>;
}

/** A queue that says how far it is behind. */
export interface TimedWriteBehind extends WriteBehind {
  /** For how long the oldest row has waited, ms; 0 where none waits. */
  readonly oldestMs: () => number;
}

/** While the database is unreachable, newer rows beyond these limits are dropped. Limit per list of events or samples. */
const maxQueuedRows = 100_000;
/**
 * Limit of queued tracks and samples; a few hours of a thousand flights. Above it a chunk is taken where the journal
 * keeps samples of it: those were acknowledged, or may be. As its rows need room too, that is few chunks.
 */
const maxQueuedTrackBytes = 256 * 1024 * 1024;
/** Samples that chunks have are deleted from the journal this often. */
const cutEveryMs = 10_000;

/**
 * Queues writes until `flush`. A row that the database will never take, for example by a constraint, is put aside with
 * its reason; the rest of the batch is still written.
 */
export function createWriteBehind(
  db: Db,
  onError: OnError,
  maxTrackBytes = maxQueuedTrackBytes,
): TimedWriteBehind {
  let queue = createEmptyBatch();
  let lastWrite: Promise<boolean> = Promise.resolve(true);
  let scheduledFlush: Promise<boolean> | null = null;
  const journal = createSampleJournal();
  let cutAt = performance.now();
  let trackBytes = 0;
  let dropped = 0;
  /** `performance.now()` of the oldest queued row, and of the oldest that is being written; null: none. */
  let oldestAt: number | null = null;
  let writingSince: number | null = null;

  /** Called before a row is queued. */
  const waiting = (): FlightBatch => {
    oldestAt ??= performance.now();
    return queue;
  };

  const insertTrack: WriteBehind["insertTrack"] = (chunk) => {
    const isTaken = trackBytes + chunk.bytes.length <= maxTrackBytes || journal.hasKept(chunk.flightId);
    const journalTo = journal.cover(chunk.flightId);
    if (isTaken) {
      trackBytes += chunk.bytes.length;
      waiting().tracks.push({ ...chunk, journalTo });
    } else dropped += 1;
  };
  function pushBounded<T>(list: T[], row: T): void {
    if (list.length < maxQueuedRows) list.push(row);
    else dropped += 1;
  }
  /** Writes a batch in one transaction; on a permanent error in halves. Returns the rows to retry later. */
  async function tryWrite(batch: FlightBatch): Promise<FlightBatch> {
    const size = countRows(batch);
    if (size === 0) return batch;
    try {
      await db.transaction((tx) => writeBatch(tx, batch, onError));
      return createEmptyBatch();
    } catch (error) {
      if (isPassing(error)) {
        onError(error, "live flight");
        return batch;
      }
      if (size === 1)
        return (await setAside({ db, onError }, "live flight", batch, error)) ? createEmptyBatch() : batch;
      const [first, second] = splitBatch(batch, Math.ceil(size / 2));
      const remaining = await tryWrite(first);
      // The database became unreachable: the second half may refer to rows of the first, so both wait.
      return countRows(remaining) > 0 ? mergeBatches(remaining, second) : tryWrite(second);
    }
  }
  /** Queues what the journal got since the last call; false where it is dropped. */
  function takeSamples(): boolean {
    const row = journal.take();
    if (!row) return true;
    if (trackBytes + row.bytes.length > maxTrackBytes) {
      dropped += row.samples;
      return false;
    }
    trackBytes += row.bytes.length;
    waiting().samples.push(row);
    journal.keep();
    return true;
  }
  async function cutJournal(before: number): Promise<void> {
    if (performance.now() - cutAt < cutEveryMs) return;
    cutAt = performance.now();
    await db
      .delete(sampleJournal)
      .where(lt(sampleJournal.n, before))
      .catch((error: unknown) => onError(error, "sample journal"));
  }
  async function write(): Promise<boolean> {
    // Chunks that count as covering are in this batch, or were written before.
    const coveredBefore = journal.getCoveredBefore();
    const areTaken = takeSamples();
    const batch = queue;
    queue = createEmptyBatch();
    [writingSince, oldestAt] = [oldestAt, null];
    const remaining = await tryWrite(batch);
    const isWritten = countRows(remaining) === 0;
    if (isWritten) {
      await cutJournal(coveredBefore);
      if (dropped > 0)
        onError(new Error(`${dropped} rows were dropped while the database was away`), "live flight");
      dropped = 0;
    } else {
      queue = keepLatest(mergeBatches(remaining, queue));
      oldestAt = writingSince;
    }
    writingSince = null;
    trackBytes = [...queue.tracks, ...queue.samples].reduce((sum, { bytes }) => sum + bytes.length, 0);
    return isWritten && areTaken;
  }
  return {
    insertTask: (row) => waiting().tasks.push(row),
    updateTask: (change) => waiting().taskUpdates.push(change),
    insertFlight: (row) => waiting().flights.push(row),
    updateFlightState: (state) => waiting().flightStates.push(state),
    updateFlight: (change) => waiting().flightUpdates.push(change),
    insertTrack,
    journal,
    holdSamples: (row) => waiting().held.push(row),
    insertEvent: (row) => pushBounded(waiting().events, row),
    insertRejected: (row) => pushBounded(waiting().rejected, row),
    insertPlatformEvent: (row) => waiting().platformEvents.push(row),
    updateHangar: (change) => waiting().hangarUpdates.push(change),
    oldestMs: () => {
      const since = writingSince ?? oldestAt;
      return since === null ? 0 : performance.now() - since;
    },
    flush: () => {
      // Flushes requested during a write share the next one.
      scheduledFlush ??= lastWrite.then(() => {
        scheduledFlush = null;
        return write();
      });
      lastWrite = scheduledFlush;
      return scheduledFlush;
    },
  };
}
