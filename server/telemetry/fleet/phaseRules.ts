import type { FlightPhase } from "../../../adapters/contract/flight.ts";

const groundPhases: readonly FlightPhase[] = ["offline", "standby", "preparing", "landed"];
/** What can directly follow standing on the ground; a source that samples slowly may skip the take-off itself. */
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

/** Whether an aircraft can be in the one phase and then, in the next sample, in the other. */
export function canPhaseFollow(from: FlightPhase, to: FlightPhase): boolean {
  if (from === to) return true;
  if (groundPhases.includes(from)) return allowedAfterGround.includes(to);
  if (from === "takeoff") return allowedAfterTakeoff.includes(to);
  if (from === "landing" || from === "forcedLanding") return allowedAfterLanding.includes(to);
  return allowedInFlight.includes(to);
}

/** Whether the aircraft is in the air in this phase. */
export const isAirborne = (phase: FlightPhase): boolean => !groundPhases.includes(phase);
