import { useSelector } from "@xstate/react";
import { useEffect, useMemo, useState } from "react";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { isTransient } from "../../../../machines/errorInfo.ts";
import { fetchActiveZones } from "../../../map/zones/fetchActiveZones.ts";
import { type PageApi, usePageApi } from "../../../pageApi/usePageApi.ts";
import { useExistingActor } from "../../../pageApi/usePageScope.ts";
import { priorityShapes } from "../alarm/priorityShapes.ts";
import type { AlarmActor } from "./alarms/alarmServices.ts";

const retryMs = 10_000;

/**
 * Loads all active zones; reloads them after a socket notification and retries transient errors. A failed load keeps
 * the previous zones.
 */
function useZones({ client, socket }: Pick<PageApi, "client" | "socket">): readonly ZoneRow[] {
  const [zones, setZones] = useState<readonly ZoneRow[]>([]);
  // A new object triggers a load. Retries show no error toast.
  const [request, setRequest] = useState({ isRetry: false });
  useEffect(
    () =>
      socket.onFrame(({ type }) => {
        if (type === socketTypes.zone) setRequest({ isRetry: false });
      }),
    [socket],
  );
  useEffect(() => {
    const controller = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const fetchZones = async () => {
      const { signal } = controller;
      setZones(await fetchActiveZones(client, { signal, quiet: request.isRetry }));
    };
    fetchZones().catch((error: unknown) => {
      // The client has already shown a toast.
      if (!(error instanceof CallError)) throw error;
      if (isTransient(error) && !controller.signal.aborted)
        retry = setTimeout(() => setRequest({ isRetry: true }), Math.max(retryMs, error.retryAfterMs ?? 0));
    });
    return () => {
      controller.abort();
      clearTimeout(retry);
    };
  }, [client, request]);
  return zones;
}

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
function useAlarmedZones(zones: readonly ZoneRow[]): readonly ZoneRow[] {
  const actor = useExistingActor<AlarmActor>("alarms");
  const alarms = useSelector(actor, (snapshot) => snapshot?.context.alarms ?? null);
  return useMemo(() => markZones(zones, alarms), [zones, alarms]);
}

/** The zones as they are, and as the map names them. */
export interface LiveZones {
  readonly all: readonly ZoneRow[];
  readonly named: readonly ZoneRow[];
}

/** Loads the zones and keeps them up to date. Shows nothing; its code is loaded after the map. */
export function ZoneSource({ onChange }: { readonly onChange: (zones: LiveZones) => void }) {
  const all = useZones(usePageApi());
  const named = useAlarmedZones(all);
  useEffect(() => onChange({ all, named }), [all, named, onChange]);
  return null;
}
