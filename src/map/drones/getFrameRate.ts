import { getMercatorScale } from "./data/mercator.ts";

/**
 * Pictures a second that a moving fleet is worth: two for every CSS pixel its fastest drone moves a second,
 * at least one, at most sixty.
 * @param maxSpeed m/s on the ground
 * @param resolution metres of the projection a CSS pixel
 * @param y of the map's centre, EPSG:3857
 */
export function getFrameRate(maxSpeed: number, resolution: number, y: number): number {
  return Math.min(60, Math.max(1, (2 * maxSpeed * getMercatorScale(y)) / resolution));
}
