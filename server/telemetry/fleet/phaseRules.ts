import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import { groundPhases } from "../../../adapters/contract/groundPhases.ts";

/** Slow sources may skip the take-off: hover and manual can directly follow a ground phase. */
const allowedAfterGround: readonly FlightPhase[] = [...groundPhases, "takeoff", "manual", "hover"];
const allowedAfterTakeoff: readonly FlightPhase[] = [
  "mission",
  "manual",
  "hover",
  "returning",
  "landing",
  "landed",
  "avoiding",
  "forcedLanding",
];
const allowedInFlight: readonly FlightPhase[] = allowedAfterTakeoff;
const allowedAfterLanding: readonly FlightPhase[] = [
  "landed",
  "standby",
  "offline",
  "hover",
  "manual",
  "takeoff",
  "forcedLanding",
];

/** Whether the next sample of an aircraft in phase `from` can be in phase `to`. */
export function canPhaseFollow(from: FlightPhase, to: FlightPhase): boolean {
  if (from === to) return true;
  if (groundPhases.includes(from)) return allowedAfterGround.includes(to);
  if (from === "takeoff") return allowedAfterTakeoff.includes(to);
  if (from === "landing" || from === "forcedLanding") return allowedAfterLanding.includes(to);
  return allowedInFlight.includes(to);
}

export const isAirborne = (phase: FlightPhase): boolean => !groundPhases.includes(phase);
