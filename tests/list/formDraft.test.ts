import { describe, expect, it } from "vitest";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import { getDraftKey, getPersistableValues, parseDraft } from "../../src/list/form/formDraft.ts";

const formConfig: FormConfig<{ readonly id: string }> = {
  name: "staff",
  title: () => "",
  sections: [
    {
      fields: [
        { kind: "text", name: "name", label: "姓名" },
        { kind: "password", name: "password", label: "密码", only: "create" },
        {
          kind: "several",
          name: "roles",
          label: "角色",
          dictionary: { options: [], label: (value) => value },
        },
      ],
    },
  ],
  container: "dialog",
  submitLabel: "保存",
  savesDrafts: true,
  getValues: () => ({ name: "甲", password: "", roles: [] }),
  validate: () => null,
  isRequired: () => false,
  save: async () => ({ id: "1" }),
  parseCurrent: () => null,
};

describe("a form draft", () => {
  it("has one key for a new record and one for each edited record", () => {
    expect(getDraftKey("staff", null)).toBe("draft.staff.create");
    expect(getDraftKey("staff", { id: "42" })).toBe("draft.staff.42");
  });

  it("never holds a password", () => {
    expect(
      getPersistableValues(formConfig, { name: "乙", password: "secret", roles: ["duty"], other: 1 }),
    ).toEqual({
      name: "乙",
      roles: ["duty"],
    });
  });

  it("is offered if it differs from the record", () => {
    expect(parseDraft({ name: "乙", roles: [] }, formConfig, null)).toEqual({ name: "乙" });
    expect(parseDraft({ name: "甲", roles: [] }, formConfig, null)).toBeNull();
  });

  it("is ignored if it is invalid", () => {
    for (const stored of [
      null,
      7,
      "text",
      [],
      { name: { deep: 1 } },
      { roles: "duty" },
      { password: "x" },
      { gone: "x" },
    ])
      expect(parseDraft(stored, formConfig, null)).toBeNull();
  });
});
