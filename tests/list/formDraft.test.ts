import { describe, expect, it } from "vitest";
import { draftKey, draftOf, keepable } from "../../src/list/form/formDraft.ts";
import type { FormPlan } from "../../src/list/form/formPlan.ts";

const plan: FormPlan<{ readonly id: string }> = {
  name: "staff",
  title: () => "",
  sections: [
    {
      fields: [
        { kind: "text", name: "name", label: "姓名" },
        { kind: "password", name: "password", label: "密码", only: "create" },
        { kind: "several", name: "roles", label: "角色", of: { options: [], label: (value) => value } },
      ],
    },
  ],
  frame: "dialog",
  submitLabel: "保存",
  drafts: true,
  valuesOf: () => ({ name: "甲", password: "", roles: [] }),
  check: () => null,
  required: () => false,
  save: async () => ({ id: "1" }),
  present: () => null,
};

describe("a draft", () => {
  it("has a place of its own for a new record and for each that is edited", () => {
    expect(draftKey("staff", null)).toBe("draft.staff.create");
    expect(draftKey("staff", { id: "42" })).toBe("draft.staff.42");
  });

  it("never holds a password", () => {
    expect(keepable(plan, { name: "乙", password: "secret", roles: ["duty"], other: 1 })).toEqual({
      name: "乙",
      roles: ["duty"],
    });
  });

  it("is offered where it differs from the record", () => {
    expect(draftOf({ name: "乙", roles: [] }, plan, null)).toEqual({ name: "乙" });
    expect(draftOf({ name: "甲", roles: [] }, plan, null)).toBeNull();
  });

  it("is read with distrust", () => {
    for (const kept of [
      null,
      7,
      "text",
      [],
      { name: { deep: 1 } },
      { roles: "duty" },
      { password: "x" },
      { gone: "x" },
    ])
      expect(draftOf(kept, plan, null)).toBeNull();
  });
});
