import { useEffect, useState } from "react";
import type { ZoneRow } from "../../../adapters/contract/zone.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { fetchActiveZones } from "./fetchActiveZones.ts";

const retryMs = 10_000;
/** A zone that is over leaves the map without a notification; a wall runs for weeks. */
const rereadMs = 5 * 60_000;

export interface ReadZones {
  /** Null before they are read. */
  readonly zones: readonly ZoneRow[] | null;
  /** Whether the last load failed. */
  readonly hasFailed: boolean;
}

/**
 * Loads all active zones; reloads them after a notification and every five minutes, and retries after an error. A
 * failed load keeps the previous zones.
 * @param onZonesChanged subscribes to notifications and returns an unsubscribe function; must stay the same function
 */
export function useZones(client: Client, onZonesChanged: (listener: () => void) => () => void): ReadZones {
  const [zones, setZones] = useState<readonly ZoneRow[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // A new object triggers a load. Only what a notification asked for shows an error toast.
  const [request, setRequest] = useState({ quiet: false });
  useEffect(() => onZonesChanged(() => setRequest({ quiet: false })), [onZonesChanged]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let next: ReturnType<typeof setTimeout> | undefined;
    const readAgain = (ms: number) => {
      if (!signal.aborted) next = setTimeout(() => setRequest({ quiet: true }), ms);
    };
    const fetchZones = async () => {
      setZones(await fetchActiveZones(client, { signal, quiet: request.quiet }));
      setHasFailed(false);
      readAgain(rereadMs);
    };
    fetchZones().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      if (!signal.aborted) setHasFailed(true);
      readAgain(Math.max(retryMs, error.retryAfterMs ?? 0));
    });
    return () => {
      controller.abort();
      clearTimeout(next);
    };
  }, [client, request]);
  return { zones, hasFailed };
}
