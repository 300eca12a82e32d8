import { airborneHeightM, airborneSpeedMs, getPhase } from "./flightPhases.ts";
import { storeFlightState } from "./flightState.ts";
import type { OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";

/** How long after its landing a flight ends. */
export const landedDurationMs = 60_000;
/** A drone that reports no phase is in the air once it was high and fast for so long. */
const airborneAfterMs = 5_000;

/** Follows height and speed of a drone that reports no phase; true while it is in the air. */
export function updateMotion(state: RegistryState, open: OpenTask): boolean {
  const { fleet } = state;
  const { slot, flight } = open;
  if (getPhase(fleet, slot) !== undefined) return false;
  const height = fleet.getHeight(slot);
  const isHigh = height > airborneHeightM;
  const isFast = getSpeed(state, open) > airborneSpeedMs;
  const now = fleet.tSrc[slot] ?? Number.NaN;
  if (!(isHigh && isFast)) open.movingSince = Number.NaN;
  else if (Number.isNaN(open.movingSince)) open.movingSince = now;
  const isMoving = now - open.movingSince >= airborneAfterMs;
  if (flight?.hasTakenOff) {
    const hasLanded = height <= airborneHeightM && !isFast;
    if (hasLanded && flight.expiresAt === Number.POSITIVE_INFINITY) markLanding(state, open);
    else if (isHigh) markTakeOff(state, open);
  } else if (isMoving) markTakeOff(state, open);
  return isMoving;
}

/** Metres a second over ground: as the source reports it, or else by the way between its last two samples. */
function getSpeed({ fleet }: RegistryState, { slot, motion }: OpenTask): number {
  const reported = fleet.values.vH[slot] ?? Number.NaN;
  if (!Number.isNaN(reported)) return reported;
  const { distanceM } = fleet.getFlightStats(slot);
  const now = fleet.tSrc[slot] ?? Number.NaN;
  const speed = ((distanceM - motion.distanceM) * 1_000) / (now - motion.at);
  motion.distanceM = distanceM;
  motion.at = now;
  return speed;
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
