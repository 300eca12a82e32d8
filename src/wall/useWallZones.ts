import { shallowEqual, useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { ZoneRow } from "../../adapters/contract/zone.ts";
import { findZoneAlarms, markZones } from "../live/markZones.ts";
import { useZones } from "../map/zones/useZones.ts";
import type { WallServices } from "./wallServices.ts";

export interface WallZones {
  readonly zones: readonly ZoneRow[];
  /** Ids of those with an open alarm: all others are grey. */
  readonly coloured: ReadonlySet<string>;
}

/** The controlled zones as on the console's live map; in colour only where one has an open alarm. */
export function useWallZones({ client, alarms, onZonesChanged }: WallServices): WallZones {
  const { zones } = useZones(client, onZonesChanged);
  const zoneAlarms = useSelector(alarms, ({ context }) => findZoneAlarms(context), shallowEqual);
  return useMemo(
    () => ({ zones: markZones(zones ?? [], zoneAlarms), coloured: new Set(Object.keys(zoneAlarms)) }),
    [zones, zoneAlarms],
  );
}
