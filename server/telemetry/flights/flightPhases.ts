import { type FlightPhase, flightPhases } from "../../../adapters/contract/flight.ts";
import {
  airborneHeightM,
  airborneSpeedMs,
  toPhaseClaim,
  wasAtRestBelow,
} from "../../../adapters/contract/inTheAir.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { isAirborne } from "../fleet/phaseRules.ts";
import type { OpenTask } from "./openTasks.ts";

/** Whether a drone that has landed flies again with this phase. */
export const startsFlight = (phase: FlightPhase): boolean => isAirborne(phase) || phase === "preparing";

/** Whether a flight is over with this phase. */
export const isLandedPhase = (phase: FlightPhase): boolean =>
  phase === "landed" || phase === "standby" || phase === "offline";

export const getPhaseName = (code: number): FlightPhase | undefined => flightPhases[code];

/**
 * Whether a flight is in the air: by its phase, otherwise by what was seen of its height and speed. One whose source
 * reports neither counts as such, so that nobody overlooks it.
 */
export function isInAir(fleet: Fleet, { flight, slot }: OpenTask): boolean {
  if (!flight) return false;
  const phase = getPhase(fleet, slot);
  if (phase !== undefined) return isAirborne(phase) || fleet.motion.isInAir[slot] === 1;
  return flight.hasTakenOff
    ? flight.expiresAt === Number.POSITIVE_INFINITY
    : !(fleet.getHeight(slot) <= airborneHeightM);
}

/** The phase that a drone reported last; undefined where it reports none. */
export const getPhase = ({ values }: Fleet, slot: number): FlightPhase | undefined =>
  getPhaseName(values.phase[slot] ?? Number.NaN);

/** Whether a drone that is not in the air has landed: by its phase, otherwise by its height. */
export function hasLanded(fleet: Fleet, slot: number): boolean {
  const phase = getPhase(fleet, slot);
  return phase ? isLandedPhase(phase) : fleet.getHeight(slot) <= airborneHeightM;
}

/** Whether a drone stood at the height of its take-off, or below it for a while, when it was last heard of. */
export function isAtRest(fleet: Fleet, slot: number): boolean {
  const { vH, vV } = fleet.values;
  const phase = getPhase(fleet, slot);
  if (phase === "takeoff") return false;
  if (toPhaseClaim(phase) !== "inAir" && wasAtRestBelow(fleet.motion, slot, fleet.tSrc[slot] ?? Number.NaN))
    return true;
  return (
    Math.abs(fleet.getHeight(slot)) <= airborneHeightM &&
    (vH[slot] ?? Number.NaN) <= airborneSpeedMs &&
    !(Math.abs(vV[slot] ?? Number.NaN) > airborneSpeedMs)
  );
}
