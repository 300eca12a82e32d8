import type { ZoneShape } from "../../../adapters/contract/zone.ts";

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const metresPerDegree = 111_320;

/** The bounding box of a zone's shape, in degrees. */
export function getZoneBounds(shape: ZoneShape): Bounds {
  if (shape.type === "Polygon") {
    const points = shape.coordinates.flat();
    const lons = points.map(([lon]) => lon);
    const lats = points.map(([, lat]) => lat);
    return {
      west: Math.min(...lons),
      south: Math.min(...lats),
      east: Math.max(...lons),
      north: Math.max(...lats),
    };
  }
  const [lon, lat] = shape.center;
  const latSpan = shape.radius / metresPerDegree;
  const lonSpan = latSpan / Math.cos((lat * Math.PI) / 180);
  return { west: lon - lonSpan, south: lat - latSpan, east: lon + lonSpan, north: lat + latSpan };
}
