const earthRadiusM = 6_371_008.8;
const radiansPerDegree = Math.PI / 180;

/** Metres between two positions in degrees × 10⁷, on the sphere; 0.07 % off the ellipsoid. */
export function haversineDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const a = lat1 * 1e-7 * radiansPerDegree;
  const b = lat2 * 1e-7 * radiansPerDegree;
  const dLat = Math.sin((b - a) / 2);
  const dLon = Math.sin(((lon2 - lon1) * 1e-7 * radiansPerDegree) / 2);
  return 2 * earthRadiusM * Math.asin(Math.sqrt(dLat * dLat + Math.cos(a) * Math.cos(b) * dLon * dLon));
}
