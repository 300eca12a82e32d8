const earthRadius = 6_378_137;
const metresPerDegree = (Math.PI / 180) * earthRadius;

/** EPSG:3857 metres of degrees × 10⁷, as they stand in a frame. */
export const toMercatorX = (lonE7: number): number => lonE7 * 1e-7 * metresPerDegree;
export const toMercatorY = (latE7: number): number =>
  earthRadius * Math.log(Math.tan(Math.PI / 4 + (latE7 * 1e-7 * Math.PI) / 360));

/** Metres of the projection that one metre on the ground takes at that y. */
export const getMercatorScale = (y: number): number => Math.cosh(y / earthRadius);

/** Metres of EPSG:3857 a CSS pixel, at zoom 0. */
export const worldResolution = (2 * Math.PI * earthRadius) / 256;
