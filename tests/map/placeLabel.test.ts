import Polygon from "ol/geom/Polygon.js";
import { expect, test } from "vitest";
import { placeLabel } from "../../src/map/features/placeLabel.ts";

const square = new Polygon([
  [
    [0, 0],
    [1_000, 0],
    [1_000, 1_000],
    [0, 1_000],
    [0, 0],
  ],
]);
/** Two arms of 100 around a bay. */
const bay = new Polygon([
  [
    [0, 0],
    [1_000, 0],
    [1_000, 1_000],
    [900, 1_000],
    [900, 100],
    [100, 100],
    [100, 1_000],
    [0, 1_000],
    [0, 0],
  ],
]);

test("an area whose middle is shown has its label there", () => {
  expect(placeLabel(square, [-500, -500, 2_000, 2_000])).toEqual([500, 500]);
});

test("inside of a large area the label is in the middle of the view", () => {
  expect(placeLabel(square, [600, 700, 700, 800])).toEqual([650, 750]);
});

test("where an end of an area is shown the label is in it", () => {
  const [x = 0, y = 0] = placeLabel(square, [900, 900, 1_300, 1_300]) ?? [];
  expect([x, y]).toEqual([950, 950]);
  const [left = 0, up = 0] = placeLabel(bay, [-100, 550, 600, 900]) ?? [];
  expect([left > 0 && left < 100, up > 550 && up < 900]).toEqual([true, true]);
});

test("an area that is not shown has none", () => {
  expect(placeLabel(square, [2_000, 0, 3_000, 1_000])).toBe(null);
  expect(placeLabel(bay, [300, 300, 700, 700])).toBe(null);
});
