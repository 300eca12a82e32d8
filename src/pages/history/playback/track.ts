import { flightPhases, unknownPhaseCode } from "../../../../adapters/contract/flight.ts";
import {
  airborneHeightM,
  createMotion,
  followMotion,
  moves,
  toPhaseClaim,
} from "../../../../adapters/contract/inTheAir.ts";
import {
  decodeTrackChunk,
  isPlausibleChunk,
  type TrackChunk,
  TrackChunkError,
  trackUnknown,
} from "../../../../adapters/contract/track.ts";
import { findTrackGaps, type TrackGap } from "../../../../adapters/contract/trackGaps.ts";
import type { TrackBounds } from "../../../../machines/playbackPort.ts";

/** A stretch without samples. */
export interface TrackHole extends TrackGap {
  /** The samples were stored, but their chunk cannot be read. */
  readonly damaged: boolean;
  /** The platform itself heard nobody for most of it. */
  readonly isPlatform: boolean;
}

/** Heights in the order of their worth. */
export const heightColumns = ["hAgl", "hRel", "hEll"] as const;
export type HeightColumn = (typeof heightColumns)[number];

/** The track of one flight. Columns have one value a sample; unknown is NaN. */
export interface FlightTrack extends TrackBounds {
  /** UTC ms by the server's clock, ascending. */
  readonly times: Float64Array;
  /** WGS-84 degrees × 10⁷. */
  readonly lat: Int32Array;
  readonly lon: Int32Array;
  /** Metres. */
  readonly hAgl: Float64Array;
  readonly hRel: Float64Array;
  readonly hEll: Float64Array;
  /** Metres a second; climb is positive upwards. */
  readonly speed: Float64Array;
  readonly climb: Float64Array;
  /** Degrees from true north. */
  readonly heading: Float64Array;
  /** Percent. */
  readonly battery: Float64Array;
  readonly sats: Float64Array;
  /** Index in `flightPhases`. */
  readonly phase: Uint8Array;
  /** Index in `positionFixes`; 255 is unknown. */
  readonly fix: Uint8Array;
  /** 1 where a hole follows the sample. */
  readonly breaks: Uint8Array;
  readonly holes: readonly TrackHole[];
  /** Chunks that cannot be read. */
  readonly damagedChunks: number;
  /** Median step between samples, ms; NaN with a single sample. */
  readonly periodMs: number;
  /** The height that most samples know; null where none does. */
  readonly heightColumn: HeightColumn | null;
}

/** The track of a flight as the server has it. */
export interface TrackSource {
  /** Chunks of docs/wire-format.md in base64, oldest first. */
  readonly chunks: readonly string[];
  /** Server's time minus the drone's, ms. */
  readonly clockOffsetMs: number;
  /** UTC ms. */
  readonly startedMs: number;
  /** UTC ms; null while it is under way. */
  readonly endedMs: number | null;
  /** When the platform itself heard nobody. */
  readonly outages?: readonly TrackGap[];
}

/** Decodes a chunk; null if it is damaged. */
function readChunk(base64: string): TrackChunk | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const chunk = decodeTrackChunk(bytes.buffer);
    return isPlausibleChunk(chunk) ? chunk : null;
  } catch (error) {
    // `atob` throws a DOMException for text that is no base64.
    if (error instanceof TrackChunkError || error instanceof DOMException) return null;
    throw error;
  }
}

/** One sample of a chunk that is used, in the order of the track. */
interface UsedChunk {
  readonly chunk: TrackChunk;
  /** First sample that is later than those before. */
  readonly from: number;
  /** A damaged chunk lies before it. */
  readonly afterDamage: boolean;
}

/** Decodes all chunks; leaves out damaged ones, and samples that are not later than the ones before. */
function readChunks(chunks: readonly string[]): {
  readonly used: readonly UsedChunk[];
  readonly damaged: number;
  readonly endsDamaged: boolean;
} {
  const used: UsedChunk[] = [];
  let damaged = 0;
  let afterDamage = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const text of chunks) {
    const chunk = readChunk(text);
    if (!chunk) {
      damaged++;
      afterDamage = true;
      continue;
    }
    const { t0, count, columns } = chunk;
    let from = 0;
    while (from < count && t0 + (columns.dt[from] ?? 0) <= lastMs) from++;
    if (from === count) continue;
    lastMs = t0 + (columns.dt[count - 1] ?? 0);
    used.push({ chunk, from, afterDamage });
    afterDamage = false;
  }
  return { used, damaged, endsDamaged: afterDamage };
}

/**
 * Merges the chunks of a flight into one track, with times by the server's clock. Of a damaged chunk a hole remains.
 * @returns null if there is no sample
 */
export function createTrack({
  chunks,
  clockOffsetMs,
  startedMs,
  endedMs,
  outages = [],
}: TrackSource): FlightTrack | null {
  const { used, damaged, endsDamaged } = readChunks(chunks);
  const count = used.reduce((sum, { chunk, from }) => sum + chunk.count - from, 0);
  if (count === 0) return null;
  const columns = copyColumns(used, count, clockOffsetMs);
  const { times } = columns;
  const [firstMs, lastMs] = [times[0] ?? 0, times[count - 1] ?? 0];
  const startMs = used[0]?.afterDamage ? Math.min(startedMs, firstMs) : firstMs;
  const endMs = endsDamaged ? Math.max(endedMs ?? lastMs, lastMs) : lastMs;
  const damagedAt = findDamage(used);
  const holes = [
    ...(startMs < firstMs ? [{ fromMs: startMs, toMs: firstMs, damaged: true, isPlatform: false }] : []),
    ...findHoles(times, damagedAt, outages),
    ...(endMs > lastMs ? [{ fromMs: lastMs, toMs: endMs, damaged: true, isPlatform: false }] : []),
  ];
  const holeStarts = new Set(holes.map(({ fromMs }) => fromMs));
  return {
    ...columns,
    startMs,
    endMs,
    takeoffMs: times[findTakeoff(columns)] ?? firstMs,
    breaks: Uint8Array.from(times, (time) => (holeStarts.has(time) ? 1 : 0)),
    holes,
    damagedChunks: damaged,
    periodMs: getPeriod(times),
    heightColumn: chooseHeight(columns),
  };
}

/** Samples before which a chunk is damaged, by index in the track. */
function findDamage(used: readonly UsedChunk[]): Set<number> {
  const indexes = new Set<number>();
  let at = 0;
  for (const { chunk, from, afterDamage } of used) {
    if (afterDamage && at > 0) indexes.add(at);
    at += chunk.count - from;
  }
  return indexes;
}

/** Whether most of a hole lies in the platform's own outages: a drone needs some time to reconnect after one. */
function isOfPlatform({ fromMs, toMs }: TrackGap, outages: readonly TrackGap[]): boolean {
  const commonMs = outages.reduce(
    (sum, outage) => sum + Math.max(0, Math.min(toMs, outage.toMs) - Math.max(fromMs, outage.fromMs)),
    0,
  );
  return commonMs > (toMs - fromMs) / 2;
}

function findHoles(
  times: Float64Array,
  damagedAt: ReadonlySet<number>,
  outages: readonly TrackGap[],
): TrackHole[] {
  const damaged = [...damagedAt].map((index) => ({
    fromMs: times[index - 1] ?? 0,
    toMs: times[index] ?? 0,
    damaged: true,
    isPlatform: false,
  }));
  const damagedStarts = new Set(damaged.map(({ fromMs }) => fromMs));
  const silent = findTrackGaps(times)
    .filter(({ fromMs }) => !damagedStarts.has(fromMs))
    .map((gap) => ({ ...gap, damaged: false, isPlatform: isOfPlatform(gap, outages) }));
  return [...damaged, ...silent].sort((a, b) => a.fromMs - b.fromMs);
}

function getPeriod(times: Float64Array): number {
  const steps = times.subarray(1).map((time, index) => time - (times[index] ?? time));
  return steps.toSorted()[(steps.length - 1) >> 1] ?? Number.NaN;
}

type Columns = Pick<
  FlightTrack,
  | "times"
  | "lat"
  | "lon"
  | "hAgl"
  | "hRel"
  | "hEll"
  | "speed"
  | "climb"
  | "heading"
  | "battery"
  | "sats"
  | "phase"
  | "fix"
>;

function copyColumns(used: readonly UsedChunk[], count: number, clockOffsetMs: number): Columns {
  const target = {
    times: new Float64Array(count),
    lat: new Int32Array(count),
    lon: new Int32Array(count),
    hAgl: new Float64Array(count),
    hRel: new Float64Array(count),
    hEll: new Float64Array(count),
    speed: new Float64Array(count),
    climb: new Float64Array(count),
    heading: new Float64Array(count),
    battery: new Float64Array(count),
    sats: new Float64Array(count),
    phase: new Uint8Array(count),
    fix: new Uint8Array(count),
  };
  let at = 0;
  for (const { chunk, from } of used) {
    const { t0, columns } = chunk;
    for (let i = from; i < chunk.count; i++, at++) {
      target.times[at] = t0 + (columns.dt[i] ?? 0) + clockOffsetMs;
      target.lat[at] = columns.lat[i] ?? 0;
      target.lon[at] = columns.lon[i] ?? 0;
      target.hAgl[at] = toValue(columns.hAgl[i], trackUnknown.height, 10);
      target.hRel[at] = toValue(columns.hRel[i], trackUnknown.height, 10);
      target.hEll[at] = toValue(columns.hEll[i], trackUnknown.hEll, 10);
      target.speed[at] = toValue(columns.speed[i], trackUnknown.speed, 100);
      target.climb[at] = toValue(columns.climb[i], trackUnknown.climb, 100);
      target.heading[at] = toValue(columns.heading[i], trackUnknown.heading, 100);
      target.battery[at] = toValue(columns.battery[i], trackUnknown.battery, 1);
      target.sats[at] = toValue(columns.sats[i], trackUnknown.sats, 1);
      target.phase[at] = columns.phase[i] ?? unknownPhaseCode;
      target.fix[at] = columns.fix[i] ?? trackUnknown.fix;
    }
  }
  return target;
}

const toValue = (wire: number | undefined, unknown: number, unitsPerOne: number): number =>
  wire === undefined || wire === unknown ? Number.NaN : wire / unitsPerOne;

/** The first sample in the air; the first of all where none is. */
function findTakeoff({ times, phase, hAgl, hRel, speed, climb }: Columns): number {
  const motion = createMotion();
  const index = phase.findIndex((code, i) => {
    const aboveTakeoff = hRel[i] ?? Number.NaN;
    followMotion(motion, 0, {
      claim: toPhaseClaim(flightPhases[code]),
      heightM: Number.isNaN(aboveTakeoff) ? (hAgl[i] ?? Number.NaN) : aboveTakeoff,
      speedMs: speed[i] ?? Number.NaN,
      climbMs: climb[i] ?? Number.NaN,
      atMs: times[i] ?? Number.NaN,
    });
    return motion.isInAir[0] === 1;
  });
  return Math.max(0, index);
}

/** Where a track ends; null where neither phase nor height of the last sample is known. */
export function isAloftAtEnd({
  phase,
  hAgl,
  hRel,
  speed,
  climb,
}: Pick<FlightTrack, "phase" | "hAgl" | "hRel" | "speed" | "climb">): boolean | null {
  const claim = toPhaseClaim(flightPhases[phase.at(-1) ?? unknownPhaseCode]);
  if (claim !== null) return claim === "inAir";
  const [aboveTakeoff, aboveGround] = [hRel.at(-1) ?? Number.NaN, hAgl.at(-1) ?? Number.NaN];
  const height = Number.isNaN(aboveTakeoff) ? aboveGround : aboveTakeoff;
  if (Number.isNaN(height)) return null;
  const movement = {
    heightM: height,
    speedMs: speed.at(-1) ?? Number.NaN,
    climbMs: climb.at(-1) ?? Number.NaN,
  };
  return height > airborneHeightM || moves(movement);
}

function chooseHeight(columns: Columns): HeightColumn | null {
  const known = heightColumns.map((column) => ({
    column,
    count: columns[column].reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0),
  }));
  const [best] = known.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return best?.column ?? null;
}
