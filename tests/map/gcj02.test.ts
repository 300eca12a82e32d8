import { transform } from "ol/proj.js";
import { beforeAll, expect, test } from "vitest";
import { fromGcj02, gcjProjection, registerGcj02, toGcj02 } from "../../src/map/base/gcj02.ts";

beforeAll(registerGcj02);

/** Places as published with both coordinates: WGS-84, then GCJ-02; degrees. */
const places = [
  ["Shanghai", [121.5272106, 31.1774276], [121.531541859215, 31.17530398364597]],
  ["Shenzhen", [113.912316, 22.543847], [113.9171764808363, 22.540796131694766]],
  ["Beijing", [116.377817, 39.911954], [116.38404722455657, 39.91334545536069]],
] as const;
/** Spherical Mercator, by its formula. */
const radius = 6_378_137;
const mercator = ([lng, lat]: readonly [number, number]) => [
  (radius * lng * Math.PI) / 180,
  radius * Math.asinh(Math.tan((lat * Math.PI) / 180)),
];
/** Metres that two places of the projection lie apart. */
const apart = (one: readonly number[], other: readonly number[]) =>
  Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0));

test.each(places)("%s lies in a map published in China where it is published to lie", (_, wgs, gcj) => {
  expect(apart(mercator(toGcj02([...wgs])), mercator(gcj))).toBeLessThan(1);
  expect(apart(mercator(fromGcj02([...gcj])), mercator(wgs))).toBeLessThan(1);
});

test.each(places)("tiles of GCJ-02 are asked for where %s lies in them", (_, wgs, gcj) => {
  expect(apart(transform([...wgs], "EPSG:4326", gcjProjection), mercator(gcj))).toBeLessThan(1);
  expect(apart(transform(mercator(wgs), "EPSG:3857", gcjProjection), mercator(gcj))).toBeLessThan(1);
});

test.each(places)("and drawn where the data of %s lie", (_, wgs, gcj) => {
  expect(apart(transform(mercator(gcj), gcjProjection, "EPSG:3857"), mercator(wgs))).toBeLessThan(1);
  const back = transform(mercator(gcj), gcjProjection, "EPSG:4326");
  expect(apart(mercator([back[0] ?? 0, back[1] ?? 0]), mercator(wgs))).toBeLessThan(1);
});
