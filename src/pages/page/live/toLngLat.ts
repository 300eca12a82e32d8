import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { LngLat } from "./geometry.ts";

/** Converts a drone's position to degrees; null if unknown. */
export const toLngLat = ({ lat, lon }: Pick<LiveState, "lat" | "lon">): LngLat | null =>
  lat === null || lon === null ? null : [lon / 1e7, lat / 1e7];

/** Number of legs certainly flown. `wp` is the waypoint the drone flies to, counted from 1. */
export const countPassedWaypoints = ({ wp }: Pick<LiveState, "wp">): number => Math.max(0, (wp ?? 0) - 2);
