import { describe, expect, it } from "vitest";
import { companyCalls, companyType } from "../../adapters/contract/company.ts";
import type { FormField } from "../../src/list/form/formConfig.ts";
import { unflatten, validateField } from "../../src/list/form/validateField.ts";
import { getSchemaAtPath } from "../../src/list/getSchemaAtPath.ts";

const { body } = companyCalls.companyCreate;
const text = (name: string): FormField => ({ kind: "text", name, label: "字段" });
const check = (name: string, value: unknown) => validateField(getSchemaAtPath(body, name), text(name), value);

describe("a form field", () => {
  it.each([
    ["name", "", "请输入字段"],
    ["name", "   ", "请输入字段"],
    ["name", "甲", "至少 2 个字"],
    ["name", "甲".repeat(61), "最多 60 个字"],
    ["name", "  甲乙  ", null],
    ["phone", "12345678901", "请输入 11 位手机号"],
    ["account.phoneNumber", "13912345678", null],
    ["account.phoneNumber", "1391234567", "请输入 11 位手机号"],
    ["creditCode", "91110108MA01ABCD2X", "统一社会信用代码不正确，请核对 18 位代码"],
    ["creditCode", "91110108ma01abcd2h", null],
    ["remark", "", null],
    ["emergencyPhone", "", null],
    ["nothing.such", "x", null],
  ])("%s with %j gets the message %j", (name, value, message) => expect(check(name, value)).toBe(message));

  it("has a space before a label that starts with Latin letters", () => {
    const field: FormField = { kind: "text", name: "name", label: "MAC 地址" };
    expect(validateField(getSchemaAtPath(body, "name"), field, "")).toBe("请输入 MAC 地址");
  });

  it.each([
    ["type", "ONLINE", "请选择类型"],
    ["type", "enterprise", null],
  ])("that selects %s gets, with the value %j, the message %j", (name, value, message) => {
    const field: FormField = { kind: "select", name, label: "类型", dictionary: companyType };
    expect(validateField(getSchemaAtPath(body, name), field, value)).toBe(message);
  });

  it("is nested by its dotted name", () => {
    expect(
      unflatten({ name: "甲", "account.name": "乙", "account.phoneNumber": "1", remark: undefined }),
    ).toEqual({
      name: "甲",
      account: { name: "乙", phoneNumber: "1" },
    });
  });
});
