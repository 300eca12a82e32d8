import { flightPhases } from "../../../adapters/contract/flight.ts";
import { type TrackChunk, trackUnknown } from "../../../adapters/contract/track.ts";
import type { flights } from "../../db/schema/flight.ts";
import type { RestoredState } from "../fleet/fleet.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";
import { isAirborne } from "../fleet/phaseRules.ts";
import type { SampleField } from "../fleet/sampleColumns.ts";
import { isJump } from "../fleet/validateSamples.ts";
import { readTrackValues } from "../recording/storedTrack.ts";
import { alignTrack } from "../recording/trackClock.ts";
import { getPhaseName, isLandedPhase } from "./flightPhases.ts";
import type { FlownTotals, OpenFlight } from "./openTasks.ts";
import { landedDurationMs } from "./takeOff.ts";
import { recognitionSeconds, toFlownSeconds } from "./toFlownSeconds.ts";

export type FlightRecord = typeof flights.$inferSelect;

/** A stored piece of a track, decoded. */
export interface StoredChunk {
  /** Server's time of its last sample; null in tracks that do not have it. */
  readonly lastAt: Date | null;
  readonly chunk: TrackChunk;
}

/** The flight that was under way when the server stopped, from its record and, in older ones, its track. */
export function toOpenFlight(flight: FlightRecord, chunks: readonly StoredChunk[]): OpenFlight {
  const hasTakenOff = flight.hasTakenOff ?? hasTrackTakenOff(chunks);
  const phase = getLastPhase(flight, chunks);
  // What is stored as in the air with a phase of the ground was in the air in spite of it.
  const wasContradicted =
    flight.hasTakenOff && flight.expiresAt === null && isLandedPhase(flight.phase ?? "unknown");
  const hasLanded = hasTakenOff && phase !== undefined && isLandedPhase(phase) && !wasContradicted;
  const expiresAt = hasLanded ? getLastAt(flight, chunks) + landedDurationMs : Number.POSITIVE_INFINITY;
  return {
    id: flight.id,
    startedAt: flight.startedAt.getTime(),
    photos: flight.photoCount,
    hasTakenOff,
    isForcedLanding: flight.isForcedLanding ?? listPhases(chunks).includes("forcedLanding"),
    expiresAt: flight.expiresAt?.getTime() ?? expiresAt,
    chunkSince: Number.NaN,
  };
}

const listPhases = (chunks: readonly StoredChunk[]) =>
  [...new Set(chunks.flatMap(({ chunk }) => [...chunk.columns.phase]))].map(getPhaseName);

function hasTrackTakenOff(chunks: readonly StoredChunk[]): boolean {
  const phases = listPhases(chunks);
  const maxHeight = Math.max(...chunks.map(({ chunk }) => getMaxHeight(chunk)), Number.NEGATIVE_INFINITY);
  return (
    phases.some((phase) => phase !== undefined && phase !== "unknown" && isAirborne(phase)) ||
    // A source without phases is taken to be in the air once it was clearly above the ground.
    (phases.includes("unknown") && maxHeight > 2)
  );
}

/** Server's time of the last sample, UTC ms: the track may be newer than the record, and end before it. */
const getLastAt = ({ lastAt, startedAt }: FlightRecord, chunks: readonly StoredChunk[]): number =>
  Math.max(lastAt?.getTime() ?? 0, chunks.at(-1)?.lastAt?.getTime() ?? 0) || startedAt.getTime();

/** The last phase that is known, of the record or of a track that is newer. */
function getLastPhase(flight: FlightRecord, chunks: readonly StoredChunk[]) {
  const last = chunks.at(-1);
  const inTrack = getPhaseName(last?.chunk.columns.phase[last.chunk.count - 1] ?? Number.NaN);
  const inRecord = flight.phase ?? undefined;
  return isTrackNewer(flight, chunks) ? (inTrack ?? inRecord) : (inRecord ?? inTrack);
}

/** The state of a flight is stored twice a minute, its samples at once. */
const isTrackNewer = ({ lastAt }: FlightRecord, chunks: readonly StoredChunk[]): boolean =>
  (chunks.at(-1)?.lastAt?.getTime() ?? 0) > (lastAt?.getTime() ?? 0);

/** What the ended flights of a task come to, with the progress of the one under way. */
export function sumFlights(all: readonly FlightRecord[]): FlownTotals {
  const ended = all.filter(({ endedAt }) => endedAt !== null);
  const heights = ended.flatMap(({ maxHeightM }) => maxHeightM ?? []);
  const shares = all.flatMap(({ pct }) => pct ?? []);
  return {
    flights: ended.length,
    durationS: ended.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0),
    distanceM: ended.reduce((sum, { distanceM }) => sum + (distanceM ?? 0), 0),
    maxHeightM: heights.length > 0 ? Math.max(...heights) : null,
    photos: ended.reduce((sum, { photoCount }) => sum + photoCount, 0),
    pct: shares.length > 0 ? Math.max(...shares) : Number.NaN,
    hasTakenOff: ended.some(({ hasTakenOff }) => hasTakenOff ?? true),
    isForcedLanding: ended.at(-1)?.isForcedLanding ?? false,
    isPartlyUnknown: ended.some(({ hasTakenOff }) => hasTakenOff === null),
  };
}

const getMaxHeight = ({ columns, count }: TrackChunk): number =>
  columns.hRel
    .subarray(0, count)
    .reduce((max, height) => (height === trackUnknown.height ? max : Math.max(max, height / 10)), -Infinity);

/** Positions of a chunk, in degrees × 10⁷. */
export const getPositions = ({ columns, count }: TrackChunk): (readonly [number, number])[] =>
  Array.from(columns.lat.subarray(0, count), (lat, i) => [lat, columns.lon[i] ?? 0] as const);

/** What is known of the drone: the end of the flight's stored track, as old as it is, and its record. */
export function toRestoredState(flight: FlightRecord, chunks: readonly StoredChunk[]): RestoredState {
  const lastAt = getLastAt(flight, chunks);
  const [first, last] = [chunks[0], chunks.at(-1)];
  const phase = getLastPhase(flight, chunks);
  const tPosition = last ? (getTimes(last.chunk).at(-1) ?? Number.NaN) : Number.NaN;
  const clockOffsetMs = flight.clockOffsetMs ?? (last?.lastAt?.getTime() ?? Number.NaN) - tPosition;
  const position = tPosition + clockOffsetMs;
  const maxHeight = Math.max(...chunks.map(({ chunk }) => getMaxHeight(chunk)));
  return {
    values: {
      ...(last ? readLastValues(last.chunk) : {}),
      ...(phase && phase !== "unknown" ? { phase: flightPhases.indexOf(phase) } : {}),
    },
    valuesAt: Number.isNaN(position) ? lastAt : Math.min(lastAt, position),
    tSrc: isTrackNewer(flight, chunks) ? tPosition : (flight.lastSourceAt?.getTime() ?? tPosition),
    tPosition,
    lastAt,
    clockOffsetMs,
    gaps: chunks
      .flatMap(({ chunk }) => getTimes(chunk))
      .slice(-21)
      .flatMap((time, i, all) => (i > 0 ? time - (all[i - 1] ?? time) : []))
      // Where the clock was put right, the step is none of the source's.
      .filter((gap) => gap > 0),
    firstAt: first ? getFirstAt(flight, first, clockOffsetMs) : Number.NaN,
    ...measureTrack(alignTrack(chunks, clockOffsetMs).map(({ chunk }) => chunk)),
    maxHeightM: Number.isFinite(maxHeight) ? maxHeight : null,
    takeoff: {
      lat: first?.chunk.columns.lat[0] ?? Number.NaN,
      lon: first?.chunk.columns.lon[0] ?? Number.NaN,
      hEll: toHeight(first?.chunk.columns.hEll[0], trackUnknown.hEll),
    },
  };
}

/** What an open flight comes to if it ended with its last stored sample. Null figures are not known. */
export function toLastKnown(flight: FlightRecord, chunks: readonly StoredChunk[]) {
  const {
    lastAt,
    firstAt,
    tPosition,
    clockOffsetMs,
    distanceM,
    isDistanceIncomplete,
    maxHeightM,
    takeoff,
    values,
  } = toRestoredState(flight, chunks);
  const trackEndAt = chunks.at(-1)?.lastAt?.getTime() ?? tPosition + clockOffsetMs;
  const toDegrees = (e7: number | undefined) =>
    e7 === undefined || Number.isNaN(e7) ? null : Math.round(e7) / 1e7;
  return {
    endedAt: new Date(lastAt),
    durationS:
      chunks.length > 0
        ? toFlownSeconds(trackEndAt - firstAt, { startedAt: flight.startedAt.getTime(), endedAt: lastAt })
        : null,
    distanceM: chunks.length > 0 ? Math.round(distanceM) : null,
    isDistanceIncomplete,
    maxHeightM,
    takeoffLng: flight.takeoffLng ?? toDegrees(takeoff.lon),
    takeoffLat: flight.takeoffLat ?? toDegrees(takeoff.lat),
    landingLng: toDegrees(values.lon),
    landingLat: toDegrees(values.lat),
  };
}

/** Server's time of a flight's first sample. If the drone's clock was put right since, its record knows better. */
function getFirstAt(
  { startedAt }: FlightRecord,
  { chunk, lastAt }: StoredChunk,
  clockOffsetMs: number,
): number {
  const lastDt = chunk.columns.dt[chunk.count - 1] ?? 0;
  const first = lastAt ? lastAt.getTime() - lastDt : chunk.t0 + clockOffsetMs;
  const recordedAt = startedAt.getTime();
  return Math.abs(first - recordedAt) <= recognitionSeconds * 1_000 ? first : recordedAt;
}

/** Drone's times of a chunk's samples, UTC ms. */
const getTimes = ({ t0, count, columns }: TrackChunk): number[] =>
  Array.from(columns.dt.subarray(0, count), (dt) => t0 + dt);

const toHeight = (decimetres: number | undefined, unknown: number): number =>
  decimetres === undefined || decimetres === unknown ? Number.NaN : decimetres / 10;

function readLastValues(chunk: TrackChunk): Partial<Record<SampleField, number>> {
  const row = chunk.count - 1;
  const { speed, climb, battery, ...others } = readTrackValues(chunk, row);
  const values = {
    lat: chunk.columns.lat[row],
    lon: chunk.columns.lon[row],
    ...others,
    vH: speed,
    vV: climb,
    batPct: battery,
  };
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number] => entry[1] !== undefined && entry[1] !== null,
    ),
  );
}

/** Metres flown, as they are counted in flight: without jumps that were believed, which leave them incomplete. */
function measureTrack(
  chunks: readonly TrackChunk[],
): Pick<RestoredState, "distanceM" | "isDistanceIncomplete"> {
  let distanceM = 0;
  let isDistanceIncomplete = false;
  let previous: { readonly lat: number; readonly lon: number; readonly at: number } | null = null;
  for (const chunk of chunks) {
    const { lat, lon, dt, speed } = chunk.columns;
    for (let row = 0; row < chunk.count; row++) {
      const place = { lat: lat[row] ?? 0, lon: lon[row] ?? 0, at: chunk.t0 + (dt[row] ?? 0) };
      const legM = previous ? haversineDistance(previous.lat, previous.lon, place.lat, place.lon) : 0;
      const reported = speed[row] === trackUnknown.speed ? Number.NaN : (speed[row] ?? Number.NaN) / 100;
      if (previous && isJump(legM, place.at - previous.at, reported)) isDistanceIncomplete = true;
      else distanceM += legM;
      previous = place;
    }
  }
  return { distanceM, isDistanceIncomplete };
}
