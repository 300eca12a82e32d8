import { describe, expect } from "vitest";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import type { ScreenOptions } from "../../browser/openContext.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { companyPageObject } from "../lists/companyPageObject.ts";

/** The longest valid company name, 60 characters. */
const longestText =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";

const dailySizes = [
  { width: 390, height: 844, dark: true },
  { width: 3840, height: 2160, dark: false },
];
const otherSizes = [
  { width: 991, height: 768, dark: false },
  { width: 992, height: 768, dark: false },
  { width: 1366, height: 768, dark: true },
  { width: 1920, height: 1080, dark: true },
];

const testSize = (size: ScreenOptions) => {
  //
  test("has no layout errors in light and dark, with long names and many filters", async ({ openPageAs }) => {
    const page = await openPageAs("admin", size);
    const saveStep = (what: string) =>
      saveScreenshot(page, `looks ${what} ${size.width} ${size.dark ? "dark" : "light"}`);
    const screen = companyPageObject(page);
    const bar = page.getByRole("button", { name: "搜索菜单" }).locator("../..");
    const parts = [bar, screen.form, screen.toolbar, screen.pager];

    await screen.open("size=50");
    await screen.rows.first().waitFor();
    await screen.toolbar.waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, parts)).toEqual([]);
    await saveStep("list");

    const expandButton = screen.form.getByRole("button", { name: "展开" });
    if ((await expandButton.count()) > 0) await expandButton.click();
    await screen.form.getByRole("textbox", { name: "关键字" }).fill(longestText);
    await screen.form.getByText("条件已修改，点击查询").waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, parts)).toEqual([]);
    await screen.waitForResponse(() => screen.form.getByRole("textbox", { name: "关键字" }).press("Enter"));
    await screen.rows.getByRole("checkbox").first().check();
    await screen.toolbar.getByText("已选 1 条").waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [...parts, screen.chips])).toEqual([]);
    await saveStep("conditions");

    await screen.openDetail(screen.row(longestText));
    const drawer = page.getByRole("dialog", { name: longestText });
    await drawer.getByRole("term").first().waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [drawer])).toEqual([]);
    await saveStep("detail");
    await drawer.getByRole("button", { name: "编辑", exact: true }).click();
    await screen.record.waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [screen.record])).toEqual([]);
    await saveStep("form");
  });
};
describe.each(dailySizes)("the console at $width px", (one) => {
  testSize(one);
});
describe.each(otherSizes)("the console at $width px", { tags: "full" }, (one) => {
  testSize(one);
});
