import type { FlightPhase } from "./flight.ts";

/** Phases of a drone that is not in the air. A file of its own, as the login page has no use for it. */
export const groundPhases: readonly FlightPhase[] = ["offline", "standby", "preparing", "landed"];
