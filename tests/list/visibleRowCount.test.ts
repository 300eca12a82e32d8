import { expect, test } from "vitest";
import { visibleRowCount } from "../../src/list/table/visibleRowCount.ts";

const defaultTable = {
  windowPx: 900,
  density: "normal",
  withActions: false,
  tabs: false,
  sums: false,
} as const;

test("a table draws at once the rows that fit the window below what stands over it", () => {
  // 900 px without 346 of the frame and 33 of the head, in rows of 33 px.
  expect(visibleRowCount(defaultTable)).toBe(16);
  expect(visibleRowCount({ ...defaultTable, density: "compact" })).toBe(20);
  expect(visibleRowCount({ ...defaultTable, density: "loose" })).toBe(11);
  // 4 px more for the acts in each row.
  expect(visibleRowCount({ ...defaultTable, withActions: true })).toBe(15);
});

test("tabs above it and sums below it take their place from the rows", () => {
  // 50 px of tabs, 48 px of sums.
  expect(visibleRowCount({ ...defaultTable, tabs: true })).toBe(15);
  expect(visibleRowCount({ ...defaultTable, sums: true })).toBe(15);
  expect(visibleRowCount({ ...defaultTable, tabs: true, sums: true })).toBe(13);
});

test("a low window still gets what the least height of a table shows", () => {
  expect(visibleRowCount({ ...defaultTable, windowPx: 200 })).toBe(10);
  expect(visibleRowCount({ ...defaultTable, windowPx: 200, tabs: true, sums: true })).toBe(10);
});
