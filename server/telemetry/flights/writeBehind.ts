import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { insertAll, skipKnown } from "../../db/insertAll.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { platformEvents, rejectedSamples, taskEvents } from "../../db/schema/taskEvent.ts";
import { setAside } from "../../db/setAside.ts";
import { isPassing } from "../../http/databaseError.ts";
import { copyTasksToFlights } from "./copyTasksToFlights.ts";
import { type FlightState, writeFlightStates } from "./flightState.ts";
import { withTakeoffRegion } from "./takeoffRegion.ts";
import { updateTasks } from "./updateTasks.ts";

type InsertRow<T extends PgTable> = T["$inferInsert"];

interface RowUpdate<T extends PgTable> {
  readonly id: string;
  readonly set: Partial<InsertRow<T>>;
}

/** Rows that are written together, in the order of these lists: each needs only what comes before it. */
interface BatchRows {
  readonly tasks: InsertRow<typeof tasks>;
  readonly taskUpdates: RowUpdate<typeof tasks>;
  readonly flights: InsertRow<typeof flights>;
  readonly flightStates: FlightState;
  readonly flightUpdates: RowUpdate<typeof flights>;
  readonly tracks: InsertRow<typeof flightTracks>;
  readonly events: InsertRow<typeof taskEvents>;
  readonly rejected: InsertRow<typeof rejectedSamples>;
  readonly platformEvents: InsertRow<typeof platformEvents>;
  readonly hangarUpdates: RowUpdate<typeof hangars>;
}
type FlightBatch = { readonly [K in keyof BatchRows]: BatchRows[K][] };
type GetRows = <K extends keyof BatchRows>(name: K) => readonly BatchRows[K][];

/** A batch whose lists come from the lists of the same name. */
const buildBatch = (getRows: GetRows): FlightBatch => ({
  tasks: [...getRows("tasks")],
  taskUpdates: [...getRows("taskUpdates")],
  flights: [...getRows("flights")],
  flightStates: [...getRows("flightStates")],
  flightUpdates: [...getRows("flightUpdates")],
  tracks: [...getRows("tracks")],
  events: [...getRows("events")],
  rejected: [...getRows("rejected")],
  platformEvents: [...getRows("platformEvents")],
  hangarUpdates: [...getRows("hangarUpdates")],
});

const createEmptyBatch = (): FlightBatch => buildBatch(() => []);

const countRows = (batch: FlightBatch): number =>
  Object.values(batch).reduce((sum, list) => sum + list.length, 0);

const mergeBatches = (first: FlightBatch, second: FlightBatch): FlightBatch =>
  buildBatch(<K extends keyof BatchRows>(name: K) => {
    const [head, tail]: readonly BatchRows[K][][] = [first[name], second[name]];
    return [...(head ?? []), ...(tail ?? [])];
  });

/** Splits a batch after `count` rows. */
function splitBatch(batch: FlightBatch, count: number): readonly [FlightBatch, FlightBatch] {
  let remaining = count;
  const head = buildBatch(<K extends keyof BatchRows>(name: K) => {
    const rows: readonly BatchRows[K][] = batch[name];
    const taken = rows.slice(0, remaining);
    remaining -= taken.length;
    return taken;
  });
  const tail = buildBatch(<K extends keyof BatchRows>(name: K) => {
    const rows: readonly BatchRows[K][] = batch[name];
    return rows.slice(head[name].length);
  });
  return [head, tail];
}

/** Queues writes, so that the database gets few statements and ingest never waits for it. */
export interface WriteBehind {
  readonly insertTask: (row: InsertRow<typeof tasks>) => void;
  readonly updateTask: (change: RowUpdate<typeof tasks>) => void;
  readonly insertFlight: (row: InsertRow<typeof flights>) => void;
  /** Queues the state of an open flight; of one flight the last counts. */
  readonly updateFlightState: (state: FlightState) => void;
  readonly updateFlight: (change: RowUpdate<typeof flights>) => void;
  readonly insertTrack: (row: InsertRow<typeof flightTracks>) => void;
  readonly insertEvent: (row: InsertRow<typeof taskEvents>) => void;
  readonly insertRejected: (row: InsertRow<typeof rejectedSamples>) => void;
  readonly insertPlatformEvent: (row: InsertRow<typeof platformEvents>) => void;
  readonly updateHangar: (change: RowUpdate<typeof hangars>) => void;
  /** Writes all queued rows. Rows that cannot be written now stay queued for the next flush. */
  readonly flush: () => Promise<void>;
}

/** A queue that says how far it is behind. */
export interface TimedWriteBehind extends WriteBehind {
  /** For how long the oldest row has waited, ms; 0 where none waits. */
  readonly oldestMs: () => number;
}

const rowsPerStatement = 300;
/** While the database is unreachable, newer rows beyond these limits are dropped. Limit per list of events or samples. */
const maxQueuedRows = 100_000;
/** Limit of queued tracks; a few hours of a thousand flights. */
const maxQueuedTrackBytes = 256 * 1024 * 1024;

/**
 * Queues writes until `flush`. A row that the database will never take, for example by a constraint, is put aside with
 * its reason; the rest of the batch is still written.
 */
export function createWriteBehind(db: Db, onError: OnError): TimedWriteBehind {
  let queue = createEmptyBatch();
  let lastWrite: Promise<void> = Promise.resolve();
  let scheduledFlush: Promise<void> | null = null;
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

  function insertTrack(row: InsertRow<typeof flightTracks>): void {
    if (trackBytes + row.bytes.length > maxQueuedTrackBytes) dropped += 1;
    else {
      trackBytes += row.bytes.length;
      waiting().tracks.push(row);
    }
  }
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
  async function write(): Promise<void> {
    const batch = queue;
    queue = createEmptyBatch();
    [writingSince, oldestAt] = [oldestAt, null];
    const remaining = await tryWrite(batch);
    if (countRows(remaining) > 0) {
      queue = createQueue(mergeBatches(remaining, queue));
      oldestAt = writingSince;
    } else if (dropped > 0) {
      onError(new Error(`${dropped} rows were dropped while the database was away`), "live flight");
      dropped = 0;
    }
    writingSince = null;
    trackBytes = queue.tracks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  return {
    insertTask: (row) => waiting().tasks.push(row),
    updateTask: (change) => waiting().taskUpdates.push(change),
    insertFlight: (row) => waiting().flights.push(row),
    updateFlightState: (state) => waiting().flightStates.push(state),
    updateFlight: (change) => waiting().flightUpdates.push(change),
    insertTrack,
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

/** The same rows, each flight's state, track and hangar once. */
const createQueue = (batch: FlightBatch): FlightBatch => ({
  ...batch,
  flightStates: latestFlightStates(batch.flightStates),
  tracks: latestTrackRows(batch.tracks),
  hangarUpdates: mergeHangarUpdates(batch.hangarUpdates),
});

/** A reported status does not overwrite `service`: only staff end it. */
const preserveServiceStatus = (reported: string) =>
  sql`case when ${hangars.status} = 'service' then 'service' else ${reported} end`;

type OnError = (error: unknown, call: string) => void;

/** A chunk is written again as it grows; one that was held up does not replace a longer one. */
const keepLongerTrack = sql`on conflict (flight_id, t0) do update
  set samples = excluded.samples, bytes = excluded.bytes, last_at = excluded.last_at
  where excluded.samples >= flight_tracks.samples`;

async function writeBatch(tx: Db, batch: FlightBatch, onError: OnError): Promise<void> {
  // A batch is written again if its commit was not confirmed, so its rows may exist.
  for (const rows of chunkRows(batch.tasks))
    await tx.insert(tasks).values(rows).onConflictDoNothing({ target: tasks.id });
  await updateTasks(tx, batch.taskUpdates, onError);
  for (const rows of chunkRows(batch.flights))
    await tx.insert(flights).values(rows.map(withTakeoffRegion)).onConflictDoNothing({ target: flights.id });
  await writeFlightStates(tx, latestFlightStates(batch.flightStates));
  const updatedTaskIds: string[] = [];
  for (const { id, set } of batch.flightUpdates) {
    const [flight] = await tx
      .update(flights)
      .set(withTakeoffRegion(set))
      .where(eq(flights.id, id))
      .returning({ taskId: flights.taskId });
    if (flight) updatedTaskIds.push(flight.taskId);
  }
  await copyTasksToFlights(tx, [
    ...batch.taskUpdates.map(({ id }) => id),
    ...batch.flights.map(({ taskId }) => taskId),
    ...updatedTaskIds,
  ]);
  for (const rows of chunkRows(latestTrackRows(batch.tracks)))
    await insertAll(tx, flightTracks, rows, { onConflict: keepLongerTrack });
  await insertAll(tx, taskEvents, batch.events, { onConflict: skipKnown });
  for (const rows of chunkRows(batch.rejected))
    await tx.insert(rejectedSamples).values(rows).onConflictDoNothing({ target: rejectedSamples.id });
  for (const rows of chunkRows(batch.platformEvents))
    await tx.insert(platformEvents).values(rows).onConflictDoNothing({ target: platformEvents.id });
  for (const { id, set } of batch.hangarUpdates)
    await tx
      .update(hangars)
      .set({ ...set, ...(set.status ? { status: preserveServiceStatus(set.status) } : {}) })
      .where(eq(hangars.id, id));
}

function* chunkRows<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    yield rows.slice(start, start + rowsPerStatement);
}

/** A chunk queued twice while it grew is written once: one statement cannot change a row twice. */
function latestTrackRows(rows: readonly InsertRow<typeof flightTracks>[]): InsertRow<typeof flightTracks>[] {
  return [...new Map(rows.map((row) => [`${row.flightId} ${row.t0.getTime()}`, row])).values()];
}

const latestFlightStates = (states: readonly FlightState[]): FlightState[] => [
  ...new Map(states.map((state) => [state.id, state])).values(),
];

/** Merges all queued updates of each hangar. */
function mergeHangarUpdates(changes: readonly RowUpdate<typeof hangars>[]): RowUpdate<typeof hangars>[] {
  const byId = new Map<string, RowUpdate<typeof hangars>>();
  for (const { id, set } of changes) byId.set(id, { id, set: { ...byId.get(id)?.set, ...set } });
  return [...byId.values()];
}
