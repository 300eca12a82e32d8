import type { FlightPhase } from "../../../adapters/contract/flight.ts";

const grounded: readonly FlightPhase[] = ["offline", "standby", "preparing", "landed"];
/** What can directly follow standing on the ground; a source that samples slowly may skip the take-off itself. */
const afterGround: readonly FlightPhase[] = [...grounded, "takeoff", "manual", "hover"];
const afterTakeoff: readonly FlightPhase[] = [
  "mission",
  "manual",
  "hover",
  "returning",
  "landing",
  "landed",
  "avoiding",
  "forcedLanding",
];
const afterFlight: readonly FlightPhase[] = afterTakeoff;
const afterLanding: readonly FlightPhase[] = [
  "landed",
  "standby",
  "offline",
  "hover",
  "manual",
  "takeoff",
  "forcedLanding",
];

/** Whether an aircraft can be in the one phase and then, in the next sample, in the other. */
export function phaseCanFollow(from: FlightPhase, to: FlightPhase): boolean {
  if (from === to) return true;
  if (grounded.includes(from)) return afterGround.includes(to);
  if (from === "takeoff") return afterTakeoff.includes(to);
  if (from === "landing" || from === "forcedLanding") return afterLanding.includes(to);
  return afterFlight.includes(to);
}

/** Whether the aircraft is in the air in this phase. */
export const isAirborne = (phase: FlightPhase): boolean => !grounded.includes(phase);
