import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { LngLat } from "../../live/geometry.ts";

/** A coordinate in degrees × 10⁷, or in degrees as another platform may have it. */
const toDegrees = (value: number, most: number) => (Math.abs(value) <= most ? value : value / 1e7);

/** Converts a drone's position to degrees; null if unknown. */
export const toLngLat = ({ lat, lon }: Pick<LiveState, "lat" | "lon">): LngLat | null =>
  lat === null || lon === null ? null : [toDegrees(lon, 180), toDegrees(lat, 90)];

/** Number of legs certainly flown. `wp` is the waypoint the drone flies to, counted from 1. */
export const countPassedWaypoints = ({ wp }: Pick<LiveState, "wp">): number => Math.max(0, (wp ?? 0) - 2);
