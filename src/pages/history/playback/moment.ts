import { flightPhases, positionFixes, toLinkState } from "../../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import { distanceBetween } from "../../../live/geometry.ts";
import type { FlightTrack, TrackHole } from "./track.ts";

/** Where a moment lies in a track. */
export interface Moment {
  /** Before the first sample, among samples, in a hole, or after the last one. */
  readonly kind: "before" | "flown" | "hole" | "after";
  /** The last sample at or before; −1 for none. */
  readonly index: number;
  /** Ms since that sample; 0 for none. */
  readonly ageMs: number;
  readonly hole: TrackHole | null;
}

/** Finds the last of ascending times that is at or before a time; −1 if all are later. */
export function findLastIndex(times: Float64Array, ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Finds a moment in a track. @param ms UTC ms by the track's own times */
export function getMoment({ times, holes, breaks }: FlightTrack, ms: number): Moment {
  const index = findLastIndex(times, ms);
  const ageMs = index < 0 ? 0 : ms - (times[index] ?? ms);
  const mayBeHole = index < 0 || (breaks[index] === 1 && ageMs > 0);
  const hole = mayBeHole ? holes.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs) : undefined;
  if (hole) return { kind: "hole", index, ageMs, hole };
  if (index < 0) return { kind: "before", index, ageMs, hole: null };
  const isAfter = index === times.length - 1 && ageMs > 0;
  return { kind: isAfter ? "after" : "flown", index, ageMs, hole: null };
}

export interface TrackPosition {
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Degrees from true north; NaN is unknown. */
  readonly heading: number;
}

/**
 * Where the drone was: between two samples if smooth, else at the last one. In a hole and after the end it stays at
 * the last sample.
 * @returns null before the first sample
 */
export function getPosition(track: FlightTrack, moment: Moment, smooth: boolean): TrackPosition | null {
  const { index, kind, ageMs } = moment;
  if (index < 0) return null;
  const here = readPosition(track, index);
  const stepMs = (track.times[index + 1] ?? Number.NaN) - (track.times[index] ?? Number.NaN);
  if (!smooth || kind !== "flown" || !(stepMs > 0)) return here;
  const next = readPosition(track, index + 1);
  const share = ageMs / stepMs;
  const turn = ((((next.heading - here.heading) % 360) + 540) % 360) - 180;
  return {
    // The short way, across the 180th meridian too.
    lng: wrapDegrees(here.lng + wrapDegrees(next.lng - here.lng) * share),
    lat: here.lat + (next.lat - here.lat) * share,
    heading: Number.isNaN(turn) ? here.heading : (here.heading + turn * share + 360) % 360,
  };
}

const wrapDegrees = (degrees: number) =>
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;

const readPosition = ({ lon, lat, heading }: FlightTrack, index: number): TrackPosition => ({
  lng: (lon[index] ?? 0) / 1e7,
  lat: (lat[index] ?? 0) / 1e7,
  heading: heading[index] ?? Number.NaN,
});

const toNullable = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/**
 * The figures of a moment, as the live view has them: of the last sample, with its time in each group that a track
 * records. The distance from the take-off point is measured from the track's first sample.
 * @returns null before the first sample
 */
export function toLiveState(
  track: FlightTrack,
  { index, ageMs }: Moment,
  { taskId, droneSn }: Pick<LiveState, "taskId" | "droneSn">,
): LiveState | null {
  if (index < 0) return null;
  const at = track.times[index] ?? 0;
  const heading = toNullable(track.heading[index]);
  const batPct = toNullable(track.battery[index]);
  const phase = flightPhases[track.phase[index] ?? -1] ?? "unknown";
  const [first, here] = [readPosition(track, 0), readPosition(track, index)];
  return {
    taskId,
    droneSn,
    seq: index,
    tSrc: at,
    lat: track.lat[index] ?? null,
    lon: track.lon[index] ?? null,
    hAgl: toNullable(track.hAgl[index]),
    hRel: toNullable(track.hRel[index]),
    hEll: toNullable(track.hEll[index]),
    vH: toNullable(track.speed[index]),
    vV: toNullable(track.climb[index]),
    fix: positionFixes[track.fix[index] ?? -1] ?? null,
    sats: toNullable(track.sats[index]),
    heading,
    batPct,
    homeDist: distanceBetween([first.lng, first.lat], [here.lng, here.lat]),
    phase: phase === "unknown" ? null : phase,
    ...unrecorded,
    groupAt: {
      position: at,
      attitude: heading === null ? null : at,
      power: batPct === null ? null : at,
      navigation: at,
      link: null,
      task: phase === "unknown" ? null : at,
    },
    clockOffsetMs: 0,
    alarms: 0,
    linkState: toLinkState(ageMs, track.periodMs),
    periodMs: toNullable(track.periodMs),
  };
}

/** What a track does not record. */
const unrecorded = {
  pitch: null,
  roll: null,
  tRemain: null,
  rthPct: null,
  landPct: null,
  homeLat: null,
  homeLon: null,
  rcLostAction: null,
  rthAltitude: null,
  wind: null,
  windDir: null,
  traffic: null,
  sdr: null,
  g4: null,
  modeReason: null,
  wp: null,
  wpTotal: null,
  pct: null,
} as const;
