import { describe, expect, it } from "vitest";
import {
  arrangeColumns,
  moveColumn,
  parseListPreferences,
  placeColumns,
  setColumnPinned,
  setColumnVisible,
  setColumnWidth,
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

describe("pins and widths", () => {
  const page = [
    { key: "name", width: 200, main: true },
    { key: "status", width: 90 },
    { key: "expireAt", width: 120 },
    { key: "remark", width: 150 },
  ];
  const shown = (key: string, more: object = {}) => ({ key, shown: true, ...more });
  const all = page.map(({ key }) => shown(key));

  it("keep the main column in view while it is the first", () => {
    expect(placeColumns(page, [])).toEqual([
      { key: "name", width: 200, left: 0, isEdge: true },
      { key: "status", width: 90 },
      { key: "expireAt", width: 120 },
      { key: "remark", width: 150 },
    ]);
    expect(placeColumns(page, [shown("status"), shown("name")])[0]).toEqual({ key: "status", width: 90 });
  });

  it("put pinned columns after the main one, each beside the one before", () => {
    const pinned = setColumnPinned(setColumnPinned(all, "remark", true), "expireAt", true);
    expect(placeColumns(page, pinned)).toEqual([
      { key: "name", width: 200, left: 0 },
      { key: "expireAt", width: 120, left: 200 },
      { key: "remark", width: 150, left: 320, isEdge: true },
      { key: "status", width: 90 },
    ]);
  });

  it("pin two columns at most, and release them", () => {
    const two = setColumnPinned(setColumnPinned(all, "remark", true), "expireAt", true);
    expect(setColumnPinned(two, "status", true)).toEqual(two);
    expect(setColumnPinned(two, "remark", false)).toEqual([
      shown("name"),
      shown("status"),
      shown("expireAt", { pinned: true }),
      shown("remark"),
    ]);
  });

  it("leave the remaining width to the last column of the page's own width", () => {
    const widened = setColumnWidth(all, "remark", 300.4);
    expect(placeColumns(page, widened)).toEqual([
      { key: "name", width: 200, left: 0, isEdge: true },
      { key: "status", width: 90 },
      { key: "expireAt", width: 120, isFlexible: true },
      { key: "remark", width: 300 },
    ]);
    expect(setColumnWidth(widened, "remark", null)).toEqual(all);
  });

  it("limit a width to 60 to 800 px", () => {
    const [narrow] = setColumnWidth(all, "name", 3);
    const [wide] = setColumnWidth(all, "name", 5000);
    expect([narrow?.width, wide?.width]).toEqual([60, 800]);
  });

  it("survive storing, without values that do not fit", () => {
    const columns = [
      shown("name", { pinned: true, width: 240 }),
      shown("status", { pinned: "yes", width: "wide" }),
      shown("remark", { width: 9999 }),
    ];
    expect(parseListPreferences({ columns }, [20]).columns).toEqual([
      shown("name", { pinned: true, width: 240 }),
      shown("status"),
      shown("remark", { width: 800 }),
    ]);
    expect(arrangeColumns([{ key: "name" }], [shown("name", { pinned: true, width: 240 })])).toEqual([
      shown("name", { pinned: true, width: 240 }),
    ]);
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
