import { describe, expect, it } from "vitest";
import { companyStatusMachine } from "../../machines/status/company.ts";
import { statusRefusal } from "../../src/list/statusRefusal.ts";

describe("statusRefusal", () => {
  it("returns a message with the status label, or null", () => {
    const refusal = statusRefusal(companyStatusMachine, "freeze", "冻结");
    expect(refusal({ status: "normal" })).toBeNull();
    expect(refusal({ status: "frozen" })).toBe("已冻结状态不能冻结");
  });
});
