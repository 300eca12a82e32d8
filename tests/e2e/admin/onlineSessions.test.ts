import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject, openList } from "../lists/listPageObject.ts";
import { openOwnPage } from "./openOwnPage.ts";

const list = { path: "/sessions", noun: "在线会话", call: "/x/session/list" };
const getOnlineLight = (page: Page) => page.getByRole("img", { name: "连接状态：实时连接正常" });

describe("the online sessions", () => {
  test.override("account", "admin");

  test("are listed; another session ends immediately after confirmation and a reason, the own one cannot", async ({
    page,
    openPageAs,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource|接口请求失败/);
    const otherPage = await openPageAs("duty");
    await otherPage.goto("/page/page");
    await getOnlineLight(otherPage).waitFor();

    const screen = listPageObject(page, list);
    await page.goto("/account/accountList");
    await screen.waitForResponse(() => openOwnPage(page, "在线会话"));
    // The page that is shown is lit.
    const link = page.getByRole("list", { name: "更多页面" }).getByRole("link", { name: "在线会话" });
    await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
    expect(new URL(page.url()).pathname).toBe("/sessions");
    await expect.poll(() => screen.rows.getByText("当前登录").count()).toBe(1);
    const current = screen.rows.filter({ hasText: "当前登录" }).getByRole("button", { name: /^强制下线/ });
    expect(await current.getAttribute("aria-disabled")).toBe("true");
    expect(await current.getAttribute("title")).toBe("这是您当前的登录，请使用「退出登录」");

    const row = screen.rows.filter({ hasText: "值班" });
    await row.getByRole("button", { name: /^强制下线/ }).click();
    const dialog = page.getByRole("dialog", { name: /^强制下线/ });
    await dialog.getByText(/的登录将立即结束，未保存的内容可能丢失/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "强制下线" }).click();
    await dialog.getByText("请输入原因").waitFor();
    await dialog.getByRole("textbox", { name: "原因" }).fill("离岗未退出");
    await screen.waitForResponse(() => dialog.getByRole("button", { name: "强制下线" }).click());
    await row.waitFor({ state: "detached" });
    await otherPage.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => new URL(otherPage.url()).pathname).toBe("/");
    await otherPage.getByText("您已被管理员强制下线，请重新登录。").waitFor();
    await expect.poll(() => otherPage.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

    await page.goto("/audit?action=sessionEnd");
    await page.getByRole("cell", { name: /^后台账号：.*结束方式：强制下线.*原因：离岗未退出$/ }).waitFor();
  });

  test.for([
    { width: 390, height: 844, dark: false },
    { width: 1366, height: 768, dark: true },
  ])("fit $width px, dark $dark", { tags: "full" }, async (size, { openPageAs }) => {
    const page = await openPageAs("admin", size);
    const screen = await openList(page, list);
    await screen.rows.first().waitFor();
    expect(await findLayoutErrors(page, [screen.form, screen.toolbar, screen.pager])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `sessions ${size.width} ${size.dark}`);
  });
});
