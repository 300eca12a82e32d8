import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { createScopeTest, type ScopedLike } from "../../machines/status/dutyScope.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { OpenTask } from "../telemetry/flights/openTasks.ts";

/** A flight in the air. */
export interface FlyingFlight extends ScopedLike {
  readonly companyId: string;
}

declare module "../telemetry/liveService.ts" {
  interface LiveService {
    readonly flying: FlyingNow;
  }
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

export function createFlyingNow(
  { fleet, slots, count, getBySlot, regions }: FlightRegistry,
  lookUpsPerList?: number,
): FlyingNow {
  const listOpen = (): OpenTask[] =>
    [...slots.subarray(0, count())].flatMap((slot) => {
      const open = getBySlot(slot);
      return open && isInAir(fleet, open) ? [open] : [];
    });

  function list(withRegions: boolean, lookUps?: number): FlyingFlight[] {
    const open = listOpen();
    if (withRegions) regions.refresh(open, lookUps);
    return open.map((flight) => ({
      companyId: flight.task.companyId,
      regionId: withRegions ? (regions.get(flight) ?? null) : null,
    }));
  }
  return {
    list: (withRegions) => list(withRegions, lookUpsPerList),
    // Kept in the records of shifts, so all are looked up.
    count: (scope) =>
      list(scope.by === "region", Number.POSITIVE_INFINITY).filter(createScopeTest([scope])).length,
  };
}
