import { describe, expect, it } from "vitest";
import type { FormField } from "../../src/list/form/formConfig.ts";
import { fromWireValue, getEmptyValue, hashPasswords, toWireValue } from "../../src/list/form/toWireValue.ts";

type Kind = Partial<FormField> & { readonly kind: string };
const field = (kind: Kind) => ({ name: "name", label: "字段", ...kind }) as FormField;
const moneyField = field({ kind: "money" });
const dayField = (wire: "day" | "first" | "last") => field({ kind: "day", wire });
const momentField = field({ kind: "moment" });

describe("a field's value on the wire", () => {
  it.each([
    [field({ kind: "text" }), " 甲乙 ", "甲乙"],
    [field({ kind: "text" }), " ", undefined],
    [field({ kind: "number" }), "120.5", 120.5],
    [field({ kind: "number" }), "", undefined],
    [field({ kind: "password" }), " abc ", " abc "],
    [moneyField, "1234.56", 123_456],
    [moneyField, 0.29, 29],
    [moneyField, "", undefined],
    [dayField("day"), "2026-11-20", "2026-11-20"],
    [dayField("first"), "2026-11-20", "2026-11-19T16:00:00.000Z"],
    [dayField("last"), "2026-11-20", "2026-11-20T15:59:59.999Z"],
    [dayField("last"), "soon", "soon"],
    [momentField, "2026-11-20 08:30:00", "2026-11-20T00:30:00.000Z"],
    [momentField, "soon", "soon"],
    [field({ kind: "check" }), true, true],
    [field({ kind: "check" }), "", false],
    [field({ kind: "file" }), "/uploads/7", "/uploads/7"],
    [field({ kind: "file" }), "", undefined],
    [field({ kind: "custom" }), [{ goodsId: "1" }], [{ goodsId: "1" }]],
  ])("%# converts a typed value to the contract's format", (formField, typed, wire) =>
    expect(toWireValue(formField, typed)).toEqual(wire),
  );

  it("sends a password as MD5, and everything else as it is", async () => {
    const fields = [field({ kind: "password" }), { ...field({ kind: "text" }), name: "other" }];
    const wire: Record<string, unknown> = { [fields[0]?.name ?? ""]: "abc", other: "abc" };
    await hashPasswords(fields, wire);
    expect(Object.values(wire)).toEqual(["900150983cd24fb0d6963f7d28e17f72", "abc"]);
    expect(hashPasswords(fields, { other: "abc" })).toBeNull();
  });

  it.each([
    [moneyField, 123_456, 1234.56],
    [dayField("last"), "2026-11-20T15:59:59.999Z", "2026-11-20"],
    [dayField("day"), "2026-11-20", "2026-11-20"],
    [momentField, "2026-11-20T00:30:00.000Z", "2026-11-20 08:30:00"],
    [moneyField, null, ""],
    [field({ kind: "check" }), undefined, false],
    [field({ kind: "several" }), null, []],
  ])("%# converts back to a typed value", (formField, wire, typed) =>
    expect(fromWireValue(formField, wire)).toEqual(typed),
  );

  it("is empty for an empty field", () => {
    expect([getEmptyValue(moneyField), getEmptyValue(field({ kind: "several" }))]).toEqual(["", []]);
  });
});
