/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advanceUntil } from "../browser/advanceUntil.ts";
import { test } from "../browser/browserTest.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { demoAccounts, fillLogin, signIn } from "../browser/signIn.ts";
import { holdCalls } from "./model/holdCalls.ts";

/** Mocks the template's user info on the proxy base, which the console requests at start. */
async function mockProxyResponse(page: Page, body: object): Promise<void> {
  await page.route("**/user/info", (route) => route.fulfill({ json: body }));
}

describe("the template's proxy client", () => {
  //
  test.for([
    { body: { code: 20001, message: "模板服务维护中" }, text: "模板服务维护中" },
    { body: { code: 20001 }, text: "Error" },
  ])("shows $text for exactly 5,000 ms on code 20001", async ({ body, text }, { page, context }) => {
    await context.clock.install();
    const userInfoCalls = await holdCalls(page, "**/user/info");
    await page.goto("/");
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await pauseClock(page);
    await fillLogin(page, demoAccounts.operator, "Aerial@2026");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await advanceUntil(page, async () => (await menu.count()) > 0, "the menu");
    await userInfoCalls.waitForCall();
    await context.clock.runFor(1_000);
    await userInfoCalls.respond((call) => call.fulfill({ json: body }));
    const message = page
      .locator(".mantine-Notification-root")
      .filter({ has: page.getByText(text, { exact: true }) });
    await message.waitFor({ state: "attached" });
    const opacity = () => message.evaluate((one) => getComputedStyle(one).opacity);
    await context.clock.runFor(4_999);
    // A transition takes real time: after an entry the toast is there, after an exit it is gone.
    await message.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    expect(await opacity()).toBe("1");
    await context.clock.runFor(1);
    await expect.poll(opacity).toBe("0");
    await context.clock.runFor(300);
    await message.waitFor({ state: "detached" });
  });

  //
  test.for([50008, 50012, 50014])("shows only a dialog on code %i", async (code, { page }) => {
    await mockProxyResponse(page, { code, message: "会话已失效" });
    await signIn(page, "operator");
    await page.getByRole("dialog").getByText("You have been logged out").waitFor();
    expect(await page.getByText("会话已失效").count()).toBe(0);
  });

  //
  test("stays on the page on Cancel", async ({ page }) => {
    await mockProxyResponse(page, { code: 50008 });
    await signIn(page, "operator");
    await page.getByRole("button", { name: /Cancel/ }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/desk");
    expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
  });

  //
  test("clears the token and reloads on Re-Login", async ({ page }) => {
    await mockProxyResponse(page, { code: 50014 });
    await signIn(page, "operator");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: /Re-Login/ }).click();
    await loaded;
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
});
