import { beforeAll, describe, expect, test } from "vitest";
import { configureMessages } from "../../adapters/contract/formatIssue.ts";
import { type FormField, getFields } from "../../src/list/form/formConfig.ts";
import { droneForm } from "../../src/pages/operate/access/droneForm.ts";
import { boxForm } from "../../src/pages/operate/boxForm.tsx";

beforeAll(() => {
  configureMessages();
});

describe.each([
  ["of a drone", droneForm],
  ["of a box", boxForm],
])("the place %s", (_, form) => {
  const getField = (name: string): FormField => {
    const field = getFields(form, null).find((candidate) => candidate.name === name);
    if (!field) throw new Error(`no field ${name}`);
    return field;
  };

  test.each([
    ["lat", { lng: 116.3, lat: "" }, "经度和纬度需要一起填写"],
    ["lng", { lng: " ", lat: 39.9 }, "经度和纬度需要一起填写"],
    ["lng", { lng: 116.3, lat: "" }, null],
    ["lat", { lng: "", lat: "" }, null],
    ["lat", { lng: 116.3, lat: 39.9 }, null],
    ["sn", { lng: 116.3, lat: "" }, null],
  ])("has both coordinates or none: %s of %o", (name, values, message) => {
    expect(form.validateTogether?.(getField(name), values, null)).toBe(message);
  });
});

test.each([
  ["lng", 999, "经度应在 -180 到 180 之间"],
  ["lat", 99, "纬度应在 -90 到 90 之间"],
  ["lat", -91, "纬度应在 -90 到 90 之间"],
  ["lat", -90, null],
])("the range of a coordinate is named: %s %d", (name, value, message) => {
  const field = getFields(droneForm, null).find((candidate) => candidate.name === name);
  expect(field && droneForm.validate(field, value, null)).toBe(message);
});
