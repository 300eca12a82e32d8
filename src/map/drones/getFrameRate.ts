import { getMercatorScale } from "./data/mercator.ts";

/**
 * Frames per second for a moving fleet: two per CSS pixel that its fastest drone moves in a second, 1 to 60.
 * @param maxSpeed ground speed, m/s
 * @param resolution projected metres per CSS pixel
 * @param y of the map's centre, EPSG:3857
 */
export function getFrameRate(maxSpeed: number, resolution: number, y: number): number {
  return Math.min(60, Math.max(1, (2 * maxSpeed * getMercatorScale(y)) / resolution));
}
