/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { overrideConfig } from "../browser/overrideConfig.ts";
import { demoAccounts, signIn } from "../browser/signIn.ts";

const getMachineBox = (page: Page, name: string) => page.locator(`[data-machine="${name}"]`);
const getActiveStates = (page: Page, name: string) =>
  getMachineBox(page, name)
    .locator("[data-current]")
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("data-state")));

/** Signs in as an administrator without a password warning and opens the page. */
async function openQaPage(page: Page): Promise<void> {
  await page.route("**/checkPwdStatus", (route) =>
    route.fulfill({ json: { state: 0, message: "", data: null } }),
  );
  await signIn(page, "admin", "/account/accountList");
  await page.getByRole("cell").first().waitFor();
  await page.evaluate(() => {
    history.pushState(null, "", "/__qa");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("heading", { name: "运行中的状态机" }).waitFor();
}

describe("the QA page", () => {
  test("shows every running machine with its active states, and the events", async ({ page, context }) => {
    await overrideConfig(context, { qa: true });
    await openQaPage(page);
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await expect.poll(() => page.title()).toBe("运行中的状态机 - 后台管理");
    await expect.poll(() => getActiveStates(page, "session")).toEqual(["loggedIn", "loggedIn.usable"]);
    await expect.poll(() => getActiveStates(page, "idle")).toEqual(["active"]);
    await expect
      .poll(() => getActiveStates(page, "socket"))
      .toEqual(["live", "live.online", "live.online.beating"]);
    await expect.poll(() => getActiveStates(page, "passwordWarning")).toEqual(["ok"]);
    await expect
      .poll(() => getActiveStates(page, "/account/accountList list.company"))
      .toContain("data.ready");
    await expect
      .poll(() => page.locator("[data-machine]").evaluateAll((all) => all.map((one) => one.id)))
      .toEqual(expect.arrayContaining(["machine-layout", "machine-tags"]));

    expect(await getActiveStates(page, "layout")).toContain("sidebar.desktop.opened");
    await page.getByRole("button", { name: "收起菜单" }).click();
    // The state of now, not that of when the page was opened.
    await expect.poll(() => getActiveStates(page, "layout")).toContain("sidebar.desktop.closed");
    const log = page.getByRole("list", { name: "事件" });
    await log.getByRole("listitem").filter({ hasText: "sidebar.toggle" }).first().waitFor();
    expect(await log.getByRole("listitem").first().textContent()).toMatch(/^\d{2}:\d{2}:\d{2}\.\d{3}/);
    await expectAccessible(page);
  });

  test("shows no token, hash, password or phone of the session it has recorded since login", async ({
    page,
    context,
  }) => {
    await overrideConfig(context, { qa: true });
    let hash = "";
    page.on("request", (request) => {
      if (request.url().endsWith("/user/login"))
        hash = (request.postDataJSON() as { password: string }).password;
    });
    await openQaPage(page);
    const log = page.getByRole("list", { name: "事件" });
    await log.getByRole("listitem").filter({ hasText: "login.submit" }).waitFor();
    const text = (await page.locator("body").innerHTML()).toLowerCase();
    const { token, user } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    const { uToken } = JSON.parse(user ?? "{}") as { uToken: string };
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    for (const secret of [token ?? "", uToken, hash, "Aerial@2026", demoAccounts.admin]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(text).not.toContain(secret.toLowerCase());
    }
  });

  test("does not load its code if turned off", async ({ page }) => {
    const files: string[] = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname));
    await signIn(page, "admin");
    await page.goto("/__qa");
    await page.getByRole("heading", { name: "您访问的网页不存在。" }).waitFor();
    expect(files.filter((file) => /\/(?:QaPage|recorder)-/.test(file))).toEqual([]);
  });
});
