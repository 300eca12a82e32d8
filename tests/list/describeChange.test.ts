import { describe, expect, test } from "vitest";
import { describeChange } from "../../src/list/age/describeChange.ts";

describe("the words for a change of a record", () => {
  const describe7 = (cause?: { by?: string | null; act?: string }, isIncomplete = false) =>
    describeChange({ changedIds: ["7"], causes: cause ? { "7": cause } : {}, isIncomplete }, "7");

  test.each([
    [{ by: "吴敏", act: "财务审核" }, "该记录已被 吴敏 更新（财务审核）"],
    [{ by: null, act: "编辑企业" }, "该记录已被他人更新（编辑企业）"],
    [{ by: "吴敏" }, "该记录已被 吴敏 更新"],
    [{}, "该记录已被更新"],
    [undefined, "该记录已被更新"],
  ])("name who and what is known of %o", (cause, words) => {
    expect(describe7(cause)).toBe(words);
  });

  test("say of another record only what an outage leaves open", () => {
    const others = { changedIds: ["7"], causes: {} };
    expect(describeChange({ ...others, isIncomplete: false }, "8")).toBeNull();
    expect(describeChange({ ...others, isIncomplete: true }, "8")).toBe("连接中断过，该记录可能已被更新");
  });
});
