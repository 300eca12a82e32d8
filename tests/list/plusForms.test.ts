import { expect, test } from "vitest";
import { getEmptyValue } from "../../src/list/form/toWireValue.ts";
import { addPlusForm, editPlusForm } from "../../src/pages/operate/plusForms.ts";

const row = {
  id: "1",
  version: 1,
  createdAt: "2026-03-02T02:00:00.000Z",
  updatedAt: "2026-03-02T02:00:00.000Z",
  boxId: "2",
  name: "喊话器一号",
  kind: "speaker",
  sn: "SPK-0001",
  status: "normal",
} as const;

test("editing a module requires name, kind, serial number and status", () => {
  const fields = editPlusForm.sections.flatMap((section) => section.fields);
  expect(
    fields.map((field) => [
      field.name,
      editPlusForm.isRequired(field, row),
      editPlusForm.validate(field, getEmptyValue(field), row),
    ]),
  ).toEqual([
    ["name", true, "请输入模块名称"],
    ["kind", true, "请选择类型"],
    ["sn", true, "请输入序列号"],
    ["status", true, "请选择状态"],
  ]);
  expect(
    fields.map((field) => editPlusForm.validate(field, editPlusForm.getValues(row)[field.name], row)),
  ).toEqual([null, null, null, null]);
});

test("adding a module asks for the same except the status", () => {
  expect(addPlusForm.sections.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual([
    "name",
    "kind",
    "sn",
  ]);
});

test("editing a module takes what the platform gave, and holds what is typed to our rules", () => {
  const foreign = { ...row, name: "灯", kind: "LAMP" as typeof row.kind, sn: "PL1" };
  const validate = (name: string, value: unknown) => {
    const field = editPlusForm.sections.flatMap(({ fields }) => fields).find((one) => one.name === name);
    return field ? editPlusForm.validate(field, value, foreign) : "no such field";
  };
  expect(validate("name", "灯")).toBeNull();
  expect(validate("kind", "LAMP")).toBeNull();
  expect(validate("sn", "PL1")).toBeNull();
  expect(validate("name", "罩")).toBe("至少 2 个字");
  expect(validate("kind", "BULB")).toBe("请选择类型");
  expect(validate("sn", "PL2")).toBe("序列号应为 4 至 40 位字母、数字或短横线");
});
