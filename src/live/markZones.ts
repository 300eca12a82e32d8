import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import type { ZoneRow } from "../../adapters/contract/zone.ts";
import { getAllAlarms, isAsking } from "../../machines/alarmRules.ts";
import type { AlarmLike, AlarmsContext } from "../../machines/alarmsPort.ts";
import { priorityShapes } from "./alarms/priorityShapes.ts";

/** Priority of the worst open alarm by zone id. */
export type ZoneAlarms = Readonly<Record<string, AlarmRow["priority"]>>;

type ZoneAlarm = AlarmLike & Pick<AlarmRow, "zoneId" | "priority">;

/**
 * The zones with an open alarm, whichever desk watches it: a map is for everybody. A record, to be compared by its
 * values: alarms change often, those of zones rarely.
 */
export const findZoneAlarms = (context: Pick<AlarmsContext<ZoneAlarm>, "alarms" | "others">): ZoneAlarms =>
  Object.fromEntries(
    (getAllAlarms(context) ?? [])
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
