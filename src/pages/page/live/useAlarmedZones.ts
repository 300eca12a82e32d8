import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { useExistingActor } from "../../../pageApi/usePageScope.ts";
import { priorityShapes } from "../alarm/priorityShapes.ts";
import type { AlarmActor } from "./alarms/alarmServices.ts";

/**
 * The zones, named with the shape of their worst open alarm.
 * @param alarms most urgent first
 */
export function markZones(
  zones: readonly ZoneRow[],
  alarms: readonly Pick<AlarmRow, "zoneId" | "priority" | "state">[] | null,
): readonly ZoneRow[] {
  const open = (alarms ?? []).filter(({ state }) => state !== "shelved" && state !== "suppressed");
  return zones.map((zone) => {
    const worst = open.find(({ zoneId }) => zoneId === zone.id);
    return worst ? { ...zone, name: `${priorityShapes[worst.priority]} ${zone.name}` } : zone;
  });
}

/** The zones as the map names them; the alarms' code may load later than the map. */
export function useAlarmedZones(zones: readonly ZoneRow[]): readonly ZoneRow[] {
  const actor = useExistingActor<AlarmActor>("alarms");
  const alarms = useSelector(actor, (snapshot) => snapshot?.context.alarms ?? null);
  return useMemo(() => markZones(zones, alarms), [zones, alarms]);
}
