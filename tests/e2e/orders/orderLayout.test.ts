/** @module-tag full */

import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { orderPageObject } from "./orderPageObject.ts";

/** The longest valid company name, 60 characters. */
const longestText =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";

const screenSizes = [
  { width: 360, height: 740, dark: true },
  { width: 1366, height: 768, dark: false },
  { width: 3840, height: 2160, dark: false },
];

describe.each(screenSizes)("the orders at $width px", ({ dark, ...size }) => {
  test("have no layout errors and are accessible, in light and dark, with the longest name", async ({
    openPageAs,
  }) => {
    const page = await openPageAs("admin", { ...size, dark });
    const saveStep = (what: string) =>
      saveScreenshot(page, `orders ${what} ${size.width} ${dark ? "dark" : "light"}`);
    const screen = orderPageObject(page);
    const parts = [screen.form, screen.toolbar, screen.pager];

    await screen.open(`status=auditing&keyword=${encodeURIComponent(longestText)}`);
    await screen.rows.first().waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, parts)).toEqual([]);
    await expectAccessibleInBothSchemes(page);
    await saveStep("list");

    await screen.rows.first().getByRole("button").first().click();
    await screen.drawer.getByRole("list", { name: "时间线" }).waitFor();
    await screen.drawer.getByRole("table", { name: "回款记录" }).waitFor();
    expect(await screen.drawer.evaluate(areSectionsBesideFields)).toBe(size.width === 3840);
    expect(await findLayoutErrorsInBothSchemes(page, [screen.drawer])).toEqual([]);
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    await saveStep("detail");
    await screen.drawer.getByRole("button", { name: "审核", exact: true }).click();
    await screen.audit.getByRole("heading", { name: "通过后" }).waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [screen.audit])).toEqual([]);
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    await saveStep("audit");

    await screen.open();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.fill(longestText, "影像云存储旗舰包", "12");
    await screen.record.getByRole("button", { name: "添加商品" }).click();
    await screen.record
      .getByText("已由服务器核算")
      .or(screen.record.getByRole("button", { name: "移除商品 2" }))
      .first()
      .waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [screen.record])).toEqual([]);
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    await saveStep("form");
  });
});

/** Runs in the page: whether an open detail has two columns. */
function areSectionsBesideFields(drawer: Element): boolean {
  const [fields, title] = ["dl", "h3"].map((name) => drawer.querySelector(name)?.getBoundingClientRect());
  if (!fields || !title) throw new Error("the detail has no fields or no section");
  return title.left >= fields.right;
}
