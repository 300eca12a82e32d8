import type { ZoneShape } from "../../../../adapters/contract/zone.ts";

/** Longitude and latitude in degrees. */
export type Place = readonly [number, number];

const metresPerDegree = 111_320;

/** Metres east and north of an origin; good for the few kilometres around a drone. */
const local = ([originLng, originLat]: Place, [lng, lat]: Place): Place => [
  (lng - originLng) * metresPerDegree * Math.cos((originLat * Math.PI) / 180),
  (lat - originLat) * metresPerDegree,
];

/** Metres between two places that are not far apart. */
export const metresBetween = (a: Place, b: Place): number => Math.hypot(...local(a, b));

/** The nearest point of a segment to the origin, 0 at its start and 1 at its end. */
function nearest([ax, ay]: Place, [bx, by]: Place): { readonly share: number; readonly metres: number } {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return { share, metres: Math.hypot(ax + share * dx, ay + share * dy) };
}

export interface RouteSplit {
  readonly done: readonly Place[];
  readonly toGo: readonly Place[];
  readonly doneMetres: number;
  readonly toGoMetres: number;
}

/**
 * Cuts a route where the drone is nearest to it.
 * @param from waypoints that were passed for certain: what lies before them is done however near it is
 */
export function splitRoute(route: readonly Place[], at: Place, from = 0): RouteSplit {
  const points = route.map((point) => local(at, point));
  let best = { leg: 0, share: 0, metres: Number.POSITIVE_INFINITY };
  for (let leg = Math.max(0, Math.min(from, points.length - 2)); leg + 1 < points.length; leg++) {
    const found = nearest(points[leg] ?? [0, 0], points[leg + 1] ?? [0, 0]);
    if (found.metres < best.metres) best = { leg, ...found };
  }
  const start = route[best.leg];
  const end = route[best.leg + 1] ?? start;
  if (!start || !end) return { done: [], toGo: [...route], doneMetres: 0, toGoMetres: 0 };
  const cut: Place = [
    start[0] + (end[0] - start[0]) * best.share,
    start[1] + (end[1] - start[1]) * best.share,
  ];
  const done = [...route.slice(0, best.leg + 1), cut];
  const toGo = [cut, ...route.slice(best.leg + 1)];
  return { done, toGo, doneMetres: lengthOf(done), toGoMetres: lengthOf(toGo) };
}

/** Metres along a line. */
export const lengthOf = (line: readonly Place[]): number =>
  line.slice(1).reduce((sum, point, index) => sum + metresBetween(line[index] ?? point, point), 0);

/** Metres from a place to a zone's boundary, 0 inside of it. */
export function metresToZone(shape: ZoneShape, at: Place): number {
  if (shape.type === "Circle") return Math.max(0, metresBetween(at, shape.center) - shape.radius);
  const rings = shape.coordinates.map((ring) => ring.map((point) => local(at, point)));
  const [outline, ...holes] = rings;
  if (outline && holdsOrigin(outline) && !holes.some(holdsOrigin)) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++)
      least = Math.min(least, nearest(ring[i - 1] ?? [0, 0], ring[i] ?? [0, 0]).metres);
  return least;
}

function holdsOrigin(ring: readonly Place[]): boolean {
  let inside = false;
  for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
    const [ax, ay] = ring[i] ?? [0, 0];
    const [bx, by] = ring[before] ?? [0, 0];
    if (ay > 0 !== by > 0 && 0 < ((bx - ax) * -ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
