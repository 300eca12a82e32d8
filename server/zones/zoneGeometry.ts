import { type DegreeLengths, getDegreeLengths } from "../../adapters/contract/localMetres.ts";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import {
  crossesSegment,
  distanceBetweenSegments,
  distanceToSegment,
  isInsideEdges,
  toEdges,
} from "./edges.ts";

/** A box in degrees. Zones never cross the 180th meridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * A zone's shape, prepared for many tests. Edges are straight in longitude and latitude, as GeoJSON has it; distances
 * are metres on the WGS-84 ellipsoid, exact near the boundary and within 0.2 % at 100 km.
 */
export interface ZoneGeometry {
  readonly bounds: Bounds;
  /** True inside and on the boundary; false in a hole. */
  readonly contains: (lon: number, lat: number) => boolean;
  /** Metres to the boundary, negative inside. */
  readonly signedDistance: (lon: number, lat: number) => number;
  /**
   * True if any point of the segment lies inside, or within `margin` metres of the zone. Between two samples this finds
   * a zone that was crossed although neither sample lies in it.
   */
  readonly touchesSegment: (
    fromLon: number,
    fromLat: number,
    toLon: number,
    toLat: number,
    margin?: number,
  ) => boolean;
}

/** Prepares a shape that `findShapeError` accepts. */
export function createZoneGeometry(shape: ZoneShape): ZoneGeometry {
  switch (shape.type) {
    case "Polygon":
      return createPolygon(shape.coordinates);
    case "Circle":
      return createBuffer([shape.center], shape.radius);
    case "Corridor":
      return createBuffer(shape.line, shape.width / 2);
  }
}

/** The bounding box of a zone's shape, in degrees. */
export const getZoneBounds = (shape: ZoneShape): Bounds => createZoneGeometry(shape).bounds;

/** Moves the sides of a box outwards by so many metres. */
function padBounds({ west, south, east, north }: Bounds, metres: number): Bounds {
  // A degree of longitude is shortest at the side nearer to the pole.
  const lengths = getDegreeLengths(Math.max(Math.abs(south), Math.abs(north)));
  const dLat = metres / getDegreeLengths((south + north) / 2).lat;
  const dLon = metres / lengths.lon;
  return { west: west - dLon, south: south - dLat, east: east + dLon, north: north + dLat };
}

type Points = readonly (readonly [number, number])[];

function getPointBounds(points: Points): Bounds {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  for (const [lon, lat] of points) {
    bounds.west = Math.min(bounds.west, lon);
    bounds.east = Math.max(bounds.east, lon);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  return bounds;
}

function createPolygon(rings: readonly Points[]): ZoneGeometry {
  const edges = toEdges(rings);
  const contains = (lon: number, lat: number) => isInsideEdges(edges, lon, lat);
  return {
    bounds: getPointBounds(rings.flat()),
    contains,
    signedDistance: (lon, lat) => {
      const metres = distanceToSegment(edges, lon, lat, getDegreeLengths(lat));
      return contains(lon, lat) ? -metres : metres;
    },
    touchesSegment: (fromLon, fromLat, toLon, toLat, margin = 0) =>
      contains(fromLon, fromLat) ||
      crossesSegment(edges, fromLon, fromLat, toLon, toLat) ||
      (margin > 0 &&
        distanceBetweenSegments(edges, fromLon, fromLat, toLon, toLat, getDegreeLengths(fromLat)) <= margin),
  };
}

/** Everything within `radius` metres of a line; a line of one point makes a circle. */
function createBuffer(line: Points, radius: number): ZoneGeometry {
  const [first] = line;
  const edges = toEdges([line.length === 1 && first ? [first, first] : line]);
  const bounds = padBounds(getPointBounds(line), radius);
  const lats = line.map(([, lat]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  // Halfway to the line's nearest latitude, where the metres are measured.
  const scale = (lat: number): DegreeLengths =>
    getDegreeLengths((lat + Math.min(north, Math.max(south, lat))) / 2);
  const signedDistance = (lon: number, lat: number) =>
    distanceToSegment(edges, lon, lat, scale(lat)) - radius;
  return {
    bounds,
    contains: (lon, lat) => signedDistance(lon, lat) <= 0,
    signedDistance,
    touchesSegment: (fromLon, fromLat, toLon, toLat, margin = 0) =>
      signedDistance(fromLon, fromLat) <= margin ||
      signedDistance(toLon, toLat) <= margin ||
      distanceBetweenSegments(edges, fromLon, fromLat, toLon, toLat, scale((fromLat + toLat) / 2)) <=
        radius + margin,
  };
}
