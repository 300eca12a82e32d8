const earthRadius = 6_378_137;
const metresPerDegree = (Math.PI / 180) * earthRadius;

/** Convert degrees × 10⁷, as in a frame, to EPSG:3857 metres. */
export const toMercatorX = (lonE7: number): number => lonE7 * 1e-7 * metresPerDegree;
export const toMercatorY = (latE7: number): number =>
  earthRadius * Math.log(Math.tan(Math.PI / 4 + (latE7 * 1e-7 * Math.PI) / 360));

/** Projected metres per metre on the ground at that y. */
export const getMercatorScale = (y: number): number => Math.cosh(y / earthRadius);

/** EPSG:3857 metres per CSS pixel at zoom 0. */
export const worldResolution = (2 * Math.PI * earthRadius) / 256;
/** EPSG:3857 metres around the world, which repeats in x. */
export const worldWidth = 256 * worldResolution;

/** Of all copies of a place, the x of the one nearest to another x: across the date line instead of around the world. */
export const toNearestCopy = (x: number, near: number): number =>
  x - worldWidth * Math.round((x - near) / worldWidth);

/** The x of places as copies that lie together: the narrower of two ways to cut the world open, at 180° and at 0°. */
export function gatherCopies(xs: readonly number[]): readonly number[] {
  const shifted = xs.map((x) => (x < 0 ? x + worldWidth : x));
  return getSpan(shifted) < getSpan(xs) ? shifted : xs;
}

/** From the least to the greatest value; −∞ of none. */
export function getSpan(values: readonly number[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}
