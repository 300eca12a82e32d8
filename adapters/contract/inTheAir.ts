import type { FlightPhase } from "./flight.ts";
import { groundPhases } from "./groundPhases.ts";

/** Above so many metres for `highAfterMs`, a drone flies. */
export const airborneHeightM = 2;
/** Faster than so many m/s over ground or upwards, a drone flies. */
export const airborneSpeedMs = 1;
const highAfterMs = 5_000;
/** Further below its take-off than a barometer drifts a drone may be down a valley: only rest tells that it has landed. */
const belowTakeoffM = -5;
/** At rest it is no faster than 1 m/s, and its height changes by no more: satellites tell it no better. */
const restHeightM = 3;
const restAfterMs = 60_000;
/** Higher than this, and faster than one of the others, a drone does not do what a phase on the ground says. */
const opposedHeightM = 10;
const opposedSpeedMs = 3;
const opposedClimbMs = 1;
/** Or so far from the height at which it stands: slower than it climbs otherwise, but it gets there. */
const opposedRiseM = 10;
/** For so long, before its phase counts as wrong. */
const opposedAfterMs = 5_000;
/** A barometer that stands follows the weather, up to so many m/s. */
const driftMs = 0.03;
/** No drone climbs so fast: the height is over another place from then on. */
const rezeroMs = 20;
/** After a longer pause, or with a clock that was set back, where it stood before proves nothing. */
const standingPauseMs = 30_000;

/** What a phase says of a drone; null where the source reports none. */
export type PhaseClaim = "inAir" | "onGround" | null;

export const toPhaseClaim = (phase: FlightPhase | null | undefined): PhaseClaim =>
  phase === null || phase === undefined || phase === "unknown"
    ? null
    : groundPhases.includes(phase)
      ? "onGround"
      : "inAir";

/** One sample as far as it tells whether its drone flies; NaN where it does not. */
export interface MotionReading {
  readonly claim: PhaseClaim;
  /** Metres over the take-off point or the ground. */
  readonly heightM: number;
  /** Over ground, m/s. */
  readonly speedMs: number;
  /** Upwards, m/s. */
  readonly climbMs: number;
  /** Whether the height is one of satellites alone, which wanders while the drone stands. */
  readonly isHeightBySatellites?: boolean;
  /** Drone's time, UTC ms. */
  readonly atMs: number;
}

interface Column {
  [row: number]: number;
}

/** Where drones stand by their phase, a row each. */
export interface StandingColumns {
  /** At which height, metres; NaN: not known. */
  readonly standsAtM: Column;
  /** The last height that was told, and when by the drone's clock. */
  readonly toldM: Column;
  readonly toldAtMs: Column;
}

/** What was seen of drones, a row each. */
export interface MotionColumns extends StandingColumns {
  /** Since when it has been above 2 m, and since when height and speed have opposed its phase, UTC ms; NaN: not. */
  readonly highSince: Column;
  readonly opposedSince: Column;
  /** Since when it has been at rest far below its take-off, UTC ms, and at which height; NaN: not. */
  readonly restSince: Column;
  readonly restHeight: Column;
  /** 1 where the drone flies. */
  readonly isInAir: Column;
  /** 1 where it flies although its phase says that it is on the ground. */
  readonly isContradicted: Column;
}

export const createStanding = (): StandingColumns => ({
  standsAtM: [Number.NaN],
  toldM: [Number.NaN],
  toldAtMs: [Number.NaN],
});

/** Columns of one row, for a drone of which nothing is known. */
export const createMotion = (): MotionColumns => ({
  ...createStanding(),
  highSince: [Number.NaN],
  opposedSince: [Number.NaN],
  restSince: [Number.NaN],
  restHeight: [Number.NaN],
  isInAir: [0],
  isContradicted: [0],
});

type Movement = Pick<MotionReading, "heightM" | "speedMs" | "climbMs">;

/**
 * Whether height and speed show that a drone flies whose phase says that it is on the ground.
 * @param standsAtM the height at which it would stand; NaN where that is not known
 */
export const opposesGround = ({ heightM, speedMs, climbMs }: Movement, standsAtM: number): boolean =>
  Math.abs(heightM) > opposedHeightM &&
  (speedMs > opposedSpeedMs ||
    Math.abs(climbMs) > opposedClimbMs ||
    Math.abs(heightM - standsAtM) > opposedRiseM);

/**
 * Follows at which height a drone stands while its phase says that it does: the first one, and slowly as the weather
 * changes. @returns it; NaN where it is not known
 */
export function followStanding(
  { standsAtM, toldM, toldAtMs }: StandingColumns,
  row: number,
  { claim, heightM, atMs, isHeightBySatellites = false }: MotionReading,
): number {
  const known = claim === "onGround" ? (standsAtM[row] ?? Number.NaN) : Number.NaN;
  standsAtM[row] = known;
  if (claim !== "onGround" || isHeightBySatellites || Number.isNaN(heightM)) return known;
  const passedMs = atMs - (toldAtMs[row] ?? Number.NaN);
  const stepM = Math.abs(heightM - (toldM[row] ?? Number.NaN));
  toldM[row] = heightM;
  toldAtMs[row] = atMs;
  const isSame = passedMs >= 0 && passedMs <= standingPauseMs && stepM * 1_000 <= rezeroMs * passedMs;
  const driftM = (driftMs * passedMs) / 1_000;
  const standsAt =
    isSame && !Number.isNaN(known) ? known + Math.min(driftM, Math.max(-driftM, heightM - known)) : heightM;
  standsAtM[row] = standsAt;
  return standsAt;
}

/** Whether a drone of which no phase is known flies, as it moves. */
export const moves = ({ heightM, speedMs, climbMs }: Movement): boolean =>
  speedMs > airborneSpeedMs ||
  climbMs > airborneSpeedMs ||
  // At the ground a barometer sinks by itself.
  (heightM < belowTakeoffM && climbMs < -airborneSpeedMs);

/** Whether a drone far below its take-off had been at rest for a minute when it was heard of last, at this time of its own. */
export const wasAtRestBelow = ({ restSince }: MotionColumns, row: number, atMs: number): boolean =>
  atMs - (restSince[row] ?? Number.NaN) >= restAfterMs;

/**
 * Follows a drone by its next sample; the rule of `docs/device-api.md` whether it is in the air, the only one. Of two
 * readings that contradict each other the dangerous one counts.
 * - A phase in the air is believed.
 * - Without a phase it flies above 2 m for 5 s, climbing or moving faster than 1 m/s, more than 5 m below its take-off
 *   also sinking, until it is at most 2 m high and neither; more than 5 m below its take-off for a minute, at one height.
 * - A phase on the ground is believed, unless the drone is above 10 m, or as far below its take-off, and faster than
 *   3 m/s, climbs or sinks faster than 1 m/s, or is 10 m from where it stood, for 5 s; then it flies until it would have
 *   landed without a phase. One that flew before flies meanwhile too.
 */
export function followMotion(motion: MotionColumns, row: number, reading: MotionReading): void {
  const { claim, heightM, atMs } = reading;
  const { highSince, opposedSince, isInAir, isContradicted } = motion;
  note(highSince, row, heightM > airborneHeightM, atMs);
  const standsAtM = followStanding(motion, row, reading);
  const isOpposed = claim === "onGround" && opposesGround(reading, standsAtM);
  note(opposedSince, row, isOpposed, atMs);
  followRest(motion, row, reading);
  const isBelow = heightM < belowTakeoffM;
  const isDown = isBelow
    ? atMs - (motion.restSince[row] ?? Number.NaN) >= restAfterMs
    : heightM <= airborneHeightM && !moves(reading);
  if (claim === "onGround") {
    if (atMs - (opposedSince[row] ?? Number.NaN) >= opposedAfterMs) isContradicted[row] = 1;
    else if (isDown) isContradicted[row] = 0;
    isInAir[row] = isContradicted[row] === 1 || (isInAir[row] === 1 && isOpposed) ? 1 : 0;
    return;
  }
  isContradicted[row] = 0;
  if (claim === "inAir" || moves(reading) || atMs - (highSince[row] ?? Number.NaN) >= highAfterMs)
    isInAir[row] = 1;
  else if (isDown) isInAir[row] = 0;
}

function followRest({ restSince, restHeight }: MotionColumns, row: number, reading: MotionReading): void {
  const { heightM, atMs } = reading;
  const rests = heightM < belowTakeoffM && !moves(reading);
  if (rests && Math.abs(heightM - (restHeight[row] ?? Number.NaN)) <= restHeightM) return;
  restSince[row] = rests ? atMs : Number.NaN;
  restHeight[row] = rests ? heightM : Number.NaN;
}

function note(since: Column, row: number, isSo: boolean, atMs: number): void {
  if (!isSo) since[row] = Number.NaN;
  else if (Number.isNaN(since[row] ?? Number.NaN)) since[row] = atMs;
}
