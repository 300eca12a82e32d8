import { describe, expect, it } from "vitest";
import { enumeration } from "../../adapters/contract/enumeration.ts";
import { ofTabs, tabInForce, tabNames, tabsOf } from "../../src/list/query/tabConditions.ts";

interface Answer {
  readonly counts: Readonly<Record<string, number>>;
  readonly mine: number;
}

const tabs = tabsOf<string, Answer>({
  name: "status",
  of: enumeration("order_status", { pending: "待支付", auditing: "待审核" }),
  counts: ({ counts }) => counts,
  more: [{ label: "待我审核", conditions: { status: "auditing", mine: true }, count: ({ mine }) => mine }],
});
const inForce = (conditions: Readonly<Record<string, unknown>>) => tabInForce(tabs, conditions)?.label;

describe("the tabs over a list", () => {
  it("are all rows, each value, and the page's own, with what the answer counts behind them", () => {
    const page = { counts: { pending: 12, auditing: 3 }, mine: 2 };
    expect(tabs.map(({ label, count }) => [label, count(page)])).toEqual([
      ["全部", undefined],
      ["待支付", 12],
      ["待审核", 3],
      ["待我审核", 2],
    ]);
  });

  it("find the one in force by exactly the conditions that tabs set", () => {
    expect(inForce({ keyword: "电力" })).toBe("全部");
    expect(inForce({ keyword: "电力", status: "auditing" })).toBe("待审核");
    expect(inForce({ mine: true, status: "auditing" })).toBe("待我审核");
    expect(inForce({ status: "gone" })).toBeUndefined();
  });

  it("are found whatever the order of the conditions, in the tab and in the address", () => {
    const mine = { label: "待我审核", conditions: { mine: true, status: "auditing" }, count: () => 0 };
    const turned = tabsOf<string, Answer>({
      name: "status",
      of: enumeration("order_status", { auditing: "待审核" }),
      more: [mine],
    });
    expect(tabInForce(turned, { mine: true, status: "auditing" })?.label).toBe("待我审核");
    expect(tabInForce(turned, { status: "auditing", mine: true })?.label).toBe("待我审核");
  });

  it("tell their conditions from the form's", () => {
    expect(tabNames(tabs)).toEqual(["status", "mine"]);
    expect(ofTabs({ keyword: "电力", status: "pending" }, ["status", "mine"])).toEqual({ status: "pending" });
  });
});
