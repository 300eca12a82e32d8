import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getDegreeLengths } from "../../adapters/contract/localMetres.ts";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import { createZoneGeometry, getZoneBounds } from "../../server/zones/zoneGeometry.ts";
import { shapesOverlap } from "../../server/zones/zoneIndex.ts";
import { between, offset, rectangle } from "./shapes.ts";

/** A square of 2 km around a point, with a hole of 1 km in its middle. */
const centre: [number, number] = [116.4, 39.9];
const withHole: ZoneShape = {
  type: "Polygon",
  coordinates: [
    ...rectangle(centre, 2_000, 2_000).coordinates,
    ...rectangle(centre, 1_000, 1_000).coordinates,
  ],
};

describe("metres of a degree", () => {
  // Values of the WGS-84 ellipsoid from published tables.
  it.each([
    [0, 111_319.49, 110_574.28],
    [30, 96_486.28, 110_852.43],
    [45, 78_846.81, 111_131.75],
    [60, 55_800.01, 111_412.24],
  ])("are right at latitude %d", (latitude, lon, lat) => {
    const lengths = getDegreeLengths(latitude);
    expect(Math.abs(lengths.lon - lon)).toBeLessThan(0.5);
    expect(Math.abs(lengths.lat - lat)).toBeLessThan(0.5);
  });
});

describe("a polygon with a hole", () => {
  const geometry = createZoneGeometry(withHole);
  it.each([
    ["in its ring", offset(centre, 750, 0), true, -250],
    ["in its hole", centre, false, 500],
    ["near the hole's corner", offset(centre, 400, 450), false, 50],
    ["outside", offset(centre, 0, 1_300), false, 300],
    ["beyond a corner", offset(centre, 1_300, 1_400), false, 500],
  ])("tells a point %s", (_, [lon, lat], inside, metres) => {
    expect(geometry.contains(lon, lat)).toBe(inside);
    expect(Math.abs(geometry.signedDistance(lon, lat) - metres)).toBeLessThan(0.5);
  });
  it("contains its own corners and edges", () => {
    for (const [lon, lat] of withHole.coordinates.flat()) expect(geometry.contains(lon, lat)).toBe(true);
  });
  it("is touched by a segment that leaves the hole, not by one within it", () => {
    const touches = (a: readonly [number, number], b: readonly [number, number], margin?: number) =>
      geometry.touchesSegment(...a, ...b, margin);
    expect(touches(offset(centre, -100, 0), offset(centre, 100, 0))).toBe(false);
    expect(touches(offset(centre, -100, 0), offset(centre, 100, 0), 399)).toBe(false);
    expect(touches(offset(centre, -100, 0), offset(centre, 100, 0), 401)).toBe(true);
    expect(touches(centre, offset(centre, 600, 0))).toBe(true);
    expect(touches(offset(centre, -3_000, 0), offset(centre, 3_000, 0))).toBe(true);
  });
});

describe("a circle and a corridor", () => {
  it("have their boundary at the radius and at half the width", () => {
    const circle = createZoneGeometry({ type: "Circle", center: centre, radius: 8_000 });
    expect(Math.abs(circle.signedDistance(...offset(centre, 0, 8_100)) - 100)).toBeLessThan(3);
    expect(circle.contains(...offset(centre, 5_650, 5_650))).toBe(true);
    expect(circle.contains(...offset(centre, 5_670, 5_670))).toBe(false);
    const corridor = createZoneGeometry({
      type: "Corridor",
      line: [centre, offset(centre, 3_000, 0), offset(centre, 3_000, 3_000)],
      width: 40,
    });
    expect(corridor.contains(...offset(centre, 1_500, 19.5))).toBe(true);
    expect(corridor.contains(...offset(centre, 1_500, 20.5))).toBe(false);
    expect(corridor.contains(...offset(centre, -19.5, 0))).toBe(true);
    expect(Math.abs(corridor.signedDistance(...offset(centre, 2_900, 1_000)) - 80)).toBeLessThan(0.5);
  });
  it("keep their bounds around every point of theirs", () => {
    fc.assert(
      fc.property(between(0, 360), between(10, 200_000), between(18, 53), (bearing, radius, lat) => {
        const shape: ZoneShape = { type: "Circle", center: [110, lat], radius };
        const { west, south, east, north } = getZoneBounds(shape);
        const geometry = createZoneGeometry(shape);
        const radians = (bearing * Math.PI) / 180;
        const reach = radius * 0.99;
        const [lon, y] = offset([110, lat], Math.sin(radians) * reach, Math.cos(radians) * reach);
        const isInBox = lon >= west && lon <= east && y >= south && y <= north;
        expect(geometry.contains(lon, y) && !isInBox).toBe(false);
      }),
    );
  });
});

describe("crossing between two samples", () => {
  const bearing = between(0, 2 * Math.PI);
  const share = between(0, 1);
  const turn = between((10 * Math.PI) / 180, (170 * Math.PI) / 180);
  const strips = (heading: number): readonly ZoneShape[] => {
    const along = (metres: number) => offset(centre, Math.sin(heading) * metres, Math.cos(heading) * metres);
    return [
      { type: "Corridor", line: [along(-1_000), along(1_000)], width: 20 },
      rectangle(centre, 20, 2_000, heading),
    ];
  };

  it("never misses a strip of 20 m at 15 m/s and 0.5 Hz, in 1,000 random crossings", () => {
    let unsampled = 0;
    fc.assert(
      fc.property(bearing, turn, share, share, (heading, angle, phase, place) => {
        const course = heading + angle;
        // The track crosses the strip's middle line somewhere, its samples 30 m apart at any phase.
        const along = (place - 0.5) * 1_600;
        const at = (n: number) =>
          offset(
            centre,
            Math.sin(heading) * along + Math.sin(course) * 30 * (n + phase),
            Math.cos(heading) * along + Math.cos(course) * 30 * (n + phase),
          );
        const samples = Array.from({ length: 21 }, (_, n) => at(n - 10));
        for (const shape of strips(heading)) {
          const geometry = createZoneGeometry(shape);
          if (!samples.some((sample) => geometry.contains(...sample))) unsampled++;
          expect(
            samples.some((sample, i) => {
              const next = samples[i + 1];
              return next !== undefined && geometry.touchesSegment(...sample, ...next);
            }),
          ).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
    // Otherwise the samples alone would have shown the crossing.
    expect(unsampled).toBeGreaterThan(100);
  });

  it("finds no crossing on a track beside the strip", () => {
    fc.assert(
      fc.property(bearing, share, (heading, phase) => {
        const at = (n: number) =>
          offset(
            centre,
            Math.sin(heading) * 30 * (n + phase) + Math.cos(heading) * 10.5,
            Math.cos(heading) * 30 * (n + phase) - Math.sin(heading) * 10.5,
          );
        for (const shape of strips(heading)) {
          const geometry = createZoneGeometry(shape);
          for (let n = -10; n < 10; n++) expect(geometry.touchesSegment(...at(n), ...at(n + 1))).toBe(false);
        }
      }),
    );
  });
});

describe("overlapping zones", () => {
  const circle: ZoneShape = { type: "Circle", center: centre, radius: 400 };
  const cases: readonly (readonly [string, ZoneShape, ZoneShape, boolean])[] = [
    ["a circle in the hole", withHole, circle, false],
    ["a circle over the hole's edge", withHole, { ...circle, radius: 510 }, true],
    ["a polygon within a circle", rectangle(centre, 100, 100), circle, true],
    ["a polygon around a circle", rectangle(centre, 3_000, 3_000), circle, true],
    ["two polygons that cross", rectangle(centre, 3_000, 100), rectangle(centre, 100, 3_000), true],
    ["a corridor past a circle", corridorAt(450, 90), circle, false],
    ["a wide corridor past a circle", corridorAt(450, 110), circle, true],
    ["a corridor within a polygon", corridorAt(0, 20), rectangle(centre, 9_000, 9_000), true],
    ["two circles apart", circle, { ...circle, center: offset(centre, 900, 0) }, false],
  ];
  it.each(cases)("%s: in both orders", (_, a, b, expected) => {
    expect(shapesOverlap(a, createZoneGeometry(b))).toBe(expected);
    expect(shapesOverlap(b, createZoneGeometry(a))).toBe(expected);
  });
});

function corridorAt(north: number, width: number): ZoneShape {
  return {
    type: "Corridor",
    line: [offset(centre, -2_000, north), offset(centre, 2_000, north)],
    width,
  };
}
