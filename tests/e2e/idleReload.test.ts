import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { getRecordedTitles, recordTitles } from "../browser/recordTitles.ts";
import { demoAccounts, fillLogin, signIn } from "../browser/signIn.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const getLoginButton = (page: Page) => page.getByRole("button", { name: "登 录" });
const reasonText = "长时间未操作，已自动退出，请重新登录。";

/** Moves the last click, shared by all tabs, `ms` into the past. */
const setLastClick = (page: Page, ms: number) =>
  page.evaluate((ago) => localStorage.setItem("lastClick", String(Date.now() - ago)), ms);

describe("a page loaded after idling", () => {
  //
  test("ends a session after 15 minutes and 3 seconds without a click, before any data is requested or shown", async ({
    page,
  }) => {
    await signIn(page, "operator", "/account/accountList");
    await page.getByRole("cell").first().waitFor();
    await setLastClick(page, 903_000);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    // Those before belong to the page that is left.
    page.once("framenavigated", () => {
      requests.length = 0;
    });
    await recordTitles(page);
    await page.reload();
    await page.getByText(reasonText, { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(requests.filter((path) => path.startsWith("/wms/") || path.startsWith("/user/"))).toEqual([]);
    expect((await getRecordedTitles(page)).filter((title) => title.includes("账号列表"))).toEqual([]);
  });

  test("ends the session in every tab", { tags: "full" }, async ({ page, context }) => {
    await signIn(page, "operator");
    const other = await context.newPage();
    await other.goto("/favicon.svg");
    await setLastClick(other, 903_000);
    await other.goto("/order/invoice");
    await other.getByText(reasonText, { exact: true }).waitFor();
    await page.getByText(reasonText, { exact: true }).waitFor();
  });

  test("continues a session idle for 14 minutes, and counts from the last click", { tags: "full" }, async ({
    page,
  }) => {
    await signIn(page, "operator");
    await setLastClick(page, 840_000);
    const stored = await page.evaluate(() => localStorage.getItem("lastClick"));
    await page.reload();
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("lastClick"))).toBe(stored);
    expect(await getLoginButton(page).count()).toBe(0);
  });

  test("starts counting at login, whatever was stored before", { tags: "full" }, async ({ page }) => {
    await page.goto("/");
    await getLoginButton(page).waitFor();
    // The login page clears storage as it loads; another tab may write after that.
    await setLastClick(page, 10_000_000);
    await fillLogin(page, demoAccounts.operator, "Aerial@2026");
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
    expect(await getLoginButton(page).count()).toBe(0);
    const age = await page.evaluate(() => Date.now() - Number(localStorage.getItem("lastClick")));
    expect(age).toBeLessThan(60_000);
  });
});
