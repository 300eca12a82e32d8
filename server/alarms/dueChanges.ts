import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import type { LinkState } from "../../adapters/contract/flight.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { AlarmOperation } from "./alarmBatch.ts";
import type { LineFacts, OpenAlarms } from "./openAlarms.ts";

/** After a restart the rules have this time to find again what still holds. */
export const confirmMs = 90_000;

const silentLinks: readonly LinkState[] = ["lost", "lastKnown"];

/** Said once by a device or a task: no rule finds them again, so they stay until they are closed or cleared. */
const standingKinds: readonly AlarmKind[] = ["taskFailed", "deviceHealth"];

/** Ids of alarms, with the time from which the rules could have found their causes again, UTC ms. */
export type Unconfirmed = Map<string, number>;

export interface DueFacts {
  readonly now: number;
  /** Of those that were taken over at the start, whose cause no rule has found since. */
  readonly unconfirmed: Unconfirmed;
  readonly registry: Pick<FlightRegistry, "getByDrone" | "fleet">;
  readonly isHangarSilent: (id: string) => boolean;
  readonly lines: LineFacts;
}

/** What time and other alarms bring about: nobody has to do anything for it. */
export function findDueChanges(open: OpenAlarms, facts: DueFacts): AlarmOperation[] {
  const operations: AlarmOperation[] = [];
  for (const alarm of open.values()) {
    if (alarm.state === "gone") continue;
    const isUnheard = alarm.isHolding && isWithoutData(facts, alarm);
    if (isUnheard && facts.unconfirmed.has(alarm.id)) facts.unconfirmed.set(alarm.id, facts.now);
    const event = getDueEvent(open, facts, alarm);
    if (event) operations.push({ type: "change", id: alarm.id, event, at: facts.now });
    else if (isUnheard !== (alarm.noDataSince !== null)) {
      const noDataSince = isUnheard ? new Date(facts.now) : null;
      operations.push({ type: "note", cause: alarm, set: { noDataSince }, at: facts.now });
    }
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
  const cause = open.getSuppressor(alarm, facts.lines);
  if (state === "suppressed") return cause ? null : { type: "release" };
  return cause && state !== "cleared" ? { type: "suppress", cause } : null;
}

/** What silence itself tells, or what no device tells. */
const kindsWithoutSamples: readonly AlarmKind[] = [
  "lost",
  "delayed",
  "accessLost",
  "platformLost",
  "taskFailed",
  "unattended",
  "screenLost",
  "screenDiffers",
];

/** Whether nothing is heard that would tell if the cause still holds. */
function isWithoutData({ registry, isHangarSilent }: DueFacts, alarm: AlarmRecord): boolean {
  const { kind, droneSn, hangarId, values } = alarm;
  if (kindsWithoutSamples.includes(kind)) return false;
  if (droneSn === "") return hangarId !== null && isHangarSilent(hangarId);
  const isLost = (sn: string) => {
    const open = registry.getByDrone(sn);
    return open?.flight ? silentLinks.includes(registry.fleet.getLinkState(open.slot)) : false;
  };
  // Of two that are too near, both must be heard.
  return isLost(droneSn) || isLost(String(values["otherDroneSn"] ?? ""));
}

/** Whether a cause has ended without a rule saying so: with its flight, or while the server was down. */
function isCauseOver(
  { now, unconfirmed, registry }: DueFacts,
  { id, kind, flightId, droneSn }: AlarmRecord,
): boolean {
  if (standingKinds.includes(kind)) return false;
  if (flightId !== null && registry.getByDrone(droneSn)?.flight?.id !== flightId) return true;
  return now - (unconfirmed.get(id) ?? now) >= confirmMs;
}
