import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { isInScope, type ScopedLike } from "../../machines/dutyScope.ts";
import { findCounty } from "../map/findCounty.ts";
import { toDegrees } from "../telemetry/alarms/flightFacts.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";

/** A flight in the air. */
export interface FlyingFlight extends ScopedLike {
  readonly companyId: string;
}

/** The flights in the air, as desks watch them. */
export interface FlyingNow {
  /** @param withRegions whether the county below each is needed; without it `regionId` is null */
  readonly list: (withRegions: boolean) => readonly FlyingFlight[];
  readonly count: (scope: DutyScope) => number;
}

/** About a kilometre: the county is looked up anew once the drone has moved so far. */
const cellsPerDegree = 100;

export function createFlyingNow({ fleet, slots, count, getBySlot }: FlightRegistry): FlyingNow {
  const counties = new Map<number, { readonly cell: string; readonly regionId: string | null }>();

  function getRegion(slot: number): string | null {
    const [lng, lat] = [toDegrees(fleet.values.lon[slot]), toDegrees(fleet.values.lat[slot])];
    if (lng === null || lat === null) return null;
    const cell = `${Math.floor(lng * cellsPerDegree)} ${Math.floor(lat * cellsPerDegree)}`;
    const known = counties.get(slot);
    if (known?.cell === cell) return known.regionId;
    const regionId = findCounty(lng, lat);
    counties.set(slot, { cell, regionId });
    return regionId;
  }

  const list = (withRegions: boolean) => {
    const flying: FlyingFlight[] = [];
    for (const slot of slots.subarray(0, count())) {
      const open = getBySlot(slot);
      if (open && isInAir(fleet, open))
        flying.push({ companyId: open.task.companyId, regionId: withRegions ? getRegion(slot) : null });
    }
    return flying;
  };
  return {
    list,
    count: (scope) => list(scope.by === "region").filter((flight) => isInScope(scope, flight)).length,
  };
}
