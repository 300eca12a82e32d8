import { and, asc, eq, gte, inArray, isNotNull, isNull } from "drizzle-orm";
import { decodeTrackChunk } from "../../../adapters/contract/track.ts";
import type { Db } from "../../db/handle.ts";
import { isAmong } from "../../db/isAmong.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { copyTasksToFlights } from "./copyTasksToFlights.ts";
import type { OnError } from "./flightBatch.ts";
import type { FlightRegistry } from "./flightRegistry.ts";
import { restoreSamples } from "./restoreSamples.ts";
import {
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
const closedAtOnce = 100;

/**
 * Opens the tasks of real devices again that were open before a restart, with the last place, age and link state of
 * their drones. Replays do not continue after a restart: theirs are closed. Of two open tasks of one drone the older is
 * closed.
 * @param onError receives stored tracks that cannot be read, and tasks for which there is no room: none of them
 * keeps the others, or the server, from going on
 */
export async function restoreFlights(
  db: Db,
  { registry, writes }: { readonly registry: FlightRegistry; readonly writes: WriteBehind },
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
  const flown =
    running.length > 0
      ? await db
          .select()
          .from(flights)
          .where(
            isAmong(
              flights.taskId,
              running.map(({ id }) => id),
            ),
          )
          .orderBy(asc(flights.startedAt), asc(flights.id))
      : [];
  const flightsByTask = Map.groupBy(flown, ({ taskId }) => taskId);
  let left = 0;
  for (const task of running) {
    const own = flightsByTask.get(task.id) ?? [];
    const newest = own.at(-1);
    const chunks = newest ? await loadChunks(db, newest.id, onError) : [];
    const earlier =
      task.route.length > 0
        ? await Promise.all(own.slice(0, -1).map(({ id }) => loadChunks(db, id, onError)))
        : [];
    const isOpen = newest?.endedAt === null;
    const isRestored = registry.restore(task, now.getTime(), {
      flight: isOpen ? toOpenFlight(newest, chunks) : null,
      flown: sumFlights(own),
      closesAt: isOpen
        ? Number.POSITIVE_INFINITY
        : (newest?.endedAt ?? task.startedAt ?? now).getTime() + closeAfterFlightMs,
      visited:
        task.route.length > 0
          ? [...earlier.flat(), ...chunks].flatMap(({ chunk }) => getPositions(chunk))
          : [],
      known: newest ? toRestoredState(newest, chunks) : null,
    });
    if (!isRestored) left += 1;
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
  for (let start = 0; start < open.length; start += closedAtOnce) {
    const ids = open.slice(start, start + closedAtOnce).map(({ id }) => id);
    const flown = await db
      .select()
      .from(flights)
      .where(inArray(flights.taskId, ids))
      .orderBy(asc(flights.startedAt), asc(flights.id));
    const ended = await Promise.all(
      flown.map(async (flight) => {
        if (flight.endedAt !== null) return flight;
        const set = { ...toLastKnown(flight, await loadChunks(db, flight.id, onError)), endReason };
        await db.update(flights).set(withTakeoffRegion(set)).where(eq(flights.id, flight.id));
        return { ...flight, ...set };
      }),
    );
    const byTask = Map.groupBy(ended, ({ taskId }) => taskId);
    for (const id of ids) {
      const own = byTask.get(id) ?? [];
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

/** The pieces of a flight's track in their order; one that cannot be read is reported and left out. */
async function loadChunks(db: Db, flightId: string, onError: OnError): Promise<StoredChunk[]> {
  const rows = await db
    .select()
    .from(flightTracks)
    .where(eq(flightTracks.flightId, flightId))
    .orderBy(asc(flightTracks.t0));
  return rows.flatMap(({ lastAt, bytes }) => {
    try {
      const chunk = decodeTrackChunk(new Uint8Array(bytes).buffer);
      return chunk.count > 0 ? { lastAt, chunk } : [];
    } catch (error) {
      onError(error, `stored track of flight ${flightId}`);
      return [];
    }
  });
}
