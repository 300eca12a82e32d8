import { describe, expect, it } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { AnyRow, RowAction } from "../../src/list/listDefinition.ts";
import { availableActions, measureActions } from "../../src/list/table/availableActions.ts";

const createAction = (name: string, more: Partial<RowAction<AnyRow>> = {}): RowAction<AnyRow> =>
  ({ name, label: name, call: companyCalls.companyOne, dialog: () => null, ...more }) as RowAction<AnyRow>;
const listActionNames = (actions: readonly RowAction<AnyRow>[], limit?: number) => {
  const { inline, more } = availableActions(actions, { id: "1" }, "9", limit);
  return [inline, more].map((some) => some.map(({ label }) => label));
};

describe("availableActions", () => {
  it("shows up to three inline, otherwise two and the rest under 更多", () => {
    expect(listActionNames([createAction("a"), createAction("b"), createAction("c")])).toEqual([
      ["a", "b", "c"],
      [],
    ]);
    expect(
      listActionNames([createAction("a"), createAction("b"), createAction("c"), createAction("d")]),
    ).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(listActionNames([createAction("a"), createAction("b")], 0)).toEqual([[], ["a", "b"]]);
  });

  it("moves actions under 更多 if three labels are too long", () => {
    const red = [
      createAction("登记红票"),
      createAction("备注"),
      createAction("红冲未通过", { destructive: true }),
    ];
    expect(listActionNames(red)).toEqual([["登记红票", "备注"], ["红冲未通过"]]);
    expect(listActionNames(red, 3)).toEqual([["登记红票", "备注", "红冲未通过"], []]);
    expect(
      listActionNames([createAction("登记回款"), createAction("申请发票"), createAction("取消")]),
    ).toEqual([["登记回款", "申请发票", "取消"], []]);
  });

  it("puts destructive actions last", () => {
    expect(listActionNames([createAction("freeze", { destructive: true }), createAction("edit")])).toEqual([
      ["edit", "freeze"],
      [],
    ]);
  });

  it("leaves out actions that do not apply", () => {
    expect(listActionNames([createAction("a"), createAction("b", { isApplicable: () => false })])).toEqual([
      ["a"],
      [],
    ]);
  });

  it("includes the refusal", () => {
    const own = createAction("disable", {
      refusal: (row, user) => (row.id === user ? "不能停用自己" : null),
    });
    expect(availableActions([own], { id: "9" }, "9").inline[0]?.refusal).toBe("不能停用自己");
    expect(availableActions([own], { id: "8" }, "9").inline[0]?.refusal).toBeNull();
  });
});

describe("the column of actions", () => {
  const rows = [{ id: "1" }, { id: "2" }];
  const onFirst = { isApplicable: ({ id }: AnyRow) => id === "1" };

  it("is as wide as the widest actions of the rows", () => {
    // 13 px of the cell, 12 px for each button, 2 px between them.
    expect(measureActions([createAction("审核")], rows, "9")).toBe("calc(2em + 25px)");
    expect(measureActions([createAction("审核"), createAction("申请发票", onFirst)], rows, "9")).toBe(
      "calc(6em + 39px)",
    );
  });

  it("has room for the arrow of 更多", () => {
    const four = ["编辑", "子账号", "全景", "服务"].map((label) => createAction(label));
    // 编辑 子账号 更多: 7 characters, 3 buttons, 2 gaps, an arrow of 10 px.
    expect(measureActions(four, rows, "9")).toBe("calc(7em + 63px)");
    // A narrow screen has 操作 with an arrow.
    expect(measureActions(four, rows, "9", 0)).toBe("calc(2em + 35px)");
  });

  it("is absent if no row has an action", () => {
    expect(measureActions([], rows, "9")).toBeNull();
    expect(measureActions([createAction("审核", { isApplicable: () => false })], rows, "9")).toBeNull();
    expect(measureActions([createAction("审核")], [], "9")).toBeNull();
  });
});
