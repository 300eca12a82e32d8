import { expect, test } from "vitest";
import type { FleetViewport } from "../../src/map/drones/data/fleetSnapshot.ts";
import { toGroupedView } from "../../src/wall/useGroupedFleet.ts";

const viewport: FleetViewport = {
  extent: [8_000_000, 2_000_000, 15_000_000, 7_000_000],
  zoom: 3.7,
  clusters: true,
  trails: true,
  selected: null,
};

test("a wall asks for the whole fleet in groups, and for each drone of its close-up", () => {
  const whole = { bbox: [-180, -90, 180, 90], zoom: 3, groups: true };
  expect(toGroupedView({ viewport, closeUp: null }, null)).toEqual(whole);
  expect(toGroupedView({ viewport, closeUp: null }, "7")).toEqual({ ...whole, focus: "7" });
  const closeUp = { ...viewport, zoom: 9, extent: [11_131_949, 4_865_942, 11_688_546, 5_465_442] as const };
  const { near, ...rest } = toGroupedView({ viewport, closeUp }, null) ?? {};
  expect(rest).toEqual(whole);
  expect(near?.map((degrees) => Math.round(degrees * 100) / 100)).toEqual([100, 40, 105, 44]);
});

test("a wall asks for each drone before it has a map, and where that groups none", () => {
  expect(toGroupedView({ viewport: null, closeUp: null }, null)).toBeNull();
  expect(toGroupedView({ viewport: { ...viewport, zoom: 11 }, closeUp: null }, null)).toBeNull();
});
