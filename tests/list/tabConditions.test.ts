import { describe, expect, it } from "vitest";
import { defineEnum } from "../../adapters/contract/defineEnum.ts";
import { orderStatus } from "../../adapters/contract/orderEvent.ts";
import { getEffectiveSort, getOrderText } from "../../src/list/query/getEffectiveSort.ts";
import {
  createTabs,
  findActiveTab,
  getChosenValues,
  getTabConditionNames,
  pickTabConditions,
  toChosenCondition,
} from "../../src/list/query/tabConditions.ts";

interface TabCounts {
  readonly counts: Readonly<Record<string, number>>;
  readonly mine: number;
}

const tabs = createTabs<string, TabCounts>({
  name: "status",
  dictionary: defineEnum("order_status", { pending: "待支付", auditing: "待审核" }),
  getCounts: ({ counts }) => counts,
  extraTabs: [
    { label: "待我审核", conditions: { status: "auditing", mine: true }, count: ({ mine }) => mine },
  ],
});
const getActiveTab = (conditions: Readonly<Record<string, unknown>>) =>
  findActiveTab(tabs, conditions)?.label;

describe("the order of a list's rows", () => {
  const mine = { label: "待我审核", conditions: { mine: true }, orderText: "最久的在前" };
  const columns = [
    { title: "订单号" },
    { title: "创建时间", sort: "createdAt" },
    { title: "已付", sort: "paidFen" },
  ];
  const config = { columns, tabs: { name: "status", dictionary: orderStatus, extraTabs: [mine] } };
  const sort = { field: "paidFen", order: "asc" } as const;

  it("is named by the tab whose conditions have one of their own, unless the user sorts", () => {
    const query = { filters: { mine: true, keyword: "电力" } };
    expect([getEffectiveSort(config, query), getOrderText(config, query)]).toEqual([null, "最久的在前"]);
    const sorted = { ...query, sort };
    expect([getEffectiveSort(config, sorted), getOrderText(config, sorted)]).toEqual([sort, "按已付升序"]);
  });

  it("is otherwise the list's own, newest first", () => {
    const query = { filters: { status: "auditing" } };
    expect(getEffectiveSort(config, query)).toEqual({ field: "createdAt", order: "desc" });
    expect(getOrderText(config, query)).toBe("按创建时间降序");
  });
});

describe("the tabs of a list", () => {
  it("are 全部, each value and the page's own, with the counts of the response", () => {
    const page = { counts: { pending: 12, auditing: 3 }, mine: 2 };
    expect(tabs.map(({ label, count }) => [label, count(page)])).toEqual([
      ["全部", undefined],
      ["待支付", 12],
      ["待审核", 3],
      ["待我审核", 2],
    ]);
  });

  it("find the active one by an exact match of the conditions that tabs set", () => {
    expect(getActiveTab({ keyword: "电力" })).toBe("全部");
    expect(getActiveTab({ keyword: "电力", status: "auditing" })).toBe("待审核");
    expect(getActiveTab({ mine: true, status: "auditing" })).toBe("待我审核");
    expect(getActiveTab({ status: "gone" })).toBeUndefined();
  });

  it("match in any order of conditions, in the tab and in the URL", () => {
    const mine = { label: "待我审核", conditions: { mine: true, status: "auditing" }, count: () => 0 };
    const turned = createTabs<string, TabCounts>({
      name: "status",
      dictionary: defineEnum("order_status", { auditing: "待审核" }),
      extraTabs: [mine],
    });
    expect(findActiveTab(turned, { mine: true, status: "auditing" })?.label).toBe("待我审核");
    expect(findActiveTab(turned, { status: "auditing", mine: true })?.label).toBe("待我审核");
  });

  it("separate their conditions from the form's", () => {
    expect(getTabConditionNames(tabs)).toEqual(["status", "mine"]);
    expect(pickTabConditions({ keyword: "电力", status: "pending" }, ["status", "mine"])).toEqual({
      status: "pending",
    });
  });
});

describe("several values of the tabs' condition", () => {
  it("are read from one value, a list, or none", () => {
    expect(getChosenValues("status", { status: "auditing" })).toEqual(["auditing"]);
    expect(getChosenValues("status", { status: ["pending", "auditing"] })).toEqual(["pending", "auditing"]);
    expect(getChosenValues("status", { keyword: "电力" })).toEqual([]);
  });

  it("are a list from two on; one is that of its tab, none that of 全部", () => {
    expect(toChosenCondition("status", ["pending", "auditing"])).toEqual({ status: ["pending", "auditing"] });
    expect(toChosenCondition("status", ["auditing"])).toEqual({ status: "auditing" });
    expect(toChosenCondition("status", [])).toEqual({ status: undefined });
  });

  it("belong to no tab", () => {
    expect(getActiveTab({ status: ["pending", "auditing"] })).toBeUndefined();
  });
});
