import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import { createZoneIndex } from "../../server/zones/zoneIndex.ts";
import { between, offset, rectangle } from "./shapes.ts";

const place = fc.tuple(between(116, 117), between(39, 40));
const shape: fc.Arbitrary<ZoneShape> = fc.oneof(
  fc.record({
    type: fc.constant("Circle" as const),
    center: place,
    radius: between(10, 60_000),
  }),
  fc
    .tuple(place, between(10, 90_000), between(0, 6))
    .map(([at, size, heading]) => rectangle(at, size / 3, size, heading)),
  fc
    .tuple(place, place, between(10, 5_000))
    .map(([from, to, width]) => ({ type: "Corridor" as const, line: [from, to], width })),
);
const shapes = fc.array(shape, { minLength: 1, maxLength: 40 });

describe("the zone index", () => {
  it("offers every zone that contains a point or comes within the margin of it", () => {
    fc.assert(
      fc.property(shapes, place, fc.constantFrom(0, 60, 5_000), (all, [lon, lat], margin) => {
        const index = createZoneIndex(all.map((each, n) => ({ shape: each, n })));
        const offered = new Set(index.findNearPoint(lon, lat, margin).map(({ zone }) => zone.n));
        const near = index.zones.filter(
          ({ geometry }) => geometry.signedDistance(lon, lat) <= margin * 0.999,
        );
        expect([...offered]).toEqual(expect.arrayContaining(near.map(({ zone }) => zone.n)));
      }),
    );
  });

  it("offers every zone that a segment touches, each once and in order", () => {
    fc.assert(
      fc.property(shapes, place, place, (all, from, to) => {
        const index = createZoneIndex(all.map((each, n) => ({ shape: each, n })));
        const offered = index.findNearSegment(...from, ...to).map(({ zone }) => zone.n);
        expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b));
        for (const { zone, geometry } of index.zones)
          if (geometry.touchesSegment(...from, ...to)) expect(offered).toContain(zone.n);
      }),
    );
  });

  it("offers nothing far away", () => {
    const index = createZoneIndex([{ shape: rectangle([116.4, 39.9], 200, 200) }]);
    expect(index.findNearPoint(116.42, 39.9, 100)).toEqual([]);
    expect(index.findNearPoint(116.402, 39.9, 100)).toHaveLength(1);
  });

  it("tests 20,000 drones against 2,000 zones in far less than 0.1 CPU seconds", { tags: "full" }, () => {
    const city: [number, number] = [116.4, 39.9];
    const random = createRandom(7);
    const somewhere = () => offset(city, (random() - 0.5) * 200_000, (random() - 0.5) * 200_000);
    const index = createZoneIndex(
      Array.from({ length: 2_000 }, (_, n) => ({ shape: createShape(n, somewhere(), random) })),
    );
    const drones = Array.from({ length: 20_000 }, () => {
      const from = somewhere();
      return [...from, ...offset(from, random() * 15, random() * 15)] as const;
    });
    const testAll = () => {
      let touched = 0;
      const before = process.cpuUsage();
      for (const [fromLon, fromLat, toLon, toLat] of drones)
        for (const { geometry } of index.findNearSegment(fromLon, fromLat, toLon, toLat, 60)) {
          geometry.signedDistance(toLon, toLat);
          if (geometry.touchesSegment(fromLon, fromLat, toLon, toLat)) touched++;
        }
      const { user, system } = process.cpuUsage(before);
      return { touched, seconds: (user + system) / 1e6 };
    };
    const runs = Array.from({ length: 5 }, testAll);
    expect(runs[0]?.touched).toBeGreaterThan(1_000);
    expect(Math.min(...runs.map(({ seconds }) => seconds))).toBeLessThan(0.1);
  });
});

/** Circles, corridors and polygons of 6 to 60 corners, 200 m to 12 km wide. */
function createShape(n: number, at: [number, number], random: () => number): ZoneShape {
  const size = 200 + random() ** 3 * 6_000;
  if (n % 3 === 0) return { type: "Circle", center: at, radius: size };
  if (n % 3 === 1) return { type: "Corridor", line: [at, offset(at, size * 2, size)], width: 50 };
  const corners = 6 + Math.floor(random() * 54);
  const ring = Array.from({ length: corners }, (_, i) => {
    const bearing = (i / corners) * 2 * Math.PI;
    return offset(at, Math.sin(bearing) * size, Math.cos(bearing) * size);
  });
  return { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

/** A small linear congruential generator, so that every run tests the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
