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
