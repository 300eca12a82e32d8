import { expect, test } from "vitest";
import { getHeapGrowth, getNodesAdded, getOwnGrowth, type Measured } from "../load/measureScreens.ts";

/** Two pages: the second one never changes. Megabytes. */
const measured = (heap: number, own: number, nodes = 180): Measured => ({
  layers: 3,
  heaps: [heap * 1e6, 9e6],
  own: [own * 1e6, 4e6],
  counts: [
    { nodes, listeners: 188 },
    { nodes: 190, listeners: 165 },
  ],
});

test("what a page holds more is a share of its heap; the page that grew most counts", () => {
  expect(getOwnGrowth(measured(14, 5), measured(13, 5.35))).toBeCloseTo(0.025);
  expect(getOwnGrowth(measured(14, 5), measured(15, 5.84))).toBeCloseTo(0.06);
  expect(getOwnGrowth(measured(14, 5), measured(14, 4))).toBe(0);
});

test("nodes and listeners are counted for each page", () => {
  expect(getNodesAdded(measured(14, 5), measured(14, 5, 231))).toBe(51);
});

test("a heap that grows with each round has grown by what it would over all; one that falls again has not", () => {
  const rounds = (...heaps: readonly number[]) => getHeapGrowth(heaps.map((heap) => measured(heap, 5)));
  expect(rounds(10, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6, 10.7)).toBeCloseTo(0.08);
  expect(rounds(10, 12, 11, 13, 12, 11, 10, 13)).toBe(0);
  expect(rounds(10, 11, 12, 13, 14, 15, 16)).toBe(null);
});
