import { describe, expect, test } from "vitest";
import { haversineDistance } from "../../server/telemetry/fleet/haversineDistance.ts";

const metres = (lat1: number, lon1: number, lat2: number, lon2: number) =>
  haversineDistance(lat1 * 1e7, lon1 * 1e7, lat2 * 1e7, lon2 * 1e7);

describe("haversineDistance", () => {
  // Expected values by Vincenty on WGS 84; the sphere differs by up to 0.6 % along a parallel.
  test.each([
    ["a degree of latitude at the equator", [0, 105, 1, 105], 110_574],
    ["a degree of longitude at the equator", [0, 105, 0, 106], 111_319],
    ["a degree of longitude at 40° N", [40, 105, 40, 106], 85_394],
    ["a degree of longitude at 60° N", [60, 105, 60, 106], 55_800],
    ["a degree of longitude at 60° S", [-60, 105, -60, 106], 55_800],
    ["across the date line", [-17.8, 179.5, -17.8, -179.5], 106_024],
  ] as const)("%s", (_what, [lat1, lon1, lat2, lon2], wanted) => {
    const far = metres(lat1, lon1, lat2, lon2);
    expect(Math.abs(far - wanted) / wanted).toBeLessThan(0.006);
    expect(metres(lat2, lon2, lat1, lon1)).toBeCloseTo(far, 6);
  });

  test("resolves one metre", () => {
    expect(metres(39.92, 105.46, 39.92, 105.46)).toBe(0);
    expect(metres(39.92, 105.46, 39.920_009, 105.46)).toBeCloseTo(1, 2);
  });
});
