import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openMenuGroup } from "../browser/openMenuGroup.ts";
import { overrideConfig } from "../browser/overrideConfig.ts";
import { test } from "../browser/readingTest.ts";
import { getRecordedTitles, recordTitles } from "../browser/recordTitles.ts";
import { type Account, demoAccounts, signIn } from "../browser/signIn.ts";
import { type MenuPage, menuPages, ownPages } from "./menuPages.ts";

const roles = Object.keys(demoAccounts) as Account[];
const filterAllowed = (pages: readonly MenuPage[], role: Account) =>
  pages.filter(({ roles: allowed }) => allowed.includes(role));
const getAllowedPages = (role: Account) => filterAllowed(menuPages, role);
const getForbiddenPages = (role: Account) =>
  menuPages.filter((page) => !getAllowedPages(role).includes(page));

/** The tests wait for headings, so the load event is not needed. */
const commitOptions = { waitUntil: "commit" } as const;

/** Waits for the page's URL and title, and exactly one main element. */
async function expectPage(
  page: Page,
  { path, title }: { readonly path: string; readonly title: string },
): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
  await expect.poll(() => page.getByRole("main").count()).toBe(1);
}

async function expectForbidden(page: Page, path: string): Promise<void> {
  await page.getByRole("heading", { name: "您没有访问该页面的权限" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
}

describe.each(roles)("the routes of %s", (role) => {
  test.override("account", role);

  // exactly these entries, each with its page
  test("are in the menu, and each opens by a click", async ({ page }) => {
    // A bookmark that people keep.
    await page.goto(role === "admin" ? "/login" : "/");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await expectPage(page, { path: "/desk", title: "工作台" });
    for (const title of new Set(getAllowedPages(role).map(({ group }) => group))) {
      const group = menu.getByRole("button", { name: title });
      await openMenuGroup(group);
    }
    await expect
      // Without the counts behind the names.
      .poll(async () =>
        (await menu.getByRole("link").allTextContents()).map((text) => text.replace(/\d+\+?$/, "")),
      )
      .toEqual([
        "工作台",
        ...[...getAllowedPages(role), ...filterAllowed(ownPages, role)].map(({ title }) => title),
      ]);
    let before: MenuPage | null = null;
    for (const entry of getAllowedPages(role)) {
      await menu.getByRole("link", { name: entry.title, exact: true }).click();
      await expectPage(page, entry);
      // Roles differ in their pages only: one of them steps through the history.
      if (before && role === "admin") {
        await page.goBack();
        await expectPage(page, before);
        await page.goForward();
        await expectPage(page, entry);
      }
      before = entry;
    }
    if (!before) return;
    await page.reload(commitOptions);
    await expectPage(page, before);
  });

  //
  const tags = role === "maintainer" ? [] : ["full"];
  test("are forbidden beyond the role, without showing content for a moment", { tags }, async ({ page }) => {
    await recordTitles(page);
    for (const { path, title } of getForbiddenPages(role)) {
      await page.goto(path, commitOptions);
      await expectForbidden(page, path);
      expect((await getRecordedTitles(page)).filter((seen) => seen.includes(title))).toEqual([]);
    }
    const last = getForbiddenPages(role).at(-1);
    if (!last) return;
    await page.reload(commitOptions);
    await expectForbidden(page, last.path);
  });

  test("include the QA page only for an administrator, and only if configured", { tags: "full" }, async ({
    page,
    context,
  }) => {
    const notFound = page.getByRole("heading", { name: "您访问的网页不存在。" });
    await page.goto("/__qa");
    await notFound.waitFor();
    await overrideConfig(context, { qa: true });
    await page.reload();
    if (role === "admin") await page.getByRole("heading", { name: "运行中的状态机", exact: true }).waitFor();
    else {
      await page.getByRole("navigation", { name: "主菜单" }).waitFor();
      await notFound.waitFor();
    }
  });
});

describe("the pages of an administrator, who has all", () => {
  test.override("account", "admin");

  //
  test("open by URL, after a reload, and by Back across documents", { tags: "full" }, async ({ page }) => {
    for (const entry of menuPages) {
      await page.goto(entry.path, commitOptions);
      await expectPage(page, entry);
      await page.reload(commitOptions);
      await expectPage(page, entry);
    }
    const [before, last] = menuPages.slice(-2);
    if (!before || !last) throw new Error("The menu has fewer than two pages");
    await page.goBack(commitOptions);
    await expectPage(page, before);
    await page.goForward(commitOptions);
    await expectPage(page, last);
  });
});

describe("a list that writes its address late", () => {
  // As the order list does for finance, whose own tab it shows once her preferences have arrived.
  test.override("account", "finance");

  test("does not lead back from the page that was clicked", { tags: "full" }, async ({ page }) => {
    await page.goto("/order/orderList");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    const tags = page.getByRole("navigation", { name: "已打开的页面" });
    const clickBoth = async (name: RegExp, status: string) => {
      const link = await menu.getByRole("link", { name: "发票列表" }).elementHandle();
      const tab = await page.getByRole("tab", { name }).elementHandle();
      await page.evaluate(
        (both) => {
          for (const one of both) if (one instanceof HTMLElement) one.click();
        },
        [link, tab],
      );
      await expectPage(page, { path: "/order/invoice", title: "发票列表" });
      await tags.getByRole("link", { name: "订单列表", exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get("status") === status);
    };
    // The click waits for the page's code and rows, while the list writes its address.
    await clickBoth(/^待支付/, "pending");
    // The browser is at the other page before React renders it: the list writes its address when it is shown again.
    await clickBoth(/^待审核/, "auditing");
  });
});

describe("the grid of pictures", () => {
  test.override("account", "admin");

  test("writes no address over the page that was clicked", { tags: "full" }, async ({ page }) => {
    await page.goto("/page/directive");
    await expectPage(page, { path: "/page/directive", title: "历史任务" });
    await page.goto("/page/pictures");
    const tag = page
      .getByRole("navigation", { name: "已打开的页面" })
      .getByRole("link", { name: "历史任务", exact: true });
    const size = page.getByRole("radiogroup", { name: "宫格" }).getByRole("radio", { name: "9 画面" });
    await Promise.all([tag.waitFor(), size.waitFor({ state: "attached" })]);
    // In one task: the browser is at the other page before React renders it.
    await page.evaluate(
      (both) => {
        for (const one of both) if (one instanceof HTMLElement) one.click();
      },
      [await tag.elementHandle(), await size.elementHandle()],
    );
    await expectPage(page, { path: "/page/directive", title: "历史任务" });
    expect(new URL(page.url()).pathname).toBe("/page/directive");
  });
});

describe("the routes without a session", () => {
  test.override("account", null);

  //
  test("redirect to the login, and from there to the requested page", async ({ page }) => {
    await recordTitles(page);
    for (const { path, title } of menuPages) {
      await page.goto(path);
      await page.getByRole("button", { name: "登 录" }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/");
      expect((await getRecordedTitles(page)).filter((seen) => seen.includes(title))).toEqual([]);
    }
    await signIn(page, "finance", "/order/invoice?keyword=a");
    await expectPage(page, { path: "/order/invoice", title: "发票列表" });
    await expect.poll(() => new URL(page.url()).search).toBe("?keyword=a");
  });

  //
  test.for(["/404", "/401", "/redirect/order/invoice", "/nowhere", "/__qa"])(
    "%s redirects to the login",
    { tags: "full" },
    async (path, { page }) => {
      await page.goto(path);
      await page.getByRole("button", { name: "登 录" }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    },
  );

  test("/auth-redirect is reachable", { tags: "full" }, async ({ page }) => {
    const answer = await page.goto("/auth-redirect");
    expect(answer?.status()).toBe(200);
  });

  //
  test.for([
    { stored: { token: "only-a-token" }, name: "a token without a user" },
    { stored: { user: JSON.stringify({ id: "1", name: "甲" }) }, name: "a user without a token" },
    { stored: { token: "x", user: "{broken" }, name: "a broken user" },
  ])("$name does not count as a session", { tags: "full" }, async ({ stored }, { page }) => {
    await page.goto("/");
    await page.evaluate(
      (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
      stored,
    );
    await page.goto("/order/invoice");
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });
});

describe("special addresses with a session", () => {
  //
  test.for([
    { path: "/404", title: "页面不存在", heading: "您访问的网页不存在。" },
    { path: "/401", title: "无权访问", heading: "您没有访问该页面的权限" },
    { path: "/nowhere/at/all", title: "页面不存在", heading: "您访问的网页不存在。" },
  ])("$path shows $heading", { tags: "full" }, async ({ path, title, heading }, { page }) => {
    await page.goto(path);
    await page.getByRole("heading", { name: heading }).waitFor();
    await page.waitForFunction((start) => document.title.startsWith(start), title);
    // What a server calls it means nothing to the people who read it.
    expect(await page.getByRole("main").textContent()).not.toMatch(/40\d/);
  });

  //
  test.for([
    { from: "/page", to: "/page/page", title: "实时任务" },
    { from: "/redirect/order/invoice", to: "/order/invoice", title: "发票列表" },
    { from: "/", to: "/desk", title: "工作台" },
  ])("$from redirects to $to", { tags: "full" }, async ({ from, to, title }, { page }) => {
    await page.goto(from);
    await expectPage(page, { path: to, title });
  });
});
