import { getDegreeLengths } from "../../../adapters/contract/localMetres.ts";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import type { LngLat } from "../features/shapes.ts";

/** Between two points of an arc, radians. */
const arcStep = Math.PI / 48;

/** The point so many metres from another in a direction, clockwise from north in radians. */
function moveBy([lng, lat]: LngLat, metres: number, heading: number): LngLat {
  const y = lat + (metres * Math.cos(heading)) / getDegreeLengths(lat).lat;
  return [lng + (metres * Math.sin(heading)) / getDegreeLengths((lat + y) / 2).lon, y];
}

/** Points on a circle, clockwise from one heading to another. */
function createArc(center: LngLat, radius: number, from: number, to: number): LngLat[] {
  const steps = Math.max(1, Math.ceil((to - from) / arcStep));
  return Array.from({ length: steps + 1 }, (_, n) =>
    moveBy(center, radius, from + ((to - from) * n) / steps),
  );
}

/** The outline of a shape and its holes as closed rings, for drawing. Circles and round ends become many corners. */
export function toZoneRings(shape: ZoneShape): readonly (readonly LngLat[])[] {
  switch (shape.type) {
    case "Polygon":
      return shape.coordinates;
    case "Circle":
      return [createArc(shape.center, shape.radius, 0, 2 * Math.PI)];
    case "Corridor":
      return [toCorridorRing(shape.line, shape.width / 2)];
  }
}

function toCorridorRing(line: readonly LngLat[], radius: number): LngLat[] {
  const points = line.filter((point, i) => {
    const previous = line[i - 1];
    return !previous || previous[0] !== point[0] || previous[1] !== point[1];
  });
  const ring = [...toLeftSide(points, radius), ...toLeftSide(points.toReversed(), radius)];
  return [...ring, ...ring.slice(0, 1)];
}

function getHeading([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat): number {
  const lengths = getDegreeLengths((fromLat + toLat) / 2);
  return Math.atan2((toLng - fromLng) * lengths.lon, (toLat - fromLat) * lengths.lat);
}

/** The left side of a line and the round cap at its end. */
function toLeftSide(line: readonly LngLat[], radius: number): LngLat[] {
  const left = -Math.PI / 2;
  const headings = line.slice(1).map((point, i) => getHeading(line[i] ?? point, point));
  return line.slice(1).flatMap((corner, i) => {
    const heading = headings[i] ?? 0;
    const next = headings[i + 1];
    const start = i === 0 && line[0] ? [moveBy(line[0], radius, heading + left)] : [];
    if (next === undefined) return [...start, ...createArc(corner, radius, heading + left, heading - left)];
    const turn = Math.atan2(Math.sin(next - heading), Math.cos(next - heading));
    // On the outside of a bend the side is an arc, on the inside one corner.
    if (turn > 0) return [...start, ...createArc(corner, radius, heading + left, heading + turn + left)];
    const reach = radius / Math.max(0.3, Math.cos(turn / 2));
    return [...start, moveBy(corner, reach, heading + turn / 2 + left)];
  });
}
