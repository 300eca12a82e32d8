import { expect, it } from "vitest";
import { toLinePoints } from "../../src/pages/history/strip/linePoints.ts";
import { createStripFlight, gapBetween, tenOClock } from "./stripFlights.ts";

const window = (fromSecond: number, toSecond: number) => gapBetween(fromSecond, toSecond);
/** Draws heights; times as seconds after 10:00:00, unknown values as null. */
const draw = (flight: ReturnType<typeof createStripFlight>, shown = window(0, 10), columns = 1000) =>
  toLinePoints(flight, flight.heightM, shown, columns).map(([ms, value]) => [
    (ms - tenOClock) / 1000,
    Number.isNaN(value) ? null : value,
  ]);

it("keeps every sample where there is room", () => {
  const flight = createStripFlight([
    { second: 0, height: 0 },
    { second: 1, height: 2 },
    { second: 2, height: 5 },
  ]);
  expect(draw(flight)).toEqual([
    [0, 0],
    [1, 2],
    [2, 5],
    [2, null],
  ]);
});

it("breaks the line at an unknown value", () => {
  const flight = createStripFlight([
    { second: 0, height: 1 },
    { second: 1, height: 2 },
    { second: 2 },
    { second: 3, height: 3 },
    { second: 4, height: 4 },
  ]);
  expect(draw(flight)).toEqual([
    [0, 1],
    [1, 2],
    [1, null],
    [3, 3],
    [4, 4],
    [4, null],
  ]);
});

it("breaks the line at every gap, also where two fall into one pixel column", () => {
  const flight = createStripFlight(
    [0, 1, 40, 41, 80, 81].map((second) => ({ second, height: second })),
    { gaps: [gapBetween(1, 40), gapBetween(41, 80)] },
  );
  const drawn = [
    [0, 0],
    [1, 1],
    [1, null],
    [40, 40],
    [41, 41],
    [41, null],
    [80, 80],
    [81, 81],
    [81, null],
  ];
  expect(draw(flight, window(0, 100), 1)).toEqual(drawn);
  expect(draw(flight, window(0, 100), 1000)).toEqual(drawn);
});

it("draws an isolated sample as a dash one pixel wide", () => {
  const flight = createStripFlight([{ second: 0 }, { second: 5, height: 7 }, { second: 6 }]);
  // 10 s on 100 pixels: a pixel is 0.1 s.
  expect(draw(flight, window(0, 10), 100)).toEqual([
    [4.95, 7],
    [5.05, 7],
    [5.05, null],
  ]);
});

it("keeps first, lowest, highest and last sample of a pixel column, in the order of time", () => {
  const heights = [5, 9, 1, 4, 6, 2, 8, 3];
  const flight = createStripFlight(heights.map((height, second) => ({ second, height })));
  // Seconds 0 to 3 and 4 to 7 share a column each.
  expect(draw(flight, window(0, 8), 2)).toEqual([
    [0, 5],
    [1, 9],
    [2, 1],
    [3, 4],
    [4, 6],
    [5, 2],
    [6, 8],
    [7, 3],
    [7, null],
  ]);
  const long = createStripFlight(
    Array.from({ length: 10_800 }, (_, second) => ({ second, height: second === 5432 ? 500 : 50 })),
  );
  const points = draw(long, window(0, 10_800), 300);
  expect(points.length).toBeLessThanOrEqual(1201);
  expect(points).toContainEqual([5432, 500]);
});

it("draws one sample beyond each edge of the window, so that the line reaches it", () => {
  const flight = createStripFlight([0, 1, 2, 3, 4, 5, 6].map((second) => ({ second, height: second })));
  expect(draw(flight, window(2.5, 4.5))).toEqual([
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [5, null],
  ]);
});

it("moves a compared flight by its shift", () => {
  const flight = createStripFlight(
    [
      { second: 100, height: 1 },
      { second: 101, height: 2 },
    ],
    { shiftMs: -100_000 },
  );
  expect(draw(flight)).toEqual([
    [0, 1],
    [1, 2],
    [1, null],
  ]);
});

it("draws nothing of a flight without samples or known values", () => {
  expect(draw(createStripFlight([], { startMs: 0, endMs: 0 }))).toEqual([]);
  expect(draw(createStripFlight([{ second: 0 }, { second: 1 }]))).toEqual([]);
});
