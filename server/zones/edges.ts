import type { DegreeLengths } from "../../adapters/contract/localMetres.ts";

/** Straight pieces in degrees, four numbers each: longitude and latitude of start and end. */
export type Edges = Float64Array;

/** Collects the pieces of lines or closed rings. */
export function toEdges(lines: readonly (readonly (readonly [number, number])[])[]): Edges {
  const numbers: number[] = [];
  for (const line of lines)
    line.forEach((point, i) => {
      const previous = line[i - 1];
      if (previous) numbers.push(...previous, ...point);
    });
  return Float64Array.from(numbers);
}

/** True if the point lies in the closed rings or on them; even-odd, so that holes are outside. */
export function isInsideEdges(edges: Edges, lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 0; i < edges.length; i += 4) {
    const ax = (edges[i] ?? 0) - lon;
    const ay = (edges[i + 1] ?? 0) - lat;
    const bx = (edges[i + 2] ?? 0) - lon;
    const by = (edges[i + 3] ?? 0) - lat;
    const cross = ax * by - bx * ay;
    if (cross === 0 && ax * bx <= 0 && ay * by <= 0) return true;
    if (ay > 0 !== by > 0 && cross > 0 === by > ay) inside = !inside;
  }
  return inside;
}

/** Metres from a point to the nearest piece. */
export function distanceToSegment(edges: Edges, lon: number, lat: number, scale: DegreeLengths): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < edges.length; i += 4) {
    const ax = ((edges[i] ?? 0) - lon) * scale.lon;
    const ay = ((edges[i + 1] ?? 0) - lat) * scale.lat;
    const dx = ((edges[i + 2] ?? 0) - lon) * scale.lon - ax;
    const dy = ((edges[i + 3] ?? 0) - lat) * scale.lat - ay;
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    const x = ax + share * dx;
    const y = ay + share * dy;
    least = Math.min(least, x * x + y * y);
  }
  return Math.sqrt(least);
}

/** Twice the signed area of a triangle: positive if it turns left. */
const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** True if two segments share a point; collinear ones that overlap count too. */
export function isCrossing(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (
    Math.max(ax, bx) < Math.min(cx, dx) ||
    Math.max(cx, dx) < Math.min(ax, bx) ||
    Math.max(ay, by) < Math.min(cy, dy) ||
    Math.max(cy, dy) < Math.min(ay, by)
  )
    return false;
  return (
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) <= 0 &&
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) <= 0
  );
}

/** True if the segment shares a point with any piece. */
export function crossesSegment(
  edges: Edges,
  fromLon: number,
  fromLat: number,
  toLon: number,
  toLat: number,
): boolean {
  for (let i = 0; i < edges.length; i += 4)
    if (
      isCrossing(
        fromLon,
        fromLat,
        toLon,
        toLat,
        edges[i] ?? 0,
        edges[i + 1] ?? 0,
        edges[i + 2] ?? 0,
        edges[i + 3] ?? 0,
      )
    )
      return true;
  return false;
}

/** Metres between a segment and the nearest piece; 0 if they cross. */
export function distanceBetweenSegments(
  edges: Edges,
  fromLon: number,
  fromLat: number,
  toLon: number,
  toLat: number,
  scale: DegreeLengths,
): number {
  if (crossesSegment(edges, fromLon, fromLat, toLon, toLat)) return 0;
  // Segments that do not cross are nearest at an end of one of them.
  const segment = Float64Array.of(fromLon, fromLat, toLon, toLat);
  let least = Math.min(
    distanceToSegment(edges, fromLon, fromLat, scale),
    distanceToSegment(edges, toLon, toLat, scale),
  );
  for (let i = 0; i < edges.length; i += 2)
    least = Math.min(least, distanceToSegment(segment, edges[i] ?? 0, edges[i + 1] ?? 0, scale));
  return least;
}
