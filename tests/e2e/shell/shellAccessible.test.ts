/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { pauseClock } from "../../browser/pauseClock.ts";
import { test } from "../../browser/signedInTest.ts";
import { shellPageObject } from "./shellPageObject.ts";

/** Expects an open dialog or menu to be accessible and without layout errors, and closes it. */
async function expectAccessiblePopup(page: Page, role: "dialog" | "menu", name?: string): Promise<void> {
  const popup = page.getByRole(role, name === undefined ? {} : { name });
  await popup.waitFor();
  await expectAccessibleInBothSchemes(page, "#overlays");
  expect(await findLayoutErrorsInBothSchemes(page, [popup])).toEqual([]);
  await closePopup(page, popup);
}

/** Checks the page while the clock is paused. axe waits for timers, so the clock advances 1 ms at a time. */
async function expectSoonAccessible(page: Page): Promise<void> {
  const found = expectAccessibleInBothSchemes(page).then(() => true);
  let done: unknown = false;
  while (done !== true) done = await Promise.race([found, page.clock.runFor(1)]);
}

test("the shell's dialogs and menus are accessible in light and dark, on a desktop and a phone", async ({
  page,
}) => {
  const shell = shellPageObject(page);
  await shell.open("/account/accountList", "账号列表");
  await page.getByRole("cell").first().waitFor();
  await shell.tool("收起菜单").click();
  await shell.menu.getByRole("button", { name: "订单管理" }).click();
  await expectAccessiblePopup(page, "menu");
  await shell.tool("展开菜单").click();
  await shell.tag("账号列表").click({ button: "right" });
  await expectAccessiblePopup(page, "menu", "标签操作");

  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 768 });
    await shell.tool("界面设置").click();
    await expectAccessiblePopup(page, "dialog", "界面设置");
    await shell.bar.getByRole("button", { name: "搜索菜单" }).click();
    await expectAccessiblePopup(page, "dialog", "搜索菜单");
    // A phone has no room for it.
    if (width === 1366) {
      await shell.tool("控件尺寸").click();
      await expectAccessiblePopup(page, "menu");
    }
    await shell.bar.getByRole("button", { name: /账号菜单/ }).click();
    await expectAccessiblePopup(page, "menu");
    await shell.bar.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "修改密码" }).click();
    await expectAccessiblePopup(page, "dialog", "修改密码");
  }
  await shell.tool("展开菜单").click();
  await expectAccessiblePopup(page, "dialog", "后台管理");
  await page.getByRole("button", { name: "新增" }).click();
  await page.getByRole("textbox", { name: "企业名称" }).fill("写到一半");
  await shell.navigateWithin("/redirect/account/accountList");
  await expectAccessiblePopup(page, "dialog", "有未保存的内容");
});

describe("the session's dialogs", () => {
  test("are accessible in light and dark", async ({ context, page }) => {
    await context.route("**/wms/api/checkPwdStatus", (route) =>
      route.fulfill({ json: { state: 1, message: "您的密码为初始密码，请尽快修改。", data: null } }),
    );
    await page.goto("/account/userList");
    await page.getByRole("dialog", { name: "密码安全提醒" }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "去修改" }).click();
    await expectAccessiblePopup(page, "dialog", "修改密码");

    await context.unroute("**/wms/api/checkPwdStatus");
    await context.route("**/user/info", (route) => route.fulfill({ json: { code: 50008 } }));
    await page.reload();
    await expectAccessiblePopup(page, "dialog", "您已被登出");

    await context.unroute("**/user/info");
    await context.clock.install();
    await page.reload();
    await page.getByRole("cell").first().waitFor();
    await pauseClock(page);
    await page.getByRole("cell").first().click();
    await page.clock.fastForward(900_000);
    await page.getByRole("dialog", { name: "长时间未操作" }).waitFor();
    await expectSoonAccessible(page);
  });
});
