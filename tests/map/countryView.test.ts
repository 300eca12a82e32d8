import { describe, expect, test } from "vitest";
import { frameCountry, getLeastZoom } from "../../src/map/countryView.ts";

/** Mercator's y in CSS px of a world of 256, worked out apart from the code: 3.3°, 17.5°, 53.7° north. */
const [sea, land, top] = [2.35, 12.64, 45.43];
/** 73.4° and 135.2° east, in the same. */
const [west, east] = [52.2, 96.14];
const toY = (lat: number) => (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 128) / Math.PI;
const toX = (lng: number) => (lng * 256) / 360;

/** What a map shows that nobody has moved, in the same px. */
function show(size: readonly [number, number], wanted: number) {
  const { centre, zoom } = frameCountry(size, wanted);
  const [x, y] = [toX(centre[0]), toY(centre[1])];
  const [halfX, halfY] = [size[0] / 2 / 2 ** zoom, size[1] / 2 / 2 ** zoom];
  return { left: x - halfX, right: x + halfX, bottom: y - halfY, top: y + halfY, zoom, centre };
}

describe("the smallest zoom", () => {
  test.each([
    [1280, 800],
    [1100, 700],
    [940, 560],
    [1710, 980],
  ])("of a map of %i × %i is 4, which shows all of the land there", (width, height) => {
    expect(getLeastZoom([width, height])).toBe(4);
    expect((top - land) * 16).toBeLessThan(height);
  });

  test.each([
    [790, 340],
    [940, 500],
    [390, 600],
    [300, 240],
  ])("of a small map of %i × %i shows the country whole", (width, height) => {
    const scale = 2 ** getLeastZoom([width, height]);
    expect(scale).toBeLessThan(16);
    expect((top - sea) * scale).toBeLessThan(height);
    expect((east - west) * scale).toBeLessThan(width);
    expect(Math.max(((top - sea) * scale) / height, ((east - west) * scale) / width)).toBeGreaterThan(0.95);
  });

  test.each([
    [3300, 1960],
    [2300, 1300],
    [2160, 3600],
  ])("of a large map of %i × %i shows the country whole, not in a small part of it", (width, height) => {
    const scale = 2 ** getLeastZoom([width, height]);
    expect((top - sea) * scale).toBeLessThan(height);
    expect((east - west) * scale).toBeLessThan(width);
    expect(Math.max(((top - sea) * scale) / height, ((east - west) * scale) / width)).toBeGreaterThan(0.65);
  });
});

describe("a map that nobody has moved", () => {
  test.each([
    [790, 340, 4],
    [940, 500, 4],
    [390, 600, 4],
    [3300, 1960, 5.26],
    [1280, 800, 4],
  ])("of %i × %i shows all of the land, with the wanted zoom %d where that does", (width, height, wanted) => {
    const shown = show([width, height], wanted);
    expect(shown.bottom).toBeLessThan(land);
    expect(shown.top).toBeGreaterThan(top);
    expect(shown.left).toBeLessThan(west);
    expect(shown.right).toBeGreaterThan(east);
  });

  test.each([
    [790, 340],
    [703, 527],
    [390, 600],
  ])("of %i × %i, which is small, shows all of the sea too", (width, height) => {
    const shown = show([width, height], 4);
    expect(shown.bottom).toBeLessThan(sea);
    expect(shown.top).toBeGreaterThan(top);
  });

  test("has a zoom although it has no size yet", () => {
    expect([getLeastZoom([0, 0]), frameCountry([0, 0], 4).zoom]).toEqual([1, 1]);
  });

  test("begins at the specified centre where that shows all of the land", () => {
    expect(frameCountry([1280, 800], 4)).toEqual({ centre: [expect.closeTo(105.46, 9), 39.92], zoom: 4 });
  });
});
