import { describe, expect, it } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { AnyRow, RowAction } from "../../src/list/definition.ts";
import { offered } from "../../src/list/table/rowActions.ts";

const act = (name: string, more: Partial<RowAction<AnyRow>> = {}): RowAction<AnyRow> =>
  ({ name, label: name, call: companyCalls.companyOne, dialog: () => null, ...more }) as RowAction<AnyRow>;
const names = (actions: readonly RowAction<AnyRow>[], room?: number) => {
  const { inSight, more } = offered(actions, { id: "1" }, "9", room);
  return [inSight, more].map((some) => some.map(({ label }) => label));
};

describe("the acts of a row", () => {
  it("are in sight up to three, else two and the rest under 更多", () => {
    expect(names([act("a"), act("b"), act("c")])).toEqual([["a", "b", "c"], []]);
    expect(names([act("a"), act("b"), act("c"), act("d")])).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(names([act("a"), act("b")], 0)).toEqual([[], ["a", "b"]]);
  });

  it("go under 更多 where their words are too long for three", () => {
    const red = [act("登记红票"), act("备注"), act("红冲未通过", { destructive: true })];
    expect(names(red)).toEqual([["登记红票", "备注"], ["红冲未通过"]]);
    expect(names(red, 3)).toEqual([["登记红票", "备注", "红冲未通过"], []]);
    expect(names([act("登记回款"), act("申请发票"), act("取消")])).toEqual([
      ["登记回款", "申请发票", "取消"],
      [],
    ]);
  });

  it("put what destroys last", () => {
    expect(names([act("freeze", { destructive: true }), act("edit")])).toEqual([["edit", "freeze"], []]);
  });

  it("leave out what the record has no place for", () => {
    expect(names([act("a"), act("b", { fits: () => false })])).toEqual([["a"], []]);
  });

  it("say why not now", () => {
    const own = act("disable", { refusal: (row, user) => (row.id === user ? "不能停用自己" : null) });
    expect(offered([own], { id: "9" }, "9").inSight[0]?.refusal).toBe("不能停用自己");
    expect(offered([own], { id: "8" }, "9").inSight[0]?.refusal).toBeNull();
  });
});
