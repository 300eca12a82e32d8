import Polygon from "ol/geom/Polygon.js";
import { getDistance } from "ol/sphere.js";
import type { LngLat, MapPolygon } from "./shapes.ts";

interface Circle {
  readonly centre: LngLat;
  /** Metres on the ground. */
  readonly radius: number;
}

/** Metres in a degree of latitude at the equator, where it is shortest. */
const minMetresPerDegree = 110_500;

/** Returns a test of many points against shapes; most are decided by the shapes' bounds. */
export function createContains({
  polygons,
  circles,
}: {
  readonly polygons: readonly Pick<MapPolygon, "rings">[];
  readonly circles: readonly Circle[];
}): (point: LngLat) => boolean {
  const geometries = polygons.map(({ rings }) => new Polygon(rings.map((ring) => ring.map((at) => [...at]))));
  const isInPolygon = ([lng, lat]: LngLat, polygon: Polygon) => {
    const [west = 0, south = 0, east = 0, north = 0] = polygon.getExtent();
    const isInBounds = lng >= west && lng <= east && lat >= south && lat <= north;
    return isInBounds && polygon.intersectsCoordinate([lng, lat]);
  };
  const isInCircle = ([lng, lat]: LngLat, { centre, radius }: Circle) =>
    Math.abs(lat - centre[1]) * minMetresPerDegree <= radius &&
    getDistance([...centre], [lng, lat]) <= radius;
  return (point) =>
    geometries.some((polygon) => isInPolygon(point, polygon)) ||
    circles.some((circle) => isInCircle(point, circle));
}
