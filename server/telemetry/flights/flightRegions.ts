import { findCounty } from "../../map/findCounty.ts";
import { toDegrees } from "../alarms/flightFacts.ts";
import type { Fleet } from "../fleet/fleet.ts";

/** A flight with a place in the fleet. */
interface PlacedFlight {
  readonly slot: number;
  readonly task: { readonly id: string };
}

/** The counties below the flights, looked up bit by bit. */
export interface FlightRegions {
  /** @param lookUps how many flights that have moved are looked up at most; the others when their turn comes */
  readonly refresh: (flights: readonly PlacedFlight[], lookUps?: number) => void;
  /**
   * The county, perhaps that of a moment ago; null where the place is not known or outside the boundaries, undefined
   * while it has not been looked up.
   */
  readonly get: (flight: PlacedFlight) => string | null | undefined;
}

/** About a kilometre: the county is looked up anew once the drone has moved so far. */
const cellsPerDegree = 100;
const cellsPerTurn = 360 * cellsPerDegree;
/** About 13 ms. */
const defaultLookUps = 200;

export function createFlightRegions(fleet: {
  readonly values: Pick<Fleet["values"], "lat" | "lon">;
}): FlightRegions {
  const counties = new Map<number, { taskId: string; cell: number; regionId: string | null }>();
  /** Where the look-ups go on. */
  let cursor = 0;

  function getPlace(slot: number): readonly [lng: number, lat: number] | null {
    const [lng, lat] = [toDegrees(fleet.values.lon[slot]), toDegrees(fleet.values.lat[slot])];
    return lng === null || lat === null ? null : [lng, lat];
  }
  const getKept = ({ slot, task }: PlacedFlight) => {
    const kept = counties.get(slot);
    return kept?.taskId === task.id ? kept : undefined;
  };
  /** @returns whether it took a look-up */
  function update(flight: PlacedFlight): boolean {
    const place = getPlace(flight.slot);
    if (!place) return false;
    const [lng, lat] = place;
    const cell = Math.floor(lng * cellsPerDegree) * cellsPerTurn + Math.floor(lat * cellsPerDegree);
    if (getKept(flight)?.cell === cell) return false;
    counties.set(flight.slot, { taskId: flight.task.id, cell, regionId: findCounty(lng, lat) });
    return true;
  }

  return {
    refresh: (flights, lookUps = defaultLookUps) => {
      const from = cursor < flights.length ? cursor : 0;
      let left = lookUps;
      for (let step = 0; step < flights.length && left > 0; step++) {
        const at = (from + step) % flights.length;
        const flight = flights[at];
        if (!flight || !update(flight)) continue;
        left -= 1;
        cursor = at + 1;
      }
    },
    get: (flight) => {
      const kept = getKept(flight);
      return kept || getPlace(flight.slot) ? kept?.regionId : null;
    },
  };
}
