import { shallowEqual, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo } from "react";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import type { ZoneRow } from "../../../adapters/contract/zone.ts";
import { useAlarms } from "../../live/alarms/useAlarms.ts";
import { findZoneAlarms, markZones, type ZoneAlarms } from "../../live/markZones.ts";
import { useZones } from "../../map/zones/useZones.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

const noAlarms: ZoneAlarms = {};

/** The zones as the map names them: those with an open alarm are marked. */
function useAlarmedZones(zones: readonly ZoneRow[] | null): readonly ZoneRow[] {
  const services = useAlarms();
  const alarms = useSelector(
    services?.actor,
    (snapshot) => (snapshot ? findZoneAlarms(snapshot.context) : noAlarms),
    shallowEqual,
  );
  return useMemo(() => markZones(zones ?? [], alarms), [zones, alarms]);
}

/** The zones as they are, and as the map names them. */
export interface LiveZones {
  /** Null before they are read. */
  readonly all: readonly ZoneRow[] | null;
  readonly named: readonly ZoneRow[];
  readonly hasFailed: boolean;
}

/** Loads the zones and keeps them up to date. Shows nothing; its code is loaded after the map. */
export function ZoneSource({ onChange }: { readonly onChange: (zones: LiveZones) => void }) {
  const { client, socket } = usePageApi();
  const onZonesChanged = useCallback(
    (listener: () => void) => socket.onFrame(({ type }) => type === socketTypes.zone && listener()),
    [socket],
  );
  const { zones: all, hasFailed } = useZones(client, onZonesChanged);
  const named = useAlarmedZones(all);
  useEffect(() => onChange({ all, named, hasFailed }), [all, named, hasFailed, onChange]);
  return null;
}
