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
