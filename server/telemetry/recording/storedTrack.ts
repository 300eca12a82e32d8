import { asc, eq } from "drizzle-orm";
import {
  type FlightPhase,
  flightPhases,
  positionFixes,
  unknownPhaseCode,
} from "../../../adapters/contract/flight.ts";
import {
  decodeTrackChunk,
  encodeTrackChunk,
  isPlausibleChunk,
  type TrackChunk,
  TrackChunkError,
  trackUnknown,
} from "../../../adapters/contract/track.ts";
import { findTrackGaps } from "../../../adapters/contract/trackGaps.ts";
import type { Db } from "../../db/handle.ts";
import { flightTracks } from "../../db/schema/flight.ts";
import { alignTrack, getClockOffset, type TimedChunk } from "./trackClock.ts";

/** A chunk whose bytes cannot be read. */
export interface DamagedChunk {
  /** Server's time of its first sample, UTC ms. */
  readonly fromMs: number;
  /** How many samples it should have held. */
  readonly samples: number;
}

/** The track of a flight as it is stored, decoded. */
export interface StoredTrack {
  /** Oldest first. */
  readonly chunks: readonly TrackChunk[];
  readonly damaged: readonly DamagedChunk[];
  /** Server's time minus the drone's, ms. */
  readonly clockOffsetMs: number;
  /** Samples that can be read. */
  readonly samples: number;
}

/** One sample of a track in plain units; null is unknown. */
export interface TrackSample {
  /** Server's time, UTC ms. */
  readonly atMs: number;
  /** WGS-84 degrees × 10⁷. */
  readonly latE7: number;
  readonly lonE7: number;
  /** Metres above the ellipsoid, above the take-off point and above ground. */
  readonly hEll: number | null;
  readonly hRel: number | null;
  readonly hAgl: number | null;
  /** Metres a second. */
  readonly speed: number | null;
  readonly climb: number | null;
  /** Degrees from true north. */
  readonly heading: number | null;
  /** Percent. */
  readonly battery: number | null;
  readonly phase: FlightPhase | null;
  readonly fix: (typeof positionFixes)[number] | null;
  readonly sats: number | null;
  /** Whether nothing came for longer than the source's own pauses before this sample. */
  readonly isAfterGap: boolean;
}

type StoredChunk = Pick<typeof flightTracks.$inferSelect, "t0" | "samples" | "bytes" | "lastAt">;

/**
 * Reads a flight's track. Chunks that cannot be decoded are left out and named in `damaged`.
 * @param knownOffsetMs what is known of the flight's clock, ms
 */
export async function loadStoredTrack(
  db: Db,
  flightId: string,
  knownOffsetMs: number | null,
): Promise<StoredTrack> {
  const rows = await db
    .select({
      t0: flightTracks.t0,
      samples: flightTracks.samples,
      bytes: flightTracks.bytes,
      lastAt: flightTracks.lastAt,
    })
    .from(flightTracks)
    .where(eq(flightTracks.flightId, flightId))
    .orderBy(asc(flightTracks.t0));
  return decodeStoredTrack(rows, knownOffsetMs);
}

/** Decodes chunks and puts them on one time line, whatever became of the drone's clock in flight. */
export function decodeStoredTrack(
  rows: readonly StoredChunk[],
  knownOffsetMs: number | null = null,
): StoredTrack {
  const clockOffsetMs = getTrackClockOffset(knownOffsetMs, rows);
  const pieces: TimedChunk[] = [];
  const unreadable: StoredChunk[] = [];
  for (const { bytes, lastAt, ...row } of rows) {
    const chunk = decodeOrNull(bytes);
    if (chunk) pieces.push({ chunk, lastAt });
    else unreadable.push({ bytes, lastAt, ...row });
  }
  const chunks = alignTrack(pieces, clockOffsetMs).map(({ chunk }) => chunk);
  const damaged = unreadable.map(({ t0, samples }) => ({ fromMs: t0.getTime() + clockOffsetMs, samples }));
  const samples = chunks.reduce((sum, { count }) => sum + count, 0);
  return { chunks, damaged, clockOffsetMs, samples };
}

/**
 * Returns server's time minus the drone's, ms: what is known of the flight, otherwise that of its last chunk that can be
 * read and knows when it came; 0 without one. The samples of a chunk may be older than its time, so what is known wins.
 */
export function getTrackClockOffset(
  known: number | null | undefined,
  rows: readonly Pick<StoredChunk, "bytes" | "lastAt">[],
): number {
  if (typeof known === "number" && !Number.isNaN(known)) return known;
  const newestFirst = rows
    .filter(({ lastAt }) => lastAt !== null)
    .toSorted((a, b) => Number(b.lastAt) - Number(a.lastAt));
  for (const { bytes, lastAt } of newestFirst) {
    const chunk = decodeOrNull(bytes);
    const offset = chunk && getClockOffset({ chunk, lastAt });
    if (offset !== null) return offset;
  }
  return 0;
}

/**
 * The stored chunks of one flight on one time line, oldest first; those that cannot be read are as they are.
 * @param clockOffsetMs the flight's, ms
 */
export function alignStoredChunks<T extends StoredChunk>(rows: readonly T[], clockOffsetMs: number): T[] {
  const pieces = rows.flatMap((row) => {
    const chunk = decodeOrNull(row.bytes);
    return chunk ? [{ row, chunk, lastAt: row.lastAt }] : [];
  });
  const read = new Set(pieces.map(({ row }) => row));
  const aligned = alignTrack(pieces, clockOffsetMs).map(({ row, chunk }) =>
    chunk.t0 === row.t0.getTime()
      ? row
      : { ...row, t0: new Date(chunk.t0), bytes: Buffer.from(encodeTrackChunk(chunk)) },
  );
  const damaged = rows.filter((row) => !read.has(row));
  return [...aligned, ...damaged].toSorted((a, b) => a.t0.getTime() - b.t0.getTime());
}

function decodeOrNull(bytes: Buffer): TrackChunk | null {
  try {
    // A copy: typed array views need bytes that begin at a multiple of four.
    const chunk = decodeTrackChunk(new Uint8Array(bytes).buffer);
    return isPlausibleChunk(chunk) ? chunk : null;
  } catch (error) {
    if (error instanceof TrackChunkError) return null;
    throw error;
  }
}

/** The samples of a track one after the other, chunk by chunk. */
export function* readSamples({ chunks, clockOffsetMs, samples }: StoredTrack): Generator<TrackSample> {
  const times = new Float64Array(samples);
  let n = 0;
  for (const { t0, count, columns } of chunks)
    for (let i = 0; i < count; i++) times[n++] = t0 + (columns.dt[i] ?? 0) + clockOffsetMs;
  const gapEnds = new Set(findTrackGaps(times).map(({ toMs }) => toMs));
  n = 0;
  for (const chunk of chunks)
    for (let i = 0; i < chunk.count; i++) {
      const atMs = times[n++] ?? 0;
      yield { atMs, isAfterGap: gapEnds.has(atMs), ...readSample(chunk, i) };
    }
}

function readSample(chunk: TrackChunk, i: number): Omit<TrackSample, "atMs" | "isAfterGap"> {
  const { phase, fix, ...values } = readTrackValues(chunk, i);
  return {
    latE7: chunk.columns.lat[i] ?? 0,
    lonE7: chunk.columns.lon[i] ?? 0,
    ...values,
    phase: phase === null ? null : (flightPhases[phase] ?? null),
    fix: fix === null ? null : (positionFixes[fix] ?? null),
  };
}

/** All but the position of a chunk's sample, in plain units; phase and fix are codes, null is unknown. */
export function readTrackValues({ columns }: TrackChunk, i: number) {
  return {
    hEll: toValue(columns.hEll[i], trackUnknown.hEll, 10),
    hRel: toValue(columns.hRel[i], trackUnknown.height, 10),
    hAgl: toValue(columns.hAgl[i], trackUnknown.height, 10),
    speed: toValue(columns.speed[i], trackUnknown.speed, 100),
    climb: toValue(columns.climb[i], trackUnknown.climb, 100),
    heading: toValue(columns.heading[i], trackUnknown.heading, 100),
    battery: toValue(columns.battery[i], trackUnknown.battery, 1),
    phase: toValue(columns.phase[i], unknownPhaseCode, 1),
    fix: toValue(columns.fix[i], trackUnknown.fix, 1),
    sats: toValue(columns.sats[i], trackUnknown.sats, 1),
  };
}

const toValue = (code: number | undefined, unknown: number, scale: number): number | null =>
  code === undefined || code === unknown ? null : code / scale;
