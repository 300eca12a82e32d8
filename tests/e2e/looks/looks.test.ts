import { describe, expect } from "vitest";
import { test as base } from "../../browser/consoleTest.ts";
import { keepPicture } from "../../browser/keepPicture.ts";
import { layoutFaultsInBothSchemes } from "../../browser/layoutFaults.ts";
import { companyScreen } from "../lists/companyScreen.ts";

const test = base.extend("looking", { scope: "file" }, true);

/** The longest name a company may have, 60 characters. */
const longest =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";

const screens = [
  { width: 390, height: 844, dark: true },
  { width: 991, height: 768, dark: false },
  { width: 992, height: 768, dark: false },
  { width: 1366, height: 768, dark: true },
  { width: 1920, height: 1080, dark: true },
  { width: 3840, height: 2160, dark: false },
];

describe.each(screens)("the console at $width px", (size) => {
  //
  test("has nothing cut off, over another or outside, in light and dark, with long names and many conditions", async ({
    pageOf,
  }) => {
    const page = await pageOf("admin", size);
    const keep = (what: string) =>
      keepPicture(page, `looks ${what} ${size.width} ${size.dark ? "dark" : "light"}`);
    const screen = companyScreen(page);
    const bar = page.getByRole("button", { name: "搜索菜单" }).locator("../..");
    const parts = [bar, screen.form, screen.toolbar, screen.pager];

    await screen.open("size=50");
    await screen.rows.first().waitFor();
    await screen.toolbar.waitFor();
    expect(await layoutFaultsInBothSchemes(page, parts)).toEqual([]);
    await keep("list");

    const unfold = screen.form.getByRole("button", { name: "展开" });
    if ((await unfold.count()) > 0) await unfold.click();
    await screen.form.getByRole("textbox", { name: "关键字" }).fill(longest);
    await screen.form.getByText("条件已修改，点击查询").waitFor();
    expect(await layoutFaultsInBothSchemes(page, parts)).toEqual([]);
    await screen.answered(() => screen.form.getByRole("textbox", { name: "关键字" }).press("Enter"));
    await screen.rows.getByRole("checkbox").first().check();
    await screen.toolbar.getByText("已选 1 条").waitFor();
    expect(await layoutFaultsInBothSchemes(page, [...parts, screen.chips])).toEqual([]);
    await keep("conditions");

    await screen.row(longest).getByRole("button", { name: longest, exact: true }).click();
    const drawer = page.getByRole("dialog", { name: longest });
    await drawer.getByRole("term").first().waitFor();
    expect(await layoutFaultsInBothSchemes(page, [drawer])).toEqual([]);
    await keep("detail");
    await drawer.getByRole("button", { name: "编辑", exact: true }).click();
    await screen.record.waitFor();
    expect(await layoutFaultsInBothSchemes(page, [screen.record])).toEqual([]);
    await keep("form");
  });
});
