import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { isAsking } from "../../../../machines/alarmRules.ts";
import { priorityShapes } from "../alarm/priorityShapes.ts";

/** Priority of the worst open alarm by zone id. */
export type ZoneAlarms = Readonly<Record<string, AlarmRow["priority"]>>;

/**
 * The zones with an open alarm. A record, to be compared by its values: alarms change often, those of zones rarely.
 * @param alarms most urgent first
 */
export const findZoneAlarms = (
  alarms: readonly Pick<AlarmRow, "zoneId" | "priority" | "state">[] | null,
): ZoneAlarms =>
  Object.fromEntries(
    (alarms ?? [])
      .filter(isAsking)
      .toReversed()
      .flatMap(({ zoneId, priority }) => (zoneId === null ? [] : [[zoneId, priority]])),
  );

/** The zones, named with the shape of their worst open alarm. */
export const markZones = (zones: readonly ZoneRow[], alarms: ZoneAlarms): readonly ZoneRow[] =>
  zones.map((zone) => {
    const worst = alarms[zone.id];
    return worst ? { ...zone, name: `${priorityShapes[worst]} ${zone.name}` } : zone;
  });
