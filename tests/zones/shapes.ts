import fc from "fast-check";
import { getDegreeLengths } from "../../adapters/contract/localMetres.ts";

/** Numbers evenly spread over a range; `fc.double` prefers those near 0. */
export const between = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 1_000_000 }).map((share) => least + ((most - least) * share) / 1_000_000);

type Point = [number, number];

/** A point so many metres east and north of another. */
export function offset([lon, lat]: readonly [number, number], east: number, north: number): Point {
  const y = lat + north / getDegreeLengths(lat).lat;
  return [lon + east / getDegreeLengths((lat + y) / 2).lon, y];
}

/** A rectangle around a point, metres wide across its heading (radians from north) and long along it. */
export function rectangle(centre: readonly [number, number], width: number, length: number, heading = 0) {
  const corner = (across: number, along: number): Point =>
    offset(
      centre,
      Math.cos(heading) * across * width + Math.sin(heading) * along * length,
      -Math.sin(heading) * across * width + Math.cos(heading) * along * length,
    );
  const ring = [
    corner(-0.5, -0.5),
    corner(0.5, -0.5),
    corner(0.5, 0.5),
    corner(-0.5, 0.5),
    corner(-0.5, -0.5),
  ];
  return { type: "Polygon" as const, coordinates: [ring] };
}
