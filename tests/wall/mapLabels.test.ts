import { describe, expect, test } from "vitest";
import { placeCaptions } from "../../src/map/drones/paintClusters.ts";
import { type Box, placeBoxes } from "../../src/map/drones/placeBoxes.ts";
import { orderByUrgency, shorten } from "../../src/wall/createLabelPainter.ts";

const box = (left: number, top: number, width = 100, height = 20): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const place = (boxes: readonly (readonly Box[])[], obstacles: readonly Box[] = [], limit = 60) =>
  placeBoxes(boxes.keys(), (key) => boxes[key] ?? [], obstacles, limit).map(
    ({ candidate, box: { left } }) => [candidate, left],
  );

test("how many are lost stands below a cluster, elsewhere where another cluster is, and always", () => {
  const cluster = (x: number, y: number, width = 50) => ({ x, y, reach: 20, width });
  const centres = (...clusters: ReturnType<typeof cluster>[]) =>
    placeCaptions(clusters).map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
  expect(centres(cluster(0, 0))).toEqual([[0, 30]]);
  // The other one, of which none are lost, has no caption.
  expect(centres(cluster(0, 0), cluster(-20, 40, 0))).toEqual([[0, -30]]);
  expect(centres(cluster(0, 0), cluster(0, 40, 0), cluster(0, -40, 0))).toEqual([[47, 0]]);
  const around = [cluster(0, 40, 0), cluster(0, -40, 0), cluster(40, 0, 0), cluster(-40, 0, 0)];
  expect(centres(cluster(0, 0), ...around)).toEqual([[0, 30]]);
});

describe("Labels on the wall's map", () => {
  test("lie over no other label and over no cluster; the first ones come first", () => {
    expect(place([[box(0, 0)], [box(50, 10)], [box(0, 20)], [box(100, 0)]])).toEqual([
      [0, 0],
      [2, 0],
      [3, 100],
    ]);
    expect(place([[box(0, 0)], [box(200, 0)]], [box(90, 10)])).toEqual([[1, 200]]);
  });

  test("go to the other side of their drone where the first one is taken", () => {
    expect(
      place([
        [box(200, 0), box(0, 0)],
        [box(250, 0), box(50, 0)],
        [box(250, 0), box(320, 0)],
      ]),
    ).toEqual([
      [0, 200],
      [1, 50],
      [2, 320],
    ]);
  });

  test("have the end of a long serial number", () => {
    expect(shorten("1581F6Q8D0010070")).toBe("…010070");
    expect(shorten("RW-1234567")).toBe("RW-1234567");
  });

  test("are left out where they are not in the picture, and beyond a number", () => {
    expect(place([[], [box(0, 0)]])).toEqual([[1, 0]]);
    expect(place([[box(0, 0)], [box(0, 30)], [box(0, 60)]], [], 2)).toHaveLength(2);
  });

  test("name the most urgent alarm first: P1, P1 with acknowledgement, P2, P3, position, then what is well", () => {
    const bits = [0, 16, 4, 1, 8, 32, 0];
    const rows = orderByUrgency(
      { alarmed: Uint32Array.of(1, 2, 3, 4, 5), singles: Uint32Array.of(0, 1, 2, 3, 4, 5, 6) },
      (row) => bits[row] ?? 0,
    );
    expect([...rows]).toEqual([2, 5, 4, 1, 3, 0, 6]);
  });
});
