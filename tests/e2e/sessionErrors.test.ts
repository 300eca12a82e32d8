import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { advanceUntil } from "../browser/advanceUntil.ts";
import { test } from "../browser/browserTest.ts";
import { openMenuGroup } from "../browser/openMenuGroup.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { demoAccounts, signIn } from "../browser/signIn.ts";
import { loginClient } from "../process/apiClient.ts";

const staffPage = z.object({
  list: z.array(z.object({ id: z.string(), name: z.string(), version: z.number() })),
});
const countStored = (page: Page) => page.evaluate(() => localStorage.length + sessionStorage.length);

describe("a session ended from outside", () => {
  test("by an administrator who disables the account shows the reason at the login and clears storage", async ({
    page,
    server,
    consoleErrors,
  }) => {
    consoleErrors.allow(/接口请求失败|status of \d+/);
    await signIn(page, "finance");
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    const admin = await loginClient(server.url);
    const listResponse = await admin.call("POST", "/x/staff/list", {
      pageNo: 1,
      pageSize: 20,
      keyword: demoAccounts.finance,
    });
    const [account] = staffPage.parse(listResponse.data).list;
    const { state } = await admin.call("POST", "/x/staff/status", {
      id: account?.id,
      version: account?.version,
      to: "disabled",
      requestId: crypto.randomUUID(),
    });
    expect(state).toBe(0);
    await page.getByText("当前账号已不可用，请联系管理员。", { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    await expect.poll(() => countStored(page)).toBe(0);
  });

  test("by a logout in another tab is explained, there only", async ({ page, context }) => {
    await signIn(page, "duty");
    const other = await context.newPage();
    await other.goto("/");
    await other.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await page.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await other.getByRole("button", { name: "登 录" }).waitFor();
    await other.getByText("您已在其他窗口退出登录，请重新登录。").waitFor();
    await page.getByRole("button", { name: "登 录" }).waitFor();
    expect(await page.locator("[data-reason]").count()).toBe(0);
  });
});

describe("failures at the same moment", () => {
  test("of seven lists show one toast", { tags: "full" }, async ({ page, context, consoleErrors }) => {
    consoleErrors.allow(/status of 500/);
    await context.clock.install();
    await signIn(page, "operator");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    for (const name of ["账号管理", "订单管理", "商品管理", "渠道管理"]) {
      const group = menu.getByRole("button", { name });
      await openMenuGroup(group);
    }
    const pendingRoutes: Route[] = [];
    await page.route("**/wms/api/**/pageList", (route) => void pendingRoutes.push(route));
    // No list may time out while the others are being opened.
    await pauseClock(page);
    for (const [place, name] of ["账号", "用户", "订单", "发票", "商品", "服务", "渠道"].entries()) {
      await menu.getByRole("link", { name: `${name}列表`, exact: true }).click();
      // React shows a lazily loaded page with a delay, by a timer.
      await advanceUntil(page, () => pendingRoutes.length > place, `the call of ${name}列表`);
    }
    expect(pendingRoutes).toHaveLength(7);
    const failure = { state: -1, message: "服务器内部错误", data: null };
    await Promise.all(pendingRoutes.map((route) => route.fulfill({ status: 500, json: failure })));
    const messages = page.locator(".mantine-Notification-root");
    await messages.first().waitFor();
    // The hidden lists are still mounted and have failed as well.
    await page.getByRole("region", { name: "渠道列表" }).getByText("加载失败", { exact: true }).waitFor();
    await context.clock.runFor(1_000);
    await expect.poll(() => messages.allTextContents()).toEqual(["服务器内部错误"]);
  });
});
