import { flightPhases } from "../../../adapters/contract/flight.ts";
import {
  airborneSpeedMs,
  followMotion,
  type MotionReading,
  toPhaseClaim,
} from "../../../adapters/contract/inTheAir.ts";
import type { FleetState } from "./fleetState.ts";

/** A source's speed is believed at once; the way between positions, which jump about, only after so long. */
const movingAfterMs = 5_000;

/** By the code of the phase. */
const claims = flightPhases.map(toPhaseClaim);

/** Metres over the take-off point or the ground, whichever is known; NaN where neither is. */
export function getHeight({ values, takeoff }: Pick<FleetState, "values" | "takeoff">, slot: number): number {
  const aboveTakeoff = values.hRel[slot] ?? Number.NaN;
  if (!Number.isNaN(aboveTakeoff)) return aboveTakeoff;
  const aboveGround = values.hAgl[slot] ?? Number.NaN;
  if (!Number.isNaN(aboveGround)) return aboveGround;
  return (values.hEll[slot] ?? Number.NaN) - (takeoff.hEll[slot] ?? Number.NaN);
}

/** Height over the ellipsoid of the take-off: where the drone was seen to stand, else of the flight's first position. */
export const getTakeoffHEll = (
  { groundHEll }: Pick<FleetState, "groundHEll">,
  slot: number,
  first = Number.NaN,
): number => {
  const ground = groundHEll[slot] ?? Number.NaN;
  return Number.isNaN(ground) ? first : ground;
};

/** Follows whether a drone is in the air, by the values that were just accepted. */
export function updateMotion(state: FleetState, slot: number): void {
  const { values, tSrc, motion } = state;
  const reading: MotionReading = {
    claim: claims[values.phase[slot] ?? Number.NaN] ?? null,
    heightM: getHeight(state, slot),
    speedMs: getSpeed(state, slot),
    climbMs: values.vV[slot] ?? Number.NaN,
    isHeightBySatellites:
      Number.isNaN(values.hRel[slot] ?? Number.NaN) && Number.isNaN(values.hAgl[slot] ?? Number.NaN),
    atMs: tSrc[slot] ?? Number.NaN,
  };
  followMotion(motion, slot, reading);
}

/** Metres a second over ground: as the source reports it, or else by the way that it has gone; NaN where neither is known. */
export function getSpeed({ values, legSpeed, movingSince, tSrc }: FleetState, slot: number): number {
  const reported = values.vH[slot] ?? Number.NaN;
  if (!Number.isNaN(reported)) return reported;
  const speed = legSpeed[slot] ?? Number.NaN;
  const now = tSrc[slot] ?? Number.NaN;
  if (!(speed > airborneSpeedMs)) movingSince[slot] = Number.NaN;
  else if (Number.isNaN(movingSince[slot] ?? Number.NaN)) movingSince[slot] = now;
  return now - (movingSince[slot] ?? Number.NaN) >= movingAfterMs ? speed : Number.NaN;
}
