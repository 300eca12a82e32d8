import { transform } from "ol/proj.js";
import { beforeAll, expect, test } from "vitest";
import { fromGcj02, gcjProjection, registerGcj02, toGcj02 } from "../../src/map/base/gcj02.ts";

beforeAll(registerGcj02);

/** Published positions in WGS-84 and GCJ-02, degrees. */
const places = [
  ["Shanghai", [121.5272106, 31.1774276], [121.531541859215, 31.17530398364597]],
  ["Shenzhen", [113.912316, 22.543847], [113.9171764808363, 22.540796131694766]],
  ["Beijing", [116.377817, 39.911954], [116.38404722455657, 39.91334545536069]],
] as const;
/** Spherical Mercator by formula, independent of the code under test. */
const radius = 6_378_137;
const toMercator = ([lng, lat]: readonly [number, number]) => [
  (radius * lng * Math.PI) / 180,
  radius * Math.asinh(Math.tan((lat * Math.PI) / 180)),
];
/** Projected metres between two positions. */
const getDistance = (item: readonly number[], other: readonly number[]) =>
  Math.hypot((item[0] ?? 0) - (other[0] ?? 0), (item[1] ?? 0) - (other[1] ?? 0));

test.each(places)("%s converts between WGS-84 and its published GCJ-02 position", (_, wgs, gcj) => {
  expect(getDistance(toMercator(toGcj02([...wgs])), toMercator(gcj))).toBeLessThan(1);
  expect(getDistance(toMercator(fromGcj02([...gcj])), toMercator(wgs))).toBeLessThan(1);
});

test.each(places)("%s is projected to its position in GCJ-02 tiles", (_, wgs, gcj) => {
  expect(getDistance(transform([...wgs], "EPSG:4326", gcjProjection), toMercator(gcj))).toBeLessThan(1);
  expect(getDistance(transform(toMercator(wgs), "EPSG:3857", gcjProjection), toMercator(gcj))).toBeLessThan(
    1,
  );
});

test.each(places)("%s in GCJ-02 tiles is projected back to WGS-84", (_, wgs, gcj) => {
  expect(getDistance(transform(toMercator(gcj), gcjProjection, "EPSG:3857"), toMercator(wgs))).toBeLessThan(
    1,
  );
  const back = transform(toMercator(gcj), gcjProjection, "EPSG:4326");
  expect(getDistance(toMercator([back[0] ?? 0, back[1] ?? 0]), toMercator(wgs))).toBeLessThan(1);
});
