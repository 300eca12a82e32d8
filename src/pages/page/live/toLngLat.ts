import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { LngLat } from "./geometry.ts";

/** Where a drone is, in degrees; null where nobody knows. */
export const toLngLat = ({ lat, lon }: Pick<LiveState, "lat" | "lon">): LngLat | null =>
  lat === null || lon === null ? null : [lon / 1e7, lat / 1e7];

/** Legs of the route that are behind the drone for certain: it flies to waypoint `wp`, counted from 1. */
export const countPassedWaypoints = ({ wp }: Pick<LiveState, "wp">): number => Math.max(0, (wp ?? 0) - 2);
