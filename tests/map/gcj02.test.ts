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
const toMercator = ([lng, lat]: readonly [number, number]) => [
  (radius * lng * Math.PI) / 180,
  radius * Math.asinh(Math.tan((lat * Math.PI) / 180)),
];
/** Metres that two places of the projection lie apart. */
const getDistance = (item: readonly number[], other: readonly number[]) =>
  Math.hypot((item[0] ?? 0) - (other[0] ?? 0), (item[1] ?? 0) - (other[1] ?? 0));

test.each(places)("%s lies in a map published in China where it is published to lie", (_, wgs, gcj) => {
  expect(getDistance(toMercator(toGcj02([...wgs])), toMercator(gcj))).toBeLessThan(1);
  expect(getDistance(toMercator(fromGcj02([...gcj])), toMercator(wgs))).toBeLessThan(1);
});

test.each(places)("tiles of GCJ-02 are asked for where %s lies in them", (_, wgs, gcj) => {
  expect(getDistance(transform([...wgs], "EPSG:4326", gcjProjection), toMercator(gcj))).toBeLessThan(1);
  expect(getDistance(transform(toMercator(wgs), "EPSG:3857", gcjProjection), toMercator(gcj))).toBeLessThan(
    1,
  );
});

test.each(places)("and drawn where the data of %s lie", (_, wgs, gcj) => {
  expect(getDistance(transform(toMercator(gcj), gcjProjection, "EPSG:3857"), toMercator(wgs))).toBeLessThan(
    1,
  );
  const back = transform(toMercator(gcj), gcjProjection, "EPSG:4326");
  expect(getDistance(toMercator([back[0] ?? 0, back[1] ?? 0]), toMercator(wgs))).toBeLessThan(1);
});
