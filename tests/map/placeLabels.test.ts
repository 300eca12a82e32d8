import { expect, test } from "vitest";
import type { PaintFrame } from "../../src/map/drones/painter.ts";
import { placeLabels } from "../../src/map/drones/placeLabels.ts";

/** 1 m per pixel, the origin in the centre of 800 × 600. */
const frame: PaintFrame = {
  width: 800,
  height: 600,
  pixelRatio: 1,
  centre: [0, 0],
  resolution: 1,
  progress: 1,
  stale: false,
};

/** A drone: pixels from the left and from the top, and its alarms. */
type Drone = readonly [left: number, top: number, alarms?: number];

/** Rows with a label, in the order in which they are drawn. */
function place(drones: readonly Drone[], selected = -1, name = "SN1") {
  const x = Float64Array.from(drones, ([left]) => left - 400);
  const y = Float64Array.from(drones, ([, top]) => 300 - top);
  const alarms = Uint32Array.from(drones, ([, , bits]) => bits ?? 0);
  const rows = Uint32Array.from(drones.keys());
  return placeLabels({
    snapshot: { x0: x, y0: y, x1: x, y1: y, columns: { index: rows, alarms } },
    grouping: { singles: rows, alarmed: rows.filter((row) => alarms[row] !== 0) },
    frame,
    selected,
    name: () => name,
  });
}
const getRows = (...args: Parameters<typeof place>) => place(...args).map(({ row }) => row);

test("a label is right of its drone, further away where the drone has a ring", () => {
  expect(place([[100, 200]])).toEqual([{ row: 0, x: 115, y: 200 }]);
  expect(place([[100, 200, 1]])).toEqual([{ row: 0, x: 125, y: 200 }]);
  expect(place([[100, 200]], 0)).toEqual([{ row: 0, x: 125, y: 200 }]);
});

test("of two labels that would overlap only the first is drawn, wherever the drones are", () => {
  for (let top = 100; top < 130; top++)
    for (const [right, down] of [
      [0, 0],
      [0, 27],
      [5, -27],
      [159, 0],
      [-159, 20],
    ] as const)
      expect(
        getRows([
          [300, top],
          [300 + right, top + down],
        ]),
      ).toEqual([0]);
});

test("labels that are clear of each other are all drawn", () => {
  for (const [right, down] of [
    [0, 42],
    [0, -42],
    [200, 0],
    [-200, 10],
  ] as const)
    expect(
      getRows([
        [300, 300],
        [300 + right, 300 + down],
      ]),
    ).toEqual([0, 1]);
});

test("the label of an alarm is a line higher, a long name makes a label wider", () => {
  const below: Drone[] = [
    [300, 300],
    [300, 334],
  ];
  expect(getRows([[300, 300, 1], [300, 334] as Drone])).toEqual([0]);
  expect(getRows(below)).toEqual([0, 1]);
  const beside: Drone[] = [
    [300, 300],
    [500, 300],
  ];
  expect(getRows(beside, -1, "N".repeat(40))).toEqual([0]);
});

test("the selected drone comes first, then those with alarms", () => {
  const close: Drone[] = [
    [300, 300],
    [304, 303, 2],
    [298, 295],
  ];
  expect(getRows(close)).toEqual([1]);
  expect(getRows(close, 2)).toEqual([2]);
  expect(getRows([...close, [300, 500]])).toEqual([1, 3]);
});

test("labels outside of the frame are left out, those across its edge are drawn once", () => {
  expect(
    getRows([
      [-400, 300],
      [900, 300],
      [300, -100],
      [300, 700],
    ]),
  ).toEqual([]);
  expect(
    getRows([
      [-50, 300],
      [-45, 305],
      [780, 300],
      [300, -5],
      [300, 605],
    ]),
  ).toEqual([0, 2, 3, 4]);
});
