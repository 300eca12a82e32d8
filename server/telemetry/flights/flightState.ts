import { toStoredLine } from "../ingest/lines.ts";
import type { FlightState } from "./flightBatch.ts";
import { getPhaseName } from "./flightPhases.ts";
import type { OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";

/** The state of the flight under way; null where there is none. */
export function getFlightState(
  { fleet }: Pick<RegistryState, "fleet">,
  { flight, flown, slot, coverage, line }: OpenTask,
): Omit<FlightState, "id"> | null {
  if (!flight) return null;
  return {
    lastAt: toDate(fleet.getLastAt(slot)),
    lastSourceAt: toDate(fleet.tSrc[slot]),
    clockOffsetMs: toNumber(fleet.clockOffset[slot]),
    phase: getPhaseName(fleet.values.phase[slot] ?? Number.NaN) ?? null,
    hasTakenOff: flight.hasTakenOff,
    isForcedLanding: flight.isForcedLanding,
    // What its source reports takes precedence over its track, and both over what was known before a restart.
    pct: toNumber(fleet.values.pct[slot]) ?? coverage?.getPct() ?? toNumber(flown.pct),
    expiresAt: toDate(flight.expiresAt),
    line: line && toStoredLine(line),
  };
}

const toNumber = (value = Number.NaN) => (Number.isFinite(value) ? value : null);
const toDate = (value = Number.NaN) => (Number.isFinite(value) ? new Date(value) : null);

/** Only flights of real devices continue after a restart: the state of others need not be known. */
export function storeFlightState(state: RegistryState, open: OpenTask): void {
  if (open.task.source !== "device") return;
  const flightState = getFlightState(state, open);
  if (open.flight && flightState) state.writes.updateFlightState({ id: open.flight.id, ...flightState });
}
