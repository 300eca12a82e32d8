import Feature from "ol/Feature.js";
import { expect, test } from "vitest";
import { createLineStyle } from "../../src/map/features/styles.ts";

const strokes = (fields: object) =>
  createLineStyle(new Feature({ color: "#7eb2e6", width: 2, ...fields })).map((style) => {
    const stroke = style.getStroke();
    return [stroke?.getColor(), stroke?.getWidth(), stroke?.getLineDash()];
  });

test("a line with an edge is drawn on it, so that no base map hides it", () => {
  expect(strokes({ dashed: true })).toEqual([["#7eb2e6", 2, [8, 6]]]);
  expect(strokes({ dashed: true, edge: "#091422" })).toEqual([
    ["#091422", 5, null],
    ["#7eb2e6", 2, [8, 6]],
  ]);
});
