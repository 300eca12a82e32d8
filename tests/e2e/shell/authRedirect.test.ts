/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { test } from "../../browser/signedInTest.ts";
import { shellPageObject } from "./shellPageObject.ts";

const getCompanyName = (page: Page) => page.getByRole("textbox", { name: "企业名称" });
const getUnsavedDialog = (page: Page) => page.getByRole("dialog", { name: "有未保存的内容" });

/** Starts a new company in 账号列表, then returns to 用户列表. */
async function startForm(page: Page): Promise<void> {
  const shell = shellPageObject(page);
  await page.goto("/account/userList");
  await shell.goTo("账号管理", "账号列表");
  await page.getByRole("cell").first().waitFor();
  await page.getByRole("button", { name: "新增" }).click();
  await getCompanyName(page).fill("写了一半的公司");
  await page.goBack();
  await shell.waitForPage("用户列表");
}

describe("/auth-redirect", () => {
  //
  test("is public and links to the login, which shows a caps lock hint", async ({ openPageAs }) => {
    const page = await openPageAs(null);
    await page.goto("/auth-redirect");
    await page.getByText("尚未登录，请使用手机号和密码登录。").waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth-redirect");
    await expect.poll(() => page.title()).toBe("授权返回 - 后台管理");
    await expectAccessible(page);
    await page.getByRole("link", { name: "返回登录" }).click();

    const password = page.getByLabel("密码", { exact: true });
    await password.focus();
    const hint = page.getByText("大写锁定已打开");
    expect(await hint.count()).toBe(0);
    await password.dispatchEvent("keydown", { key: "A", modifierCapsLock: true });
    await hint.waitFor();
    await expectAccessible(page);
    await password.dispatchEvent("keyup", { key: "CapsLock", modifierCapsLock: false });
    await hint.waitFor({ state: "detached" });
  });

  //
  test("opens inside the console with a session, is in no menu, and loses no unsaved input", async ({
    page,
  }) => {
    const shell = shellPageObject(page);
    await startForm(page);
    await shell.navigateWithin("/auth-redirect");
    await shell.waitForPage("授权返回");
    await shell.main.getByText("您已登录，可以继续使用。").waitFor();
    expect(await shell.menu.getByText("授权返回").count()).toBe(0);
    await expectAccessible(page);
    await shell.tag("账号列表").click();
    expect(await getCompanyName(page).inputValue()).toBe("写了一半的公司");
    await page.goBack();
    await shell.main.getByRole("link", { name: "进入后台管理" }).click();
    await page.waitForURL("**/desk");
  });
});

describe("/redirect/{path}", () => {
  //
  test("asks before it drops unsaved input of that page, which stays visible meanwhile", async ({ page }) => {
    const shell = shellPageObject(page);
    await startForm(page);
    await shell.navigateWithin("/redirect/account/accountList?status=frozen");
    await getUnsavedDialog(page).getByText("「账号列表」中有尚未保存的内容").waitFor();
    expect(await getCompanyName(page).inputValue()).toBe("写了一半的公司");
    await getUnsavedDialog(page).getByRole("button", { name: "返回编辑" }).click();
    await getUnsavedDialog(page).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/account/accountList");
    expect(await getCompanyName(page).inputValue()).toBe("写了一半的公司");

    // Refreshing a page without unsaved input does not ask.
    await page.goBack();
    await shell.waitForPage("用户列表");
    await shell.keyword.fill("没有查询过");
    await shell.navigateWithin("/redirect/account/userList");
    // Matches the whole path: the redirect's own URL has the same ending.
    await page.waitForURL((url) => url.pathname === "/account/userList");
    await shell.waitForPage("用户列表");
    await expect.poll(() => shell.keyword.inputValue()).toBe("");

    await shell.navigateWithin("/redirect/account/accountList?status=frozen");
    await getUnsavedDialog(page).getByRole("button", { name: "放弃并继续" }).click();
    await page.waitForURL((url) => `${url.pathname}${url.search}` === "/account/accountList?status=frozen");
    await page.getByRole("group", { name: "已生效的条件" }).getByText("状态：已冻结").waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});
