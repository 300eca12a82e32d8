import { transformExtent } from "ol/proj.js";
import { expect, test } from "vitest";
import { widenToCountry } from "../../src/map/drones/fitMost.ts";

/** West, south, east, north in degrees. */
const widen = (...degrees: readonly [number, number, number, number]) => {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...degrees], "EPSG:4326", "EPSG:3857");
  const widened = widenToCountry([west, south, east, north]);
  return transformExtent([...widened], "EPSG:3857", "EPSG:4326").map((value) => Number(value.toFixed(6)));
};

test("a fleet in one place is shown as it is", () => {
  expect(widen(120, 30, 122, 32)).toEqual([120, 30, 122, 32]);
});

test("a fleet all over the country is shown with the whole country, down to its southernmost sea", () => {
  expect(widen(104, 30, 121, 31)).toEqual([73.4, 3.3, 135.2, 53.7]);
  expect(widen(2, 30, 104, 48)).toEqual([2, 3.3, 135.2, 53.7]);
});

test("a fleet that is somewhere else does not bring the country into view", () => {
  expect(widen(150, -40, 175, -20)).toEqual([150, -40, 175, -20]);
});
