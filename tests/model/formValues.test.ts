import { expect, test } from "vitest";
import { findConflicts, isDirty, threeWayMerge } from "../../machines/formValues.ts";

const base = { name: "王五", remark: "旧", tags: ["a"] };

test("a form is dirty if any field differs, and clean again after the value is restored", () => {
  expect(isDirty({ ...base, tags: ["a"] }, base)).toBe(false);
  expect(isDirty({ ...base, tags: ["a", "b"] }, base)).toBe(true);
  expect(isDirty({ name: "王五" }, base)).toBe(true);
  expect(isDirty({ ...base, extra: undefined }, base)).toBe(false);
});

test("a conflict lists the other user's changes with the base value and mine", () => {
  expect(findConflicts(base, { ...base, name: "赵六" }, { ...base, name: "张三", remark: "新" })).toEqual([
    { field: "name", base: "王五", mine: "赵六", theirs: "张三", touched: true },
    { field: "remark", base: "旧", mine: "旧", theirs: "新", touched: false },
  ]);
});

test("keeping mine preserves my changes and takes the other fields from theirs", () => {
  expect(threeWayMerge(base, { ...base, name: "赵六" }, { ...base, name: "张三", remark: "新" })).toEqual({
    name: "赵六",
    remark: "新",
    tags: ["a"],
  });
});
