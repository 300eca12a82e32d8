import { and, asc, eq, gte, inArray, isNotNull, isNull } from "drizzle-orm";
import { unknownPhaseCode } from "../../../adapters/contract/flight.ts";
import { decodeTrackChunk, type TrackChunk, trackUnknown } from "../../../adapters/contract/track.ts";
import type { Db } from "../../db/handle.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import type { RestoredState } from "../fleet/fleet.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";
import { isAirborne } from "../fleet/phaseRules.ts";
import type { SampleField } from "../fleet/sampleColumns.ts";
import type { FlightRegistry } from "./flightRegistry.ts";
import type { FlownTotals, OpenFlight } from "./openTasks.ts";
import { closeAfterFlightMs, getPhaseName } from "./taskLifecycle.ts";

type FlightRecord = typeof flights.$inferSelect;
type TrackRow = typeof flightTracks.$inferSelect;

const recentMs = 24 * 3_600_000;

/**
 * Opens the tasks of real devices again that were open before a restart, with the last place, age and link state of
 * their drones. Replays do not go on after a restart: theirs are closed.
 */
export async function restoreFlights(db: Db, registry: FlightRegistry, now: Date): Promise<void> {
  await closeReplays(db, now);
  const running = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.source, "device"), eq(tasks.status, "running"), isNull(tasks.deletedAt)));
  const flown =
    running.length > 0
      ? await db
          .select()
          .from(flights)
          .where(
            inArray(
              flights.taskId,
              running.map(({ id }) => id),
            ),
          )
          .orderBy(asc(flights.startedAt), asc(flights.id))
      : [];
  const flightsByTask = Map.groupBy(flown, ({ taskId }) => taskId);
  for (const task of running) {
    const own = flightsByTask.get(task.id) ?? [];
    const newest = own.at(-1);
    const chunks = newest ? await loadChunks(db, newest.id) : [];
    const isOpen = newest?.endedAt === null;
    registry.restore(task, {
      flight: isOpen ? toOpenFlight(newest, chunks) : null,
      flown: sumFlights(own.filter(({ endedAt }) => endedAt !== null)),
      closesAt: isOpen
        ? Number.POSITIVE_INFINITY
        : (newest?.endedAt ?? task.startedAt ?? now).getTime() + closeAfterFlightMs,
      known: newest ? toRestoredState(newest, chunks) : null,
    });
  }
  const landed = await db
    .select({ droneSn: flights.droneSn, endedAt: flights.endedAt })
    .from(flights)
    .where(and(isNotNull(flights.endedAt), gte(flights.endedAt, new Date(now.getTime() - recentMs))))
    .orderBy(asc(flights.endedAt));
  for (const { droneSn, endedAt } of landed)
    if (endedAt && !registry.getByDrone(droneSn)) registry.markLanded(droneSn, endedAt.getTime());
}

async function closeReplays(db: Db, now: Date): Promise<void> {
  const closed = await db
    .update(tasks)
    .set({ status: "aborted", endReason: "服务重启", endedAt: now, updatedAt: now })
    .where(and(eq(tasks.source, "replay"), inArray(tasks.status, ["planned", "running"])))
    .returning({ id: tasks.id });
  if (closed.length === 0) return;
  await db
    .update(flights)
    .set({ endedAt: now, endReason: "服务重启" })
    .where(
      and(
        inArray(
          flights.taskId,
          closed.map(({ id }) => id),
        ),
        isNull(flights.endedAt),
      ),
    );
}

interface StoredChunk {
  readonly row: TrackRow;
  readonly chunk: TrackChunk;
}

async function loadChunks(db: Db, flightId: string): Promise<StoredChunk[]> {
  const rows = await db
    .select()
    .from(flightTracks)
    .where(eq(flightTracks.flightId, flightId))
    .orderBy(asc(flightTracks.t0));
  return rows.map((row) => ({ row, chunk: decodeTrackChunk(new Uint8Array(row.bytes).buffer) }));
}

function toOpenFlight(flight: FlightRecord, chunks: readonly StoredChunk[]): OpenFlight {
  const phases = new Set(chunks.flatMap(({ chunk }) => [...chunk.columns.phase]));
  const hasTakenOff = [...phases].some((code) => {
    const phase = getPhaseName(code);
    return phase !== undefined && phase !== "unknown" && isAirborne(phase);
  });
  const maxHeight = Math.max(...chunks.map(({ chunk }) => getMaxHeight(chunk)), Number.NEGATIVE_INFINITY);
  return {
    id: flight.id,
    startedAt: flight.startedAt.getTime(),
    photos: flight.photoCount,
    // A source without phases is taken to be in the air once it was clearly above the ground.
    hasTakenOff: hasTakenOff || (phases.has(unknownPhaseCode) && maxHeight > 2),
    isForcedLanding: [...phases].some((code) => getPhaseName(code) === "forcedLanding"),
    expiresAt: Number.POSITIVE_INFINITY,
    isTrackStored: chunks.length > 0,
  };
}

function sumFlights(ended: readonly FlightRecord[]): FlownTotals {
  const heights = ended.flatMap(({ maxHeightM }) => maxHeightM ?? []);
  return {
    flights: ended.length,
    durationS: ended.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0),
    distanceM: ended.reduce((sum, { distanceM }) => sum + (distanceM ?? 0), 0),
    maxHeightM: heights.length > 0 ? Math.max(...heights) : null,
    photos: ended.reduce((sum, { photoCount }) => sum + photoCount, 0),
    pct: Number.NaN,
    hasTakenOff: ended.length > 0,
    isForcedLanding: false,
  };
}

const getMaxHeight = ({ columns, count }: TrackChunk): number =>
  columns.hRel
    .subarray(0, count)
    .reduce((max, height) => (height === trackUnknown.height ? max : Math.max(max, height / 10)), -Infinity);

/** What the end of a stored track says; null where nothing is stored. */
function toRestoredState(flight: FlightRecord, chunks: readonly StoredChunk[]): RestoredState | null {
  const [first, last] = [chunks[0], chunks.at(-1)];
  if (!first || !last || last.chunk.count === 0) return null;
  const { columns, count, t0 } = last.chunk;
  const tSrc = t0 + (columns.dt[count - 1] ?? 0);
  const maxHeight = Math.max(...chunks.map(({ chunk }) => getMaxHeight(chunk)));
  const times = chunks.flatMap(({ chunk }) => Array.from(chunk.columns.dt, (dt) => chunk.t0 + dt));
  return {
    values: readLastValues(last.chunk),
    tSrc,
    lastAt: (last.row.lastAt ?? flight.startedAt).getTime(),
    gaps: times.slice(-21).flatMap((time, i, all) => (i > 0 ? time - (all[i - 1] ?? time) : [])),
    firstAt: first.chunk.t0,
    distanceM: getTrackLength(chunks),
    maxHeightM: Number.isFinite(maxHeight) ? maxHeight : null,
    takeoff: {
      lat: first.chunk.columns.lat[0] ?? Number.NaN,
      lon: first.chunk.columns.lon[0] ?? Number.NaN,
      hEll: toHeight(first.chunk.columns.hEll[0], trackUnknown.hEll),
    },
  };
}

const toHeight = (decimetres: number | undefined, unknown: number): number =>
  decimetres === undefined || decimetres === unknown ? Number.NaN : decimetres / 10;

function readLastValues({ columns, count }: TrackChunk): Partial<Record<SampleField, number>> {
  const row = count - 1;
  const read = (value: number | undefined, unknown: number, scale: number) =>
    value === undefined || value === unknown ? undefined : value / scale;
  const values = {
    lat: columns.lat[row],
    lon: columns.lon[row],
    hEll: read(columns.hEll[row], trackUnknown.hEll, 10),
    hRel: read(columns.hRel[row], trackUnknown.height, 10),
    hAgl: read(columns.hAgl[row], trackUnknown.height, 10),
    vH: read(columns.speed[row], trackUnknown.speed, 100),
    vV: read(columns.climb[row], trackUnknown.climb, 100),
    heading: read(columns.heading[row], trackUnknown.heading, 100),
    batPct: read(columns.battery[row], trackUnknown.battery, 1),
    fix: read(columns.fix[row], trackUnknown.fix, 1),
    sats: read(columns.sats[row], trackUnknown.sats, 1),
    phase: read(columns.phase[row], unknownPhaseCode, 1),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function getTrackLength(chunks: readonly StoredChunk[]): number {
  let length = 0;
  let previous: readonly [number, number] | null = null;
  for (const { chunk } of chunks)
    for (let row = 0; row < chunk.count; row++) {
      const place = [chunk.columns.lat[row] ?? 0, chunk.columns.lon[row] ?? 0] as const;
      if (previous) length += haversineDistance(previous[0], previous[1], place[0], place[1]);
      previous = place;
    }
  return length;
}
