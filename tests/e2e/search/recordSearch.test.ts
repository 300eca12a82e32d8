import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { createStoredSession } from "../../browser/createStoredSession.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { laptop } from "../../browser/laptop.ts";
import { overrideConfig } from "../../browser/overrideConfig.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { waitForEffects } from "../../browser/waitForEffects.ts";
import { findCompany } from "../company/openCompany.ts";

/** Page object of the search that Ctrl+K opens. */
function searchPageObject(page: Page) {
  const dialog = page.getByRole("dialog", { name: "搜索菜单和记录" });
  return {
    dialog,
    field: dialog.getByRole("textbox", { name: "搜索菜单和记录" }),
    group: (name: string) => dialog.getByRole("group", { name, exact: true }),
    action: (name: string | RegExp) => dialog.getByRole("button", { name }),
    selected: dialog.locator("[data-action][data-selected]"),
    open: async () => {
      await page.getByRole("button", { name: "搜索菜单和记录 Ctrl K" }).waitFor();
      await waitForEffects(page);
      await page.keyboard.press("Control+k");
      await dialog.waitFor();
    },
    /** Types a text and waits for its records. */
    search: async (text: string) => {
      // It is searching as soon as the text has changed, and may be done before a test could see that.
      await dialog.getByRole("textbox").fill(text);
      await dialog.getByText("正在搜索记录…").waitFor({ state: "detached" });
    },
  };
}

describe("Ctrl+K", () => {
  test("finds a company beside the menu and opens it by keyboard alone; it is then among the recent ones", async ({
    page,
  }) => {
    const search = searchPageObject(page);
    const { id, name } = await findCompany(page);
    await search.open();
    await search.search(name);
    await search.group("企业").waitFor();
    // The answer came after the text: its first hit is selected all the same.
    await expect.poll(() => search.selected.count()).toBe(1);
    while (!(await search.selected.textContent())?.startsWith(name)) await page.keyboard.press("ArrowDown");
    const stored = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === `/company/${id}`);
    await search.dialog.waitFor({ state: "detached" });
    await stored;

    // On the server, not in the browser: another window of the user knows it too.
    await page.reload();
    await search.open();
    await search.group("最近打开").waitFor();
    await expect.poll(() => search.selected.textContent()).toContain(name);
    await closePopup(page, search.dialog);
    expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain(name);
  });

  test("drops a late answer for an earlier text", { tags: "full" }, async ({ page }) => {
    const search = searchPageObject(page);
    const { name } = await findCompany(page);
    await page.goto("/account/accountList");
    await search.open();
    await search.search(name);
    await search
      .action(new RegExp(`^${name.slice(0, 4)}`))
      .first()
      .waitFor();
    await search.field.fill("没有这样的记录");
    // Nothing of the earlier answer can be opened while the new one is awaited.
    await expect.poll(() => search.dialog.locator("[data-action]").count()).toBe(0);
    await search.dialog.getByText("没有找到匹配的菜单和记录，换个关键词试试").waitFor();
  });

  test("shows that records could not be searched, and retries", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 50\d/);
    const search = searchPageObject(page);
    await page.goto("/account/accountList");
    let isBroken = true;
    await page
      .context()
      .route(/\/graphql$|\/(wms|user)\/.*\/(pageList|list)$/, (route) =>
        isBroken
          ? route.fulfill({ status: 500, json: { state: -1, message: "", data: null } })
          : route.fallback(),
      );
    await search.open();
    await search.search("无人机");
    await search.dialog.getByText("记录没有搜索成功").waitFor();
    isBroken = false;
    await search.dialog.getByRole("button", { name: "重试" }).click();
    await search.dialog.getByText("记录没有搜索成功").waitFor({ state: "detached" });
    await search.dialog.locator("[data-action]").first().waitFor();
  });

  test("runs commands after >", { tags: "full" }, async ({ page }) => {
    const search = searchPageObject(page);
    await page.goto("/account/accountList");
    await search.open();
    await search.field.fill("》");
    await expect
      .poll(() => search.dialog.locator("[data-action]").allTextContents())
      .toEqual(["新增订单", "新增企业", "深色", "界面设置", "退出登录"]);
    await search.field.fill(">shense");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark",
    );
    await search.open();
    await search.field.fill("> 新增订单");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/order/orderList");
    await closePopup(page, page.getByRole("dialog", { name: /新增订单/ }));
  });

  test("signs out by a command", { tags: "full" }, async ({ openPage, server }) => {
    // A session of its own: the others need theirs.
    const page = await openPage({
      stored: await createStoredSession(server.url, demoAccounts.duty),
      screen: laptop.viewport,
    });
    const search = searchPageObject(page);
    await page.goto("/operate/boxPage");
    await search.open();
    await search.field.fill(">退出");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "登 录" }).waitFor();
  });

  test("offers a role only what it may open", async ({ openPageAs }) => {
    const page = await openPageAs("maintainer");
    const search = searchPageObject(page);
    await page.goto("/operate/boxPage");
    await search.open();
    await search.field.fill(">");
    await expect
      .poll(() => search.dialog.locator("[data-action]").allTextContents())
      .toEqual(["深色", "界面设置", "退出登录"]);
    await search.search("公司");
    for (const group of ["企业", "用户", "订单", "发票"]) expect(await search.group(group).count()).toBe(0);
  });
});

describe("Ctrl+K of a platform that has less", () => {
  test("finds records by REST without extensions", { tags: "full" }, async ({ page, requests }) => {
    await overrideConfig(page.context(), { extensions: false });
    const search = searchPageObject(page);
    const { id, name } = await findCompany(page);
    await search.open();
    await search.search(name);
    await search
      .action(new RegExp(`^${name}`))
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === `/company/${id}`);
    expect(requests.filter((request) => request.endsWith("/graphql"))).toEqual([]);
  });

  test("finds records by REST where /graphql answers 404", { tags: "full" }, async ({
    page,
    requests,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404/);
    await page.context().route("**/graphql", (route) => route.fulfill({ status: 404, json: null }));
    const search = searchPageObject(page);
    const { name } = await findCompany(page);
    await search.open();
    await search.search(name);
    await search
      .action(new RegExp(`^${name}`))
      .first()
      .waitFor();
    expect(requests).toContain("POST /graphql");
  });
});

describe.each([
  { width: 360, height: 740, dark: true },
  { width: 1366, height: 768, dark: false },
])("Ctrl+K at $width px", ({ dark, ...size }) => {
  test("has no layout errors and is accessible, in light and dark", { tags: "full" }, async ({
    openPageAs,
  }) => {
    const page = await openPageAs("admin", { ...size, dark });
    const search = searchPageObject(page);
    await page.goto("/account/accountList");
    await search.open();
    await search.search("无人机");
    await saveScreenshot(page, `search ${size.width}`);
    expect(await findLayoutErrorsInBothSchemes(page, [search.dialog])).toEqual([]);
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
  });
});
