import Circle from "ol/geom/Circle.js";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import Polygon from "ol/geom/Polygon.js";
import { fromLonLat, toLonLat } from "ol/proj.js";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";

type Point = [number, number];

/** Decimal places of degrees, about 1 cm. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** A projected coordinate in degrees. */
function toDegrees(coordinate: readonly number[]): Point {
  const [lng = 0, lat = 0] = toLonLat([...coordinate]);
  return [roundDegrees(lng), roundDegrees(lat)];
}

/** How many projected metres are one metre on the ground. */
const getScale = (lat: number) => 1 / Math.cos((lat * Math.PI) / 180);

/** A shape as the geometry that the user edits: circles stay circles, corridors are their middle lines. */
export function toGeometry(shape: ZoneShape): Polygon | Circle | LineString {
  switch (shape.type) {
    case "Polygon":
      return new Polygon(shape.coordinates.map((ring) => ring.map((point) => fromLonLat([...point]))));
    case "Circle":
      return new Circle(fromLonLat([...shape.center]), shape.radius * getScale(shape.center[1]));
    case "Corridor":
      return new LineString(shape.line.map((point) => fromLonLat([...point])));
  }
}

/** The projected points that the user can drag: corners, or a circle's centre and a point on it. */
export function getHandles(geometry: Polygon | Circle | LineString): number[][] {
  if (geometry instanceof Polygon) return geometry.getCoordinates().flat();
  if (geometry instanceof LineString) return geometry.getCoordinates();
  return [geometry.getCenter(), geometry.getLastCoordinate()];
}

/** The shape of a drawn or edited geometry; lines become corridors of that width in metres. */
export function fromGeometry(geometry: Geometry, width: number): ZoneShape | null {
  if (geometry instanceof Polygon)
    return { type: "Polygon", coordinates: geometry.getCoordinates().map((ring) => ring.map(toDegrees)) };
  if (geometry instanceof Circle) {
    const center = toDegrees(geometry.getCenter());
    return { type: "Circle", center, radius: Math.round(geometry.getRadius() / getScale(center[1])) };
  }
  if (geometry instanceof LineString)
    return { type: "Corridor", line: geometry.getCoordinates().map(toDegrees), width };
  return null;
}
