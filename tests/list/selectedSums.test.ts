import { describe, expect, it } from "vitest";
import type { AnyRow } from "../../src/list/definition.ts";
import type { ListPlan } from "../../src/list/listPlan.ts";
import { selectedSums } from "../../src/list/toolbar/selectedSums.ts";

type Keys = Pick<ListPlan, "selectedSums" | "columns">;
const plan = {
  selectedSums: ["payableFen", "paidFen"],
  columns: [
    { key: "payableFen", title: "应付", width: 130, as: "money" },
    { key: "paidFen", title: "已付", width: 130, as: "money" },
  ],
} as unknown as Keys;

const order = (id: string, payableFen: number | null, paidFen: number | null): AnyRow =>
  Object.assign({ id }, { payableFen, paidFen });

describe("what the selected rows come to", () => {
  it("is added up in whole fen, by the titles of the columns", () => {
    // As yuan, 0.1 + 0.2 would be 0.30000000000000004.
    const rows = [order("1", 10, 0), order("2", 20, 123_456_789_001), order("3", 999_999_999_970, 1)];
    expect(selectedSums(plan, rows)).toEqual([
      { label: "应付", fen: 1_000_000_000_000 },
      { label: "已付", fen: 123_456_789_002 },
    ]);
  });

  it("is kept back where an amount is", () => {
    expect(selectedSums(plan, [order("1", null, 5), order("2", 7, 5)])).toEqual([{ label: "已付", fen: 10 }]);
  });

  it("is nothing on a list without amounts", () => {
    expect(selectedSums({ ...plan, selectedSums: [] }, [order("1", 1, 1)])).toEqual([]);
  });
});
