import { hasLanded } from "./flightPhases.ts";
import { storeFlightState } from "./flightState.ts";
import type { OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";

/** How long after its landing a flight ends. */
export const landedDurationMs = 60_000;

/** Follows the take-offs and landings of a flight under way; true while its drone is in the air. */
export function followTakeOff(state: RegistryState, open: OpenTask): boolean {
  const { fleet } = state;
  const { slot, flight } = open;
  const isInAir = fleet.motion.isInAir[slot] === 1;
  if (!flight) return isInAir;
  if (isInAir) markTakeOff(state, open);
  else if (flight.hasTakenOff && flight.expiresAt === Number.POSITIVE_INFINITY && hasLanded(fleet, slot))
    markLanding(state, open);
  return isInAir;
}

export function markTakeOff(state: RegistryState, open: OpenTask): void {
  const { flight } = open;
  if (!flight || (flight.hasTakenOff && flight.expiresAt === Number.POSITIVE_INFINITY)) return;
  flight.hasTakenOff = true;
  flight.expiresAt = Number.POSITIVE_INFINITY;
  storeFlightState(state, open);
}

export function markLanding(state: RegistryState, open: OpenTask): void {
  if (!open.flight) return;
  open.flight.expiresAt = state.receivedAt + landedDurationMs;
  storeFlightState(state, open);
}
