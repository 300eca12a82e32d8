import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { decodeTrackChunk } from "../../../adapters/contract/track.ts";
import type { Db } from "../../db/handle.ts";
import { isAmong } from "../../db/isAmong.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { heldSamples } from "../../db/schema/heldSample.ts";
import { tasks } from "../../db/schema/task.ts";
import type { TakeOffWatch } from "../ingest/groundState.ts";
import type { Lines } from "../ingest/lines.ts";
import { copyTasksToFlights } from "./copyTasksToFlights.ts";
import type { OnError } from "./flightBatch.ts";
import type { FlightRegistry } from "./flightRegistry.ts";
import type { TaskRecord } from "./openTasks.ts";
import { restoreSamples } from "./restoreSamples.ts";
import {
  type FlightRecord,
  getPositions,
  type StoredChunk,
  sumFlights,
  toLastKnown,
  toOpenFlight,
  toRestoredState,
} from "./storedFlight.ts";
import { withTakeoffRegion } from "./takeoffRegion.ts";
import { closeAfterFlightMs } from "./taskLifecycle.ts";
import type { WriteBehind } from "./writeBehind.ts";

const recentMs = 24 * 3_600_000;
/** Tasks of one step, so that the tracks of a large fleet are not all in memory. */
const tasksAtOnce = 100;

/**
 * Opens the tasks of real devices again that were open before a restart, with the last place, age and link state of
 * their drones. Replays do not continue after a restart: theirs are closed. Of two open tasks of one drone the older is
 * closed.
 * @param onError receives stored tracks that cannot be read, and tasks for which there is no room: none of them
 * keeps the others, or the server, from going on
 */
export async function restoreFlights(
  db: Db,
  {
    registry,
    writes,
    lines,
    takeOffs,
  }: {
    readonly registry: FlightRegistry;
    readonly writes: WriteBehind;
    readonly lines: Lines;
    readonly takeOffs: TakeOffWatch;
  },
  now: Date,
  onError: OnError,
): Promise<void> {
  await restoreSamples(db, writes, onError);
  await closeInterrupted(db, { source: "replay", endReason: "服务重启", now }, onError);
  const running = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.source, "device"), eq(tasks.status, "running"), isNull(tasks.deletedAt)))
    .orderBy(asc(tasks.startedAt), asc(tasks.id));
  let left = 0;
  for (let start = 0; start < running.length; start += tasksAtOnce) {
    const some = running.slice(start, start + tasksAtOnce);
    const flightsByTask = await loadFlights(db, some);
    const tracks = await loadTracks(db, some.flatMap(getTrackIds(flightsByTask)), onError);
    for (const task of some) {
      const own = flightsByTask.get(task.id) ?? [];
      const newest = own.at(-1);
      const chunks = tracks.get(newest?.id) ?? [];
      const isOpen = newest?.endedAt === null;
      const isRestored = registry.restore(task, now.getTime(), {
        flight: isOpen ? toOpenFlight(newest, chunks) : null,
        flown: sumFlights(own),
        closesAt: isOpen
          ? Number.POSITIVE_INFINITY
          : (newest?.endedAt ?? task.startedAt ?? now).getTime() + closeAfterFlightMs,
        visited:
          task.route.length > 0
            ? own.flatMap(({ id }) => tracks.get(id) ?? []).flatMap(({ chunk }) => getPositions(chunk))
            : [],
        line: newest?.line ? lines.restore(newest.line, now.getTime()) : null,
        known: newest ? toRestoredState(newest, chunks) : null,
      });
      if (!isRestored) left += 1;
    }
  }
  if (left > 0)
    onError(new Error(`${left} open tasks do not fit into this server and are not followed`), "restart");
  const landed = await db
    .select({ droneSn: flights.droneSn, companyId: flights.companyId, endedAt: flights.endedAt })
    .from(flights)
    .where(and(isNotNull(flights.endedAt), gte(flights.endedAt, new Date(now.getTime() - recentMs))))
    .orderBy(asc(flights.endedAt));
  for (const { droneSn, companyId, endedAt } of landed)
    if (endedAt && !registry.getByDrone(droneSn))
      registry.dronesOnGround.add(droneSn, companyId, endedAt.getTime());
  for (const { sender, samples } of await db.select().from(heldSamples))
    takeOffs.restore(sender || null, samples);
}

/**
 * Closes the tasks of a source whose flights do not continue after a restart. A flight ends with its last sample, and has
 * the figures of the track that was stored until then.
 */
export async function closeInterrupted(
  db: Db,
  { source, endReason, now }: Readonly<{ source: "simulator" | "replay"; endReason: string; now: Date }>,
  onError: OnError,
): Promise<void> {
  const open = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.source, source), inArray(tasks.status, ["planned", "running"])));
  for (let start = 0; start < open.length; start += tasksAtOnce) {
    const some = open.slice(start, start + tasksAtOnce);
    const ids = some.map(({ id }) => id);
    const flightsByTask = await loadFlights(db, some);
    const unended = [...flightsByTask.values()].flat().filter(({ endedAt }) => endedAt === null);
    const tracks = await loadTracks(
      db,
      unended.map(({ id }) => id),
      onError,
    );
    const ends = new Map<string, Partial<FlightRecord>>();
    for (const flight of unended) {
      const set = { ...toLastKnown(flight, tracks.get(flight.id) ?? []), endReason };
      await db.update(flights).set(withTakeoffRegion(set)).where(eq(flights.id, flight.id));
      ends.set(flight.id, set);
    }
    for (const id of ids) {
      const own = (flightsByTask.get(id) ?? []).map((flight) => ({ ...flight, ...ends.get(flight.id) }));
      const { flights: count, durationS, distanceM, maxHeightM, photos } = sumFlights(own);
      const figures = count > 0 ? { durationS, distanceM, maxHeightM, photoCount: photos } : {};
      const endedAt = own.at(-1)?.endedAt ?? now;
      await db
        .update(tasks)
        .set({ status: "aborted", endReason, endedAt, updatedAt: now, ...figures })
        .where(eq(tasks.id, id));
    }
    await copyTasksToFlights(db, ids);
  }
}

/** The flights of tasks, by task, in their order. */
async function loadFlights(
  db: Db,
  of: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly FlightRecord[]>> {
  const flown = await db
    .select()
    .from(flights)
    .where(
      inArray(
        flights.taskId,
        of.map(({ id }) => id),
      ),
    )
    .orderBy(asc(flights.startedAt), asc(flights.id));
  return Map.groupBy(flown, ({ taskId }) => taskId);
}

/** The flights of a task whose tracks are needed to go on: the last one; for what was visited of a route, all. */
const getTrackIds =
  (flightsByTask: ReadonlyMap<string, readonly FlightRecord[]>) =>
  ({ id, route }: Pick<TaskRecord, "id" | "route">): readonly string[] =>
    (flightsByTask.get(id) ?? []).slice(route.length > 0 ? 0 : -1).map((flight) => flight.id);

/** The pieces of flights' tracks in their order, by flight; one that cannot be read is reported and left out. */
async function loadTracks(
  db: Db,
  flightIds: readonly string[],
  onError: OnError,
): Promise<ReadonlyMap<string | undefined, readonly StoredChunk[]>> {
  const tracks = new Map<string, StoredChunk[]>();
  if (flightIds.length === 0) return tracks;
  const rows = await db
    .select()
    .from(flightTracks)
    .where(isAmong(flightTracks.flightId, flightIds))
    // By the server's clock: the drone's may have been put right in between.
    .orderBy(asc(sql`coalesce(${flightTracks.lastAt}, ${flightTracks.t0})`));
  for (const { flightId, lastAt, bytes } of rows) {
    const pieces = tracks.get(flightId) ?? [];
    tracks.set(flightId, pieces);
    try {
      const chunk = decodeTrackChunk(new Uint8Array(bytes).buffer);
      if (chunk.count > 0) pieces.push({ lastAt, chunk });
    } catch (error) {
      onError(error, `stored track of flight ${flightId}`);
    }
  }
  return tracks;
}
