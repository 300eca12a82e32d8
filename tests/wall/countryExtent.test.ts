import { expect, test } from "vitest";
import { findFleetCorners } from "../../src/wall/fleetCorners.ts";

/** A frame with drones at these longitudes and latitudes. */
const frame = (...places: readonly (readonly [number, number])[]) => ({
  count: places.length,
  columns: {
    lon: Int32Array.from(places, ([lon]) => lon * 1e7),
    lat: Int32Array.from(places, ([, lat]) => lat * 1e7),
  },
});

test("The corners of a fleet are those of its drones", () => {
  expect(findFleetCorners(null)).toEqual([]);
  expect(findFleetCorners(frame())).toEqual([]);
  expect(findFleetCorners(frame([121, 31], [120, 32], [122, 30]))).toEqual([
    [120, 30],
    [122, 32],
  ]);
});

test("A fleet all over the country is shown with the whole country, down to its southernmost sea", () => {
  expect(findFleetCorners(frame([121, 31], [104, 30]))).toEqual([
    [73.4, 3.3],
    [135.2, 53.7],
  ]);
  expect(findFleetCorners(frame([2, 48], [104, 30]))).toEqual([
    [2, 3.3],
    [135.2, 53.7],
  ]);
});
