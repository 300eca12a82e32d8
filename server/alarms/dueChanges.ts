import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { AlarmOperation } from "./alarmBatch.ts";
import type { OpenAlarms } from "./openAlarms.ts";

/** After a restart the rules have this time to find again what still holds. */
export const confirmMs = 90_000;

/** Said once by a device or a task: no rule finds them again, so they stay until they are closed or cleared. */
const standingKinds: readonly AlarmKind[] = ["taskFailed", "deviceHealth"];

export interface DueFacts {
  readonly now: number;
  /** When the alarms were taken over at the start. */
  readonly restoredAt: number;
  /** Of those, whose cause no rule has found since. */
  readonly unconfirmed: Set<string>;
  readonly registry: Pick<FlightRegistry, "getByDrone">;
  /** Whether the platform hears nobody, or has only just begun to again. */
  readonly isSilenced: boolean;
}

/** What time and other alarms bring about: nobody has to do anything for it. */
export function findDueChanges(open: OpenAlarms, facts: DueFacts): AlarmOperation[] {
  const operations: AlarmOperation[] = [];
  for (const alarm of open.values()) {
    const event = alarm.state === "gone" ? null : getDueEvent(open, facts, alarm);
    if (event) operations.push({ type: "change", id: alarm.id, event, at: facts.now });
  }
  return operations;
}

type DueEvent = Extract<AlarmOperation, { readonly type: "change" }>["event"];

function getDueEvent(open: OpenAlarms, facts: DueFacts, alarm: AlarmRecord): DueEvent | null {
  const { state, shelvedUntil, isHolding } = alarm;
  if (isHolding && isCauseOver(facts, alarm)) {
    facts.unconfirmed.delete(alarm.id);
    return { type: "clear" };
  }
  if (state === "shelved") return (shelvedUntil?.getTime() ?? 0) <= facts.now ? { type: "unshelve" } : null;
  const cause = open.getSuppressor(alarm, facts.isSilenced);
  if (state === "suppressed") return cause ? null : { type: "release" };
  return cause && state !== "cleared" ? { type: "suppress", cause } : null;
}

/** Whether a cause has ended without a rule saying so: with its flight, or while the server was down. */
function isCauseOver(
  { now, restoredAt, unconfirmed, registry }: DueFacts,
  { id, kind, flightId, droneSn }: AlarmRecord,
): boolean {
  if (standingKinds.includes(kind)) return false;
  if (flightId !== null && registry.getByDrone(droneSn)?.flight?.id !== flightId) return true;
  return unconfirmed.has(id) && now - restoredAt >= confirmMs;
}
