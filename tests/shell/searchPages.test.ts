import { describe, expect, test } from "vitest";
import { createPageSearch, type PageSearchResult } from "../../src/app/search/createPageSearch.ts";
import { createLazy } from "../../src/loading/createLazy.tsx";

/** A page of the menu, in a group that no query of these tests matches by accident. */
const createEntry = (title: string, path: `/${string}/${string}`): PageSearchResult => ({
  group: "任务管理",
  page: {
    title,
    path,
    group: "page",
    order: 1,
    icon: () => null,
    file: "",
    Component: createLazy(async () => () => null),
    Content: createLazy(async () => () => null),
  },
});
const names = new Map(
  [
    { path: "/order/orderList", pinyin: "dingdanliebiao", initials: "ddlb" },
    { path: "/page/directive", pinyin: "lishirenwu", initials: "lsrw" },
    { path: "/p/order", pinyin: "order", initials: "order" },
  ].map((entry) => [entry.path, entry]),
);
const search = (entries: readonly PageSearchResult[], query: string) =>
  createPageSearch(entries, names)(query).map(({ page }) => page.title);

const orders = createEntry("订单列表", "/order/orderList");
const flights = createEntry("历史任务", "/page/directive");
const menu = [orders, flights];

describe("the menu search", () => {
  test("finds a page by a part of its title, of its group's title and of its path", () => {
    expect(search(menu, "订单")).toEqual(["订单列表"]);
    expect(search(menu, "任务管理")).toEqual(["订单列表", "历史任务"]);
    expect(search(menu, "directive")).toEqual(["历史任务"]);
  });

  test("finds a page by exact pinyin and initials, ignoring case and spaces", () => {
    for (const query of ["dingdan", "ding dan lie", "DDLB", " dlb "])
      expect(search(menu, query)).toEqual(["订单列表"]);
    expect(search(menu, "lsrx")).toEqual([]);
  });

  test("returns the whole menu for an empty query, and no page twice", () => {
    expect(search(menu, "  ")).toEqual(["订单列表", "历史任务"]);
    expect(search([createEntry("order", "/p/order")], "order")).toEqual(["order"]);
  });

  test("accepts 8 wrong letters of 20 but not 9: the threshold is 0.4 (R-242)", () => {
    const pages = [createEntry("abcdefghijklmnopqrst", "/p/1")];
    expect(search(pages, "abcdefghijkl01234567")).toEqual(["abcdefghijklmnopqrst"]);
    expect(search(pages, "abcdefghijk012345678")).toEqual([]);
  });

  test("weighs titles 0.7 and paths 0.3: a title with score 0.05 ranks before a path with 0.01, one with 0.2 after it (R-243, R-244)", () => {
    const byPath = createEntry("商品", "/alpha/x");
    // The score of a match is its distance from the start of the text, in hundredths.
    const near = createEntry("12345alpha", "/p/1");
    const far = createEntry("12345678901234567890alpha", "/p/1");
    expect(search([byPath, near], "alpha")).toEqual(["12345alpha", "商品"]);
    expect(search([far, byPath], "alpha")).toEqual(["商品", "12345678901234567890alpha"]);
  });
});
