import { expect, test } from "vitest";
import { findConflicts, isDirty, threeWayMerge } from "../../machines/formValues.ts";

const base = { name: "王五", remark: "旧", tags: ["a"] };

test("a form is dirty where a field differs, whatever its shape, and clean again when typed back", () => {
  expect(isDirty({ ...base, tags: ["a"] }, base)).toBe(false);
  expect(isDirty({ ...base, tags: ["a", "b"] }, base)).toBe(true);
  expect(isDirty({ name: "王五" }, base)).toBe(true);
  expect(isDirty({ ...base, extra: undefined }, base)).toBe(false);
});

test("a conflict names what the other person changed, beside what it was and what I typed", () => {
  expect(findConflicts(base, { ...base, name: "赵六" }, { ...base, name: "张三", remark: "新" })).toEqual([
    { field: "name", base: "王五", mine: "赵六", theirs: "张三", touched: true },
    { field: "remark", base: "旧", mine: "旧", theirs: "新", touched: false },
  ]);
});

test("keeping mine keeps the fields I changed and takes the others as they are now", () => {
  expect(threeWayMerge(base, { ...base, name: "赵六" }, { ...base, name: "张三", remark: "新" })).toEqual({
    name: "赵六",
    remark: "新",
    tags: ["a"],
  });
});
