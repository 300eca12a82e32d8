import type { RoutePoint } from "../../../adapters/contract/task.ts";
import { haversineDistance } from "../fleet/haversineDistance.ts";

/** A waypoint counts as reached within this distance on the ground; a drone cuts its corners. */
const reachedM = 50;

/** Which waypoints of a planned route a drone has reached: the progress of one whose source reports none. */
export interface RouteCoverage {
  /** Notes a position, in degrees × 10⁷. */
  readonly visit: (lat: number, lon: number) => void;
  /** Share of the waypoints that were reached, in percent. */
  readonly getPct: () => number;
}

/** @param route longitude and latitude of each waypoint in degrees; with at least one */
export function createRouteCoverage(route: readonly RoutePoint[]): RouteCoverage {
  let left = route.map(([lng, lat]) => [lat * 1e7, lng * 1e7] as const);
  return {
    visit: (lat, lon) => {
      const isReached = ([toLat, toLon]: readonly [number, number]) =>
        haversineDistance(lat, lon, toLat, toLon) <= reachedM;
      if (left.some(isReached)) left = left.filter((point) => !isReached(point));
    },
    getPct: () => (100 * (route.length - left.length)) / route.length,
  };
}
