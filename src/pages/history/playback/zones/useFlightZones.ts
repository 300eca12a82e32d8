import { useMemo } from "react";
import type { Bbox } from "../../../../../adapters/contract/task.ts";
import { type ZoneRow, zoneCalls } from "../../../../../adapters/contract/zone.ts";
import type { Client } from "../../../../../adapters/http/client.ts";
import { useQuery } from "../../../../list/useQuery.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import type { ShownFlight } from "../shownFlight.ts";
import { findZoneStays, getTrackBounds, type ZoneStay } from "./zoneStays.ts";

const pageSize = 200;

async function loadZones(client: Client, bbox: Bbox, signal: AbortSignal): Promise<ZoneRow[]> {
  const zones: ZoneRow[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const body = { pageNo, pageSize, status: "active" as const, bbox };
    const page = await client.call(zoneCalls.controlZoneListPage, { body }, { signal, quiet: true });
    zones.push(...page.list);
    if (zones.length >= page.total || page.list.length === 0) return zones;
  }
}

/** The zones that the played flights may have touched. */
export interface FlightZones {
  readonly zones: readonly ZoneRow[];
  /** Stays by the flight's key; they count by the flight's own times. */
  readonly stays: ReadonlyMap<string, readonly ZoneStay[]>;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

const noZones: readonly ZoneRow[] = [];

/** Loads the zones around the flights beside their tracks; the tracks play without them. */
export function useFlightZones(flights: readonly ShownFlight[]): FlightZones {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(
    flights.length === 0 ? null : flights.map(({ key }) => key).join(","),
    async (signal) => {
      const boxes = flights.map(({ flight }) => getTrackBounds(flight)).filter((bbox) => bbox !== null);
      const found = await Promise.all(boxes.map((bbox) => loadZones(client, bbox, signal)));
      return [...new Map(found.flat().map((zone) => [zone.id, zone])).values()];
    },
  );
  const zones = result.state === "success" ? result.data : noZones;
  const stays = useMemo(
    () => new Map(flights.map(({ key, flight }) => [key, findZoneStays(flight, zones)])),
    [flights, zones],
  );
  return { zones, stays, hasFailed: result.state === "error", retry: refetch };
}
