import { expect, test } from "vitest";
import { hasSameFiles } from "../../src/list/form/hasSameFiles.ts";

const file = new File(["a"], "用户.xlsx");

test("another file, or none, is not the one that was refused", () => {
  expect(hasSameFiles({ file, mode: "all" }, { file, mode: "valid" })).toBe(true);
  expect(hasSameFiles({ file }, { file: new File(["a"], "用户.xlsx") })).toBe(false);
  expect(hasSameFiles({ file }, { file: null })).toBe(false);
});

test("other values do not matter, nor does a first file", () => {
  expect(hasSameFiles({ name: "甲" }, { name: "乙" })).toBe(true);
  expect(hasSameFiles({ file: null }, { file })).toBe(true);
});
