import { fromLonLat } from "ol/proj.js";
import View from "ol/View.js";
import { expect, test, vi } from "vitest";
import { flyTo, flyToExtent, isInExtent } from "../../src/map/flyTo.ts";

const [width, height] = [800, 400];

/** Moves a map of 800 × 400 px; where the coordinates are on it then, px. */
function showOnMap(coordinates: readonly (readonly [number, number])[], covered: number) {
  // A view without a centre takes the last one of an animation at once.
  const view = new View();
  view.setViewportSize([width, height]);
  flyTo({ getView: () => view }, coordinates, { covered });
  const [left = 0, , , top = 0] = view.calculateExtent([width, height]);
  const resolution = view.getResolution() ?? 0;
  return coordinates.map((coordinate) => {
    const [x = 0, y = 0] = fromLonLat([...coordinate]);
    return [(x - left) / resolution, (top - y) / resolution].map(Math.round);
  });
}

test("what is shown keeps 60 px from the edges, and from what covers the bottom", () => {
  const tall = [
    [110, 20],
    [110, 45],
  ] as const;
  expect(showOnMap(tall, 0)).toEqual([
    [400, 340],
    [400, 60],
  ]);
  expect(showOnMap(tall, 100)).toEqual([
    [400, 240],
    [400, 60],
  ]);
});

test("two places at the date line are shown beside each other", () => {
  const view = new View();
  view.setViewportSize([width, height]);
  const places = [
    [179.5, 10],
    [-179.7, 10],
  ] as const;
  flyTo({ getView: () => view }, places);
  const [x = 0] = view.getCenter() ?? [];
  expect(x).toBeCloseTo(fromLonLat([179.9, 0])[0] ?? 0, 0);
  expect(view.getZoom()).toBeGreaterThan(9);
  const extent = view.calculateExtent([width, height]);
  const [west = 0, south = 0] = fromLonLat([-179.7, 10]);
  expect(isInExtent(extent, [west, south])).toBe(true);
  expect(isInExtent(extent, [0, south])).toBe(false);
});

test("the centre of what is mostly beyond the date line is a place of the one world", () => {
  const view = new View();
  view.setViewportSize([width, height]);
  const places = [
    [179.9, 10],
    [-179.5, 10],
  ] as const;
  flyTo({ getView: () => view }, places);
  expect(view.getCenter()?.[0]).toBeCloseTo(fromLonLat([-179.8, 0])[0] ?? 0, 0);
});

test("the end of a flight is told when the map has arrived, and not before", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  const view = new View({ center: [0, 0], zoom: 12 });
  view.setViewportSize([width, height]);
  const seen: (number | undefined)[] = [];
  flyToExtent({ getView: () => view }, [0, 0, 4e6, 1e6], { onEnd: () => seen.push(view.getZoom()) });
  vi.advanceTimersByTime(250);
  expect([view.getAnimating(), seen]).toEqual([true, []]);
  vi.advanceTimersByTime(100);
  expect([view.getAnimating(), seen]).toEqual([false, [expect.closeTo(4.73, 2)]]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
