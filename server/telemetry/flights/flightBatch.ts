import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { insertAll, skipKnown } from "../../db/insertAll.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { heldSamples } from "../../db/schema/heldSample.ts";
import { sampleJournal } from "../../db/schema/sampleJournal.ts";
import { tasks } from "../../db/schema/task.ts";
import { platformEvents, rejectedSamples, taskEvents } from "../../db/schema/taskEvent.ts";
import { copyTasksToFlights } from "./copyTasksToFlights.ts";
import { withTakeoffRegion } from "./takeoffRegion.ts";
import { updateTasks } from "./updateTasks.ts";

/** What a restart of the server needs to know of an open flight, as columns of its record. */
export interface FlightState
  extends Pick<
    typeof flights.$inferSelect,
    | "id"
    | "lastAt"
    | "lastSourceAt"
    | "clockOffsetMs"
    | "phase"
    | "hasTakenOff"
    | "isForcedLanding"
    | "pct"
    | "expiresAt"
    | "line"
  > {}

export type InsertRow<T extends PgTable> = T["$inferInsert"];

export interface RowUpdate<T extends PgTable> {
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
  readonly samples: InsertRow<typeof sampleJournal>;
  /** Without samples it is deleted. */
  readonly held: InsertRow<typeof heldSamples>;
  readonly events: InsertRow<typeof taskEvents>;
  readonly rejected: InsertRow<typeof rejectedSamples>;
  readonly platformEvents: InsertRow<typeof platformEvents>;
  readonly hangarUpdates: RowUpdate<typeof hangars>;
}
export type FlightBatch = { readonly [K in keyof BatchRows]: BatchRows[K][] };
type GetRows = <K extends keyof BatchRows>(name: K) => readonly BatchRows[K][];

/** A batch whose lists come from the lists of the same name. */
const buildBatch = (getRows: GetRows): FlightBatch => ({
  tasks: [...getRows("tasks")],
  taskUpdates: [...getRows("taskUpdates")],
  flights: [...getRows("flights")],
  flightStates: [...getRows("flightStates")],
  flightUpdates: [...getRows("flightUpdates")],
  tracks: [...getRows("tracks")],
  samples: [...getRows("samples")],
  held: [...getRows("held")],
  events: [...getRows("events")],
  rejected: [...getRows("rejected")],
  platformEvents: [...getRows("platformEvents")],
  hangarUpdates: [...getRows("hangarUpdates")],
});

export const createEmptyBatch = (): FlightBatch => buildBatch(() => []);

export const countRows = (batch: FlightBatch): number =>
  Object.values(batch).reduce((sum, list) => sum + list.length, 0);

export const mergeBatches = (first: FlightBatch, second: FlightBatch): FlightBatch =>
  buildBatch(<K extends keyof BatchRows>(name: K) => {
    const [head, tail]: readonly BatchRows[K][][] = [first[name], second[name]];
    return [...(head ?? []), ...(tail ?? [])];
  });

/** Splits a batch after `count` rows. */
export function splitBatch(batch: FlightBatch, count: number): readonly [FlightBatch, FlightBatch] {
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

const rowsPerStatement = 300;

/** The same rows, each flight's state, track, hangar and held samples once. */
export const keepLatest = (batch: FlightBatch): FlightBatch => ({
  ...batch,
  flightStates: latestFlightStates(batch.flightStates),
  tracks: latestTrackRows(batch.tracks),
  held: latestHeld(batch.held),
  hangarUpdates: mergeHangarUpdates(batch.hangarUpdates),
});

/** A reported status does not overwrite `service`: only staff end it. */
const preserveServiceStatus = (reported: string) =>
  sql`case when ${hangars.status} = 'service' then 'service' else ${reported} end`;

export type OnError = (error: unknown, call: string) => void;

/** A chunk is written again as it grows; one that was held up does not replace a longer one. */
export const keepLongerTrack = sql`on conflict (flight_id, t0) do update
  set samples = excluded.samples, bytes = excluded.bytes, last_at = excluded.last_at,
    journal_to = excluded.journal_to
  where excluded.samples >= flight_tracks.samples`;

/** Writes a batch; all of it may have been written before. */
export async function writeBatch(tx: Db, batch: FlightBatch, onError: OnError): Promise<void> {
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
  for (const rows of chunkRows(batch.samples))
    await tx.insert(sampleJournal).values(rows).onConflictDoNothing({ target: sampleJournal.n });
  await writeHeld(tx, latestHeld(batch.held));
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

const replaceHeld = sql`on conflict (sender, drone_sn) do update set samples = excluded.samples`;

async function writeHeld(tx: Db, rows: readonly InsertRow<typeof heldSamples>[]): Promise<void> {
  for (const chunk of chunkRows(rows.filter(({ samples }) => samples.length > 0)))
    await insertAll(tx, heldSamples, chunk, { onConflict: replaceHeld });
  for (const chunk of chunkRows(rows.filter(({ samples }) => samples.length === 0))) {
    const keys = chunk.map(({ sender, droneSn }) => sql`(${sender}, ${droneSn})`);
    await tx
      .delete(heldSamples)
      .where(sql`(${heldSamples.sender}, ${heldSamples.droneSn}) in (${sql.join(keys, sql`, `)})`);
  }
}

function* chunkRows<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    yield rows.slice(start, start + rowsPerStatement);
}

/** A chunk queued twice while it grew is written once: one statement cannot change a row twice. */
function latestTrackRows(rows: readonly InsertRow<typeof flightTracks>[]): InsertRow<typeof flightTracks>[] {
  return [...new Map(rows.map((row) => [`${row.flightId} ${row.t0.getTime()}`, row])).values()];
}

const latestHeld = (rows: readonly InsertRow<typeof heldSamples>[]): InsertRow<typeof heldSamples>[] => [
  ...new Map(rows.map((row) => [`${row.sender} ${row.droneSn}`, row])).values(),
];

const latestFlightStates = (states: readonly FlightState[]): FlightState[] => [
  ...new Map(states.map((state) => [state.id, state])).values(),
];

/** Merges all queued updates of each hangar. */
function mergeHangarUpdates(changes: readonly RowUpdate<typeof hangars>[]): RowUpdate<typeof hangars>[] {
  const byId = new Map<string, RowUpdate<typeof hangars>>();
  for (const { id, set } of changes) byId.set(id, { id, set: { ...byId.get(id)?.set, ...set } });
  return [...byId.values()];
}

/** Writes the states of open flights in one statement; the outcome of a flight that has ended stays. */
async function writeFlightStates(tx: Db, states: readonly FlightState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.execute(sql`
    update ${flights} as f
    set last_at = s."lastAt", last_source_at = s."lastSourceAt", clock_offset_ms = s."clockOffsetMs",
      phase = s.phase, has_taken_off = s."hasTakenOff", is_forced_landing = s."isForcedLanding",
      pct = s.pct, expires_at = s."expiresAt", line = s.line
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(
      id int8, "lastAt" timestamptz, "lastSourceAt" timestamptz, "clockOffsetMs" float8, phase text,
      "hasTakenOff" boolean, "isForcedLanding" boolean, pct float8, "expiresAt" timestamptz,
      line jsonb)
    where f.id = s.id and f.ended_at is null`);
}
