import { describe, expect, it } from "vitest";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { getSelectedSums } from "../../src/list/toolbar/getSelectedSums.ts";

type Keys = Pick<ListConfig, "selectedSums" | "columns">;
const listConfig = {
  selectedSums: ["payableFen", "paidFen"],
  columns: [
    { key: "payableFen", title: "应付", width: 130, as: "money" },
    { key: "paidFen", title: "已付", width: 130, as: "money" },
  ],
} as unknown as Keys;

const order = (id: string, payableFen: number | null, paidFen: number | null): AnyRow =>
  Object.assign({ id }, { payableFen, paidFen });

describe("getSelectedSums", () => {
  it("adds up whole fen by column title", () => {
    // As yuan, 0.1 + 0.2 would be 0.30000000000000004.
    const rows = [order("1", 10, 0), order("2", 20, 123_456_789_001), order("3", 999_999_999_970, 1)];
    expect(getSelectedSums(listConfig, rows)).toEqual([
      { label: "应付", fen: 1_000_000_000_000 },
      { label: "已付", fen: 123_456_789_002 },
    ]);
  });

  it("leaves out a column with a hidden amount", () => {
    expect(getSelectedSums(listConfig, [order("1", null, 5), order("2", 7, 5)])).toEqual([
      { label: "已付", fen: 10 },
    ]);
  });

  it("is empty for a list without summed columns", () => {
    expect(getSelectedSums({ ...listConfig, selectedSums: [] }, [order("1", 1, 1)])).toEqual([]);
  });
});
