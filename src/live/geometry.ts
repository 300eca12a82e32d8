import type { ZoneShape } from "../../adapters/contract/zone.ts";

/** Longitude and latitude in degrees. */
export type LngLat = readonly [number, number];

const metresPerDegree = 111_320;

/** Converts to metres east and north of an origin; accurate within a few kilometres. */
const toLocalMetres = ([originLng, originLat]: LngLat, [lng, lat]: LngLat): LngLat => [
  (lng - originLng) * metresPerDegree * Math.cos((originLat * Math.PI) / 180),
  (lat - originLat) * metresPerDegree,
];

/** Metres between two positions; accurate within a few kilometres. */
export const distanceBetween = (a: LngLat, b: LngLat): number => Math.hypot(...toLocalMetres(a, b));

/** Finds the point of a segment nearest to the origin; `share` is 0 at its start and 1 at its end. */
function nearestOnSegment(
  [ax, ay]: LngLat,
  [bx, by]: LngLat,
): { readonly share: number; readonly metres: number } {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return { share, metres: Math.hypot(ax + share * dx, ay + share * dy) };
}

export interface RouteSplit {
  readonly done: readonly LngLat[];
  readonly remaining: readonly LngLat[];
  readonly doneMetres: number;
  readonly remainingMetres: number;
}

/**
 * Splits a route at the point nearest to the drone.
 * @param firstLeg number of legs certainly flown; the split point is not searched on them
 */
export function splitRoute(route: readonly LngLat[], at: LngLat, firstLeg = 0): RouteSplit {
  const points = route.map((point) => toLocalMetres(at, point));
  let best = { leg: 0, share: 0, metres: Number.POSITIVE_INFINITY };
  for (let leg = Math.max(0, Math.min(firstLeg, points.length - 2)); leg + 1 < points.length; leg++) {
    const candidate = nearestOnSegment(points[leg] ?? [0, 0], points[leg + 1] ?? [0, 0]);
    if (candidate.metres < best.metres) best = { leg, ...candidate };
  }
  const start = route[best.leg];
  const end = route[best.leg + 1] ?? start;
  if (!start || !end) return { done: [], remaining: [...route], doneMetres: 0, remainingMetres: 0 };
  const splitPoint: LngLat = [
    start[0] + (end[0] - start[0]) * best.share,
    start[1] + (end[1] - start[1]) * best.share,
  ];
  const done = [...route.slice(0, best.leg + 1), splitPoint];
  const remaining = [splitPoint, ...route.slice(best.leg + 1)];
  return { done, remaining, doneMetres: lineLength(done), remainingMetres: lineLength(remaining) };
}

/** Length of a line in metres. */
export const lineLength = (line: readonly LngLat[]): number =>
  line.slice(1).reduce((sum, point, index) => sum + distanceBetween(line[index] ?? point, point), 0);

/** Metres from a position to a zone's boundary; 0 inside. */
export function distanceToZone(shape: ZoneShape, at: LngLat): number {
  if (shape.type === "Circle") return Math.max(0, distanceBetween(at, shape.center) - shape.radius);
  const toLocal = (line: readonly LngLat[]) => line.map((point) => toLocalMetres(at, point));
  if (shape.type === "Corridor") return Math.max(0, distanceToLines([toLocal(shape.line)]) - shape.width / 2);
  const rings = shape.coordinates.map(toLocal);
  const [outline, ...holes] = rings;
  if (outline && containsOrigin(outline) && !holes.some(containsOrigin)) return 0;
  return distanceToLines(rings);
}

/** Metres from the origin to the nearest line. */
function distanceToLines(lines: readonly (readonly LngLat[])[]): number {
  let minDistance = Number.POSITIVE_INFINITY;
  for (const line of lines)
    for (let i = 1; i < line.length; i++)
      minDistance = Math.min(minDistance, nearestOnSegment(line[i - 1] ?? [0, 0], line[i] ?? [0, 0]).metres);
  return minDistance;
}

function containsOrigin(ring: readonly LngLat[]): boolean {
  let inside = false;
  for (let i = 0, previous = ring.length - 1; i < ring.length; previous = i++) {
    const [ax, ay] = ring[i] ?? [0, 0];
    const [bx, by] = ring[previous] ?? [0, 0];
    if (ay > 0 !== by > 0 && 0 < ((bx - ax) * -ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
