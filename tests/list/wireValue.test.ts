import { describe, expect, it } from "vitest";
import type { FormField } from "../../src/list/form/formPlan.ts";
import { emptyValue, shownValue, wireValue } from "../../src/list/form/wireValue.ts";

type Kind = Partial<FormField> & { readonly kind: string };
const field = (kind: Kind) => ({ name: "name", label: "字段", ...kind }) as FormField;
const money = field({ kind: "money" });
const day = (wire: "day" | "first" | "last") => field({ kind: "day", wire });
const moment = field({ kind: "moment" });

describe("a field's value on the wire", () => {
  it.each([
    [field({ kind: "text" }), " 甲乙 ", "甲乙"],
    [field({ kind: "text" }), " ", undefined],
    [field({ kind: "number" }), "120.5", 120.5],
    [field({ kind: "number" }), "", undefined],
    [field({ kind: "password" }), "abc", "900150983cd24fb0d6963f7d28e17f72"],
    [money, "1234.56", 123_456],
    [money, 0.29, 29],
    [money, "", undefined],
    [day("day"), "2026-11-20", "2026-11-20"],
    [day("first"), "2026-11-20", "2026-11-19T16:00:00.000Z"],
    [day("last"), "2026-11-20", "2026-11-20T15:59:59.999Z"],
    [day("last"), "soon", "soon"],
    [moment, "2026-11-20 08:30:00", "2026-11-20T00:30:00.000Z"],
    [moment, "soon", "soon"],
    [field({ kind: "check" }), true, true],
    [field({ kind: "check" }), "", false],
    [field({ kind: "file" }), "/uploads/7", "/uploads/7"],
    [field({ kind: "file" }), "", undefined],
    [field({ kind: "custom" }), [{ goodsId: "1" }], [{ goodsId: "1" }]],
  ])("%# is what was typed, as the contract has it", (one, typed, wire) =>
    expect(wireValue(one, typed)).toEqual(wire),
  );

  it.each([
    [money, 123_456, 1234.56],
    [day("last"), "2026-11-20T15:59:59.999Z", "2026-11-20"],
    [day("day"), "2026-11-20", "2026-11-20"],
    [moment, "2026-11-20T00:30:00.000Z", "2026-11-20 08:30:00"],
    [money, null, ""],
    [field({ kind: "check" }), undefined, false],
    [field({ kind: "several" }), null, []],
  ])("%# is shown as one types it", (one, wire, shown) => expect(shownValue(one, wire)).toEqual(shown));

  it("of an empty field is nothing", () => {
    expect([emptyValue(money), emptyValue(field({ kind: "several" }))]).toEqual(["", []]);
  });
});
