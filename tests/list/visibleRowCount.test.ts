import { expect, test } from "vitest";
import { visibleRowCount } from "../../src/list/table/visibleRowCount.ts";

const defaultTable = {
  windowPx: 900,
  density: "normal",
  tabs: false,
  sums: false,
} as const;

test("the first paint renders the rows that fit the window", () => {
  // 900 px less 346 of the page frame and 33 of the head, in rows of 37 px.
  expect(visibleRowCount(defaultTable)).toBe(15);
  expect(visibleRowCount({ ...defaultTable, density: "compact" })).toBe(17);
  expect(visibleRowCount({ ...defaultTable, density: "loose" })).toBe(10);
});

test("tabs and sums reduce the number of rows", () => {
  // Tabs take 50 px, sums 48 px.
  expect(visibleRowCount({ ...defaultTable, tabs: true })).toBe(13);
  expect(visibleRowCount({ ...defaultTable, sums: true })).toBe(13);
  expect(visibleRowCount({ ...defaultTable, tabs: true, sums: true })).toBe(12);
});

test("a low window renders the rows of the minimum table height", () => {
  expect(visibleRowCount({ ...defaultTable, windowPx: 200 })).toBe(9);
  expect(visibleRowCount({ ...defaultTable, windowPx: 200, tabs: true, sums: true })).toBe(9);
});
