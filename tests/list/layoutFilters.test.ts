import { describe, expect, it } from "vitest";
import { layoutFilters } from "../../src/list/filters/layoutFilters.ts";

type Kind = Parameters<typeof layoutFilters>[0][number]["kind"];
const fields = (...kinds: readonly Kind[]) => kinds.map((kind) => ({ kind }));
const many = fields("text", "select", "choice", "select", "select", "select", "select", "select", "select");

describe("the query form", () => {
  // The window less menu (210 px), padding and border of page and card (66 px).
  it.each([
    [390, 344, 1, true],
    [600, 534, 2, true],
    [1366, 1090, 3, false],
    [1440, 1164, 3, false],
    [1920, 1644, 5, false],
    [3840, 3564, 8, false],
  ])("has at %i px of window (%i of its own) %i fields in a row", (_, width, columns, isStacked) => {
    expect(layoutFilters(many, width)).toMatchObject({ columns, isStacked, firstRowCount: columns });
  });

  it("keeps the same number beside a scroll bar of 15 px", () => {
    for (const [width, columns] of [
      [1075, 3],
      [1149, 3],
      [1629, 5],
    ] as const)
      expect(layoutFilters(many, width).columns).toBe(columns);
  });

  it("gives a range of days two columns where one is narrower than 240 px", () => {
    const withDays = fields("text", "days", "select", "select");
    // (1164 - 302 + 16) / 3 - 16 - 72 = 204 px.
    expect(layoutFilters(withDays, 1164)).toMatchObject({ daysSpan: 2, firstRowCount: 2 });
    // (3564 - 302 + 16) / 8 - 16 - 72 = 321 px.
    expect(layoutFilters(withDays, 3564)).toMatchObject({ daysSpan: 1, firstRowCount: 4 });
    // A phone has one column: 344 - 72 = 272 px.
    expect(layoutFilters(withDays, 344)).toMatchObject({ daysSpan: 1, firstRowCount: 1 });
  });

  it("shows its first field even if that is wider than the row", () => {
    expect(layoutFilters(fields("days", "text"), 640)).toMatchObject({ columns: 1, firstRowCount: 1 });
  });

  it("has nothing to expand if all fields fit", () => {
    expect(layoutFilters(fields("text", "select"), 1164).firstRowCount).toBe(2);
  });
});
