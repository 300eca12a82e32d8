import { afterEach, expect, test, vi } from "vitest";
import { createMapViewState, getLeastZoom } from "../../src/map/mapViewState.ts";

afterEach(() => vi.unstubAllGlobals());

/** Height of China, 3° to 54° north, at zoom 0 in Mercator's projection, CSS px of a world of 256. */
const chinaHeight = 43.6;

test.each([
  [1440, 900, 4],
  [960, 600, 4],
  [390, 844, 4],
])("a window of %i × %i begins at the smallest zoom", (innerWidth, innerHeight, zoom) => {
  vi.stubGlobal("window", { innerWidth, innerHeight });
  expect(createMapViewState()).toEqual({ centre: [105.46, 39.92], zoom });
});

test.each([
  [1920, 1080],
  [3840, 2160],
  [2160, 3840],
])("a window of %i × %i shows China whole, and not in a small part of it", (innerWidth, innerHeight) => {
  vi.stubGlobal("window", { innerWidth, innerHeight });
  const height = chinaHeight * 2 ** createMapViewState().zoom;
  const size = Math.min(innerWidth, innerHeight);
  expect(height).toBeLessThan(0.85 * size);
  expect(height).toBeGreaterThan(0.7 * size);
});

test.each([
  [352, 517],
  [608, 518],
  [390, 300],
  [250, 700],
  [700, 700],
])("the smallest zoom of a map of %i × %i shows China whole", (width, height) => {
  // 73° to 136° east are 44.8 px of a world of 256.
  const size = 44.8 * 2 ** getLeastZoom([width, height]);
  expect(size).toBeLessThan(Math.min(width, height));
  expect(size).toBeGreaterThan(0.85 * Math.min(width, height));
});

test.each([
  [1000, 900],
  [2692, 1983],
])("the smallest zoom of a larger map, %i × %i, stays", (width, height) => {
  expect(getLeastZoom([width, height])).toBe(4);
});
