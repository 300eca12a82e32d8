import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { StoredLine } from "../db/schema/flight.ts";
import type { AlarmSignal } from "../telemetry/alarms/signals.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import { comesBy, platformLine } from "./lineReach.ts";
import type { LineLoss } from "./lineWatch.ts";
import { type Cause, isOpen } from "./openAlarms.ts";

/** Whether an alarm says that a line is lost. */
export const isOfLine = ({ kind }: AlarmRecord): boolean => kind === "accessLost" || kind === "platformLost";

/** The lines that were lost when the server stopped, each with the drones whose silence they explained. */
export function findLostLines(
  restored: readonly AlarmRecord[],
  registry: FlightRegistry,
): ReadonlyMap<StoredLine, readonly string[]> {
  const listExplained = (kind: AlarmKind, line: StoredLine) =>
    restored
      .filter(
        (alarm) => isOpen(alarm) && alarm.suppressedBy === kind && comesBy(registry, alarm.droneSn, line),
      )
      .map(({ droneSn }) => droneSn);
  return new Map(
    restored
      .filter((alarm) => alarm.isHolding && isOfLine(alarm))
      .map(({ kind, lineId, lineName, companyId }) => {
        const line = kind === "platformLost" ? platformLine : { id: lineId, name: lineName, companyId };
        return [line, listExplained(kind, line)] as const;
      }),
  );
}

/** The cause that a line is lost. */
export const toLineCause = ({ id }: StoredLine): Cause => {
  const place = { droneSn: "", hangarId: null, zoneId: null };
  return id === platformLine.id
    ? { kind: "platformLost", ...place }
    : { kind: "accessLost", ...place, lineId: id };
};

/** Serial numbers that one alarm lists; it counts all. */
const maxListed = 200;

/** Several drones in the air that nobody hears are as urgent as each of them becomes after 30 s. */
export const toLineSignal = ({ line, cause, flights, silentS, droneSns }: LineLoss): AlarmSignal => ({
  ...toLineCause(line),
  priority: "p1",
  slot: null,
  lng: null,
  lat: null,
  ...(line === platformLine
    ? { values: { cause, flights, silentS } }
    : {
        line,
        values: {
          flights,
          silentS,
          drones: droneSns.length,
          droneSns: droneSns.toSorted().slice(0, maxListed).join("、"),
        },
      }),
});
