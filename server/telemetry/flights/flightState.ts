import { sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { toStoredLine } from "../ingest/lines.ts";
import { getPhaseName } from "./flightPhases.ts";
import type { OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";

/** What a restart of the server needs to know of an open flight, as columns of its record. */
export interface FlightState
  extends Pick<
    typeof flights.$inferSelect,
    | "id"
    | "lastAt"
    | "lastSourceAt"
    | "clockOffsetMs"
    | "phase"
    | "hasTakenOff"
    | "isForcedLanding"
    | "pct"
    | "expiresAt"
    | "line"
  > {}

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

/** Writes the states of open flights in one statement; the outcome of a flight that has ended stays. */
export async function writeFlightStates(tx: Db, states: readonly FlightState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.execute(sql`
    update ${flights} as f
    set last_at = s."lastAt", last_source_at = s."lastSourceAt", clock_offset_ms = s."clockOffsetMs",
      phase = s.phase, has_taken_off = s."hasTakenOff", is_forced_landing = s."isForcedLanding",
      pct = s.pct, expires_at = s."expiresAt", line = s.line
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(
      id int8, "lastAt" timestamptz, "lastSourceAt" timestamptz, "clockOffsetMs" float8, phase text,
      "hasTakenOff" boolean, "isForcedLanding" boolean, pct float8, "expiresAt" timestamptz,
      line jsonb)
    where f.id = s.id and f.ended_at is null`);
}
