import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { collectConsoleErrors } from "../browser/consoleErrors.ts";
import { laptop } from "../browser/laptop.ts";
import { signIn } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const countStored = (page: Page) => page.evaluate(() => [localStorage.length, sessionStorage.length]);

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
}

async function expectLoginPage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "登 录" }).waitFor();
  // Back leaves the login for a moment.
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.getByRole("button", { name: "登 录" }).waitFor();
  await expect.poll(() => countStored(page)).toEqual([0, 0]);
}

describe("logging out", () => {
  //
  test("by the menu clears both storages and redirects to the root, where Back shows nothing", async ({
    page,
  }) => {
    const waitForAnswers = watchRequests(page);
    await signIn(page, "operator");
    await page.goto("/order/orderList");
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
    // A call that the end of the session overtakes is answered with 403.
    await waitForAnswers();
    await logOut(page);
    await expectLoginPage(page);
    await page.goBack();
    await expectLoginPage(page);
  });

  test("happens in every tab", { tags: "full" }, async ({ page, context }) => {
    const waitForOwnAnswers = watchRequests(page);
    await signIn(page, "operator");
    const second = await context.newPage();
    const consoleErrors = collectConsoleErrors(second);
    const waitForAnswers = watchRequests(second);
    await second.goto("/order/orderList");
    await second.getByRole("navigation", { name: "主菜单" }).waitFor();
    await waitForAnswers();
    await waitForOwnAnswers();
    await logOut(page);
    await expectLoginPage(page);
    await expectLoginPage(second);
    consoleErrors.expectNone();
  });

  test("works even if the logout call fails", { tags: "full" }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED|logout/);
    await signIn(page, "operator");
    await page.route("**/vue-element-admin/user/logout", (route) => route.abort());
    await logOut(page);
    await expectLoginPage(page);
  });

  //
  test("leaves nothing of one role for the next", async ({ page }) => {
    const waitForAnswers = watchRequests(page);
    await signIn(page, "operator");
    await page.goto("/msg/msgList");
    await page.getByRole("cell").first().waitFor();
    await waitForAnswers();
    await logOut(page);
    await expectLoginPage(page);
    await signIn(page, "duty");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    expect(await menu.getByRole("button", { name: "消息管理" }).count()).toBe(0);
    expect(new URL(page.url()).pathname).not.toBe("/msg/msgList");
  });

  //
  test("is forced by a login elsewhere, with one toast", async ({ page, openPage }) => {
    await signIn(page, "maintainer");
    await signIn(await openPage({ stored: [], screen: laptop.viewport }), "maintainer");
    await expectLoginPage(page);
    const notice = page.getByText(/账号已在其他地方登录/);
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
  });
});
