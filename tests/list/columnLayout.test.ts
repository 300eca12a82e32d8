import { describe, expect, it } from "vitest";
import {
  arrangeColumns,
  moveColumn,
  parseListPreferences,
  setColumnVisible,
} from "../../src/list/columns/columnLayout.ts";

const columns = [{ key: "name" }, { key: "code" }, { key: "remark", hidden: true }];

describe("arrangeColumns", () => {
  it("uses the page's order by default", () => {
    expect(arrangeColumns(columns, [])).toEqual([
      { key: "name", shown: true },
      { key: "code", shown: true },
      { key: "remark", shown: false },
    ]);
  });

  it("uses the stored order", () => {
    const storedColumns = [
      { key: "remark", shown: true },
      { key: "code", shown: false },
      { key: "name", shown: true },
    ];
    expect(arrangeColumns(columns, storedColumns)).toEqual(storedColumns);
  });

  it("inserts a new column after the one that precedes it in the page", () => {
    const storedColumns = [
      { key: "code", shown: false },
      { key: "name", shown: true },
    ];
    expect(arrangeColumns([{ key: "name" }, { key: "level" }, { key: "code" }], storedColumns)).toEqual([
      { key: "code", shown: false },
      { key: "name", shown: true },
      { key: "level", shown: true },
    ]);
  });

  it("drops removed columns and duplicates", () => {
    const storedColumns = [
      { key: "gone", shown: true },
      { key: "code", shown: true },
      { key: "code", shown: false },
      { key: "name", shown: true },
      { key: "remark", shown: false },
    ];
    expect(arrangeColumns(columns, storedColumns).map(({ key }) => key)).toEqual(["code", "name", "remark"]);
  });

  it("never hides all columns", () => {
    const all = columns.map(({ key }) => ({ key, shown: false }));
    expect(arrangeColumns(columns, all).every(({ shown }) => shown)).toBe(true);
    const last = [
      { key: "name", shown: true },
      { key: "code", shown: false },
    ];
    expect(setColumnVisible(last, "name", false)).toEqual(last);
    expect(setColumnVisible(last, "code", true)).toEqual([
      { key: "name", shown: true },
      { key: "code", shown: true },
    ]);
  });

  it("moves a column within the bounds of the list", () => {
    const places = ["a", "b", "c"].map((key) => ({ key, shown: true }));
    expect(moveColumn(places, 0, 2).map(({ key }) => key)).toEqual(["b", "c", "a"]);
    expect(moveColumn(places, 2, 0).map(({ key }) => key)).toEqual(["c", "a", "b"]);
    expect(moveColumn(places, 1, 99).map(({ key }) => key)).toEqual(["a", "c", "b"]);
    expect(moveColumn(places, 7, 0).map(({ key }) => key)).toEqual(["a", "b", "c"]);
  });
});

describe("parseListPreferences", () => {
  it("drops invalid entries", () => {
    expect(parseListPreferences(null, [20, 50])).toEqual({});
    expect(parseListPreferences("compact", [20, 50])).toEqual({});
    expect(
      parseListPreferences({ columns: "all", density: "tiny", pageSize: 33, view: "heap" }, [20, 50]),
    ).toEqual({});
    expect(parseListPreferences({ view: "cards" }, [20, 50])).toEqual({ view: "cards" });
    expect(
      parseListPreferences(
        { columns: [{ key: "name", shown: true }, { key: 1 }, null], density: "compact", pageSize: 50 },
        [20, 50],
      ),
    ).toEqual({ columns: [{ key: "name", shown: true }], density: "compact", pageSize: 50 });
  });
});
