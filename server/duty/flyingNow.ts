import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { createScopeTest, type ScopedLike } from "../../machines/status/dutyScope.ts";
import { findCounty } from "../map/findCounty.ts";
import { toDegrees } from "../telemetry/alarms/flightFacts.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { OpenTask } from "../telemetry/flights/openTasks.ts";

/** A flight in the air. */
export interface FlyingFlight extends ScopedLike {
  readonly companyId: string;
}

/** The flights in the air, as desks watch them. */
export interface FlyingNow {
  /**
   * @param withRegions whether the county below each is needed; without it `regionId` is null. Only so many are looked up
   * each time: those whose turn has not come have none, or that of a moment ago
   */
  readonly list: (withRegions: boolean) => readonly FlyingFlight[];
  readonly count: (scope: DutyScope) => number;
}

/** About a kilometre: the county is looked up anew once the drone has moved so far. */
const cellsPerDegree = 100;
/** About 13 ms. */
const defaultLookUps = 200;

export function createFlyingNow(
  { fleet, slots, count, getBySlot }: FlightRegistry,
  lookUpsPerList = defaultLookUps,
): FlyingNow {
  const counties = new Map<number, { taskId: string; cell: string; regionId: string | null }>();
  let left = 0;
  /** Where the look-ups go on. */
  let cursor = 0;

  function getRegion({ slot, task }: OpenTask): string | null {
    const [lng, lat] = [toDegrees(fleet.values.lon[slot]), toDegrees(fleet.values.lat[slot])];
    if (lng === null || lat === null) return null;
    const cell = `${Math.floor(lng * cellsPerDegree)} ${Math.floor(lat * cellsPerDegree)}`;
    const kept = counties.get(slot);
    const known = kept?.taskId === task.id ? kept : undefined;
    if (known?.cell === cell || left === 0) return known?.regionId ?? null;
    left -= 1;
    const regionId = findCounty(lng, lat);
    counties.set(slot, { taskId: task.id, cell, regionId });
    return regionId;
  }

  const listOpen = (): OpenTask[] =>
    [...slots.subarray(0, count())].flatMap((slot) => {
      const open = getBySlot(slot);
      return open && isInAir(fleet, open) ? [open] : [];
    });

  function list(withRegions: boolean, lookUps = lookUpsPerList): FlyingFlight[] {
    const open = listOpen();
    if (!withRegions) return open.map(({ task: { companyId } }) => ({ companyId, regionId: null }));
    left = lookUps;
    const from = cursor < open.length ? cursor : 0;
    return [...open.slice(from), ...open.slice(0, from)].map((flight, index) => {
      const regionId = getRegion(flight);
      if (left > 0) cursor = (from + index + 1) % open.length;
      return { companyId: flight.task.companyId, regionId };
    });
  }
  return {
    list: (withRegions) => list(withRegions),
    // Kept in the records of shifts, so all are looked up.
    count: (scope) =>
      list(scope.by === "region", Number.POSITIVE_INFINITY).filter(createScopeTest([scope])).length,
  };
}
