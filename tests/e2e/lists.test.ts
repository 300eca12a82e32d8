import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../browser/accessible.ts";
import { listOnScreen } from "../browser/listOnScreen.ts";
import { signIn } from "../browser/signIn.ts";
import { test } from "../browser/test.ts";
import { at, type KnownList, lists } from "./lists.ts";

/** Signs in and opens the list; the admin's first password warns once, and is put aside. */
async function openList(page: Page, list: KnownList, parameters = "") {
  await signIn(page, list.as);
  if (list.as === "admin")
    await page
      .getByRole("button", { name: "忽略" })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  await page.goto(parameters ? at(list, parameters) : list.at);
  const screen = listOnScreen(page);
  await screen.settled();
  return screen;
}

describe.each(lists)("$title", (list) => {
  test("searches by Enter, says what it applied, and resets", async ({ page }) => {
    const screen = await openList(page, list);
    await page.getByText(`共 ${list.total} 条`, { exact: true }).waitFor();
    await screen.keyword.fill(list.keyword);
    await page.getByText("条件已修改，点击查询").waitFor();
    expect(screen.search()).not.toContain("keyword");
    await screen.keyword.press("Enter");
    await page.getByText(`共 ${list.found} 条`, { exact: true }).waitFor();
    expect(screen.search()).toContain(`keyword=${list.keyword}`);
    expect(await page.getByText("条件已修改，点击查询").count()).toBe(0);
    await page.getByRole("button", { name: "移除条件 关键字" }).click();
    await page.getByText(`共 ${list.total} 条`, { exact: true }).waitFor();
    await screen.keyword.fill("查无此项");
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByText(`没有符合条件的${list.noun}`).waitFor();
    await page.getByRole("button", { name: "重置" }).click();
    await page.getByText(`共 ${list.total} 条`, { exact: true }).waitFor();
    expect(await screen.keyword.inputValue()).toBe("");
    expect(screen.search()).not.toContain("keyword");
  });

  test("takes Enter for the end of a Chinese word while one is composed", async ({ page, context }) => {
    const screen = await openList(page, list);
    const input = await context.newCDPSession(page);
    await screen.keyword.focus();
    await input.send("Input.imeSetComposition", { text: "ce hui", selectionStart: 6, selectionEnd: 6 });
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    expect(screen.search()).not.toContain("keyword");
    await input.send("Input.insertText", { text: list.keyword });
    await page.keyboard.press("Enter");
    await page.getByText(`共 ${list.found} 条`, { exact: true }).waitFor();
  });

  test("keeps order, page, size and conditions in the address, back and forth and over a reload", async ({
    page,
  }) => {
    const screen = await openList(page, list, "size=10");
    const first = await screen.names();
    expect(first).toHaveLength(10);
    await page.getByRole("button", { name: "第 2 页" }).click();
    await page.waitForURL(/page=2/);
    await screen.settled();
    const second = await screen.names();
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await page.reload();
    await screen.settled();
    expect(await screen.names()).toEqual(second);
    await page.goBack();
    await screen.settled();
    expect(await screen.names()).toEqual(first);
    await page.getByRole("columnheader", { name: list.sort.column }).getByRole("button").click();
    await page.waitForURL(new RegExp(`sort=${list.sort.field}\\.desc`));
    expect(await page.getByRole("columnheader", { name: list.sort.column }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await page.goto(at(list, `${list.condition.parameter}&size=10`));
    await screen.settled();
    await page.getByText(`${list.condition.label}：${list.condition.option}`).waitFor();
  });

  test("drops what it cannot read of an address, and says so", async ({ page }) => {
    const screen = await openList(page, list, "status=melted&page=2&size=10&foo=1");
    await page.getByText("链接中有无法识别的条件，已忽略：status、foo").waitFor();
    expect(screen.search()).toContain("page=2");
    expect(screen.search()).not.toContain("melted");
  });

  test("steps back from a page beyond the end", async ({ page }) => {
    const screen = await openList(page, list, "page=900&size=10");
    await page.waitForURL(new RegExp(`page=${Math.ceil(list.total / 10)}\\b`));
    await screen.settled();
  });

  test("shows the newest search, however late an older one is answered", async ({ page }) => {
    const screen = await openList(page, list);
    await page.route(list.call, async (route) => {
      const slow = String(route.request().postData()).includes("查无此项");
      if (slow) await new Promise((later) => setTimeout(later, 1_200));
      await route.continue().catch(() => undefined);
    });
    await screen.keyword.fill("查无此项");
    await screen.keyword.press("Enter");
    await screen.keyword.fill(list.keyword);
    await screen.keyword.press("Enter");
    await page.getByText(`共 ${list.found} 条`, { exact: true }).waitFor();
    await page.waitForTimeout(1_500);
    expect(await screen.names()).toHaveLength(list.found);
  });

  test("keeps the conditions of a failed search and offers it again", async ({ page, complaints }) => {
    complaints.allow(/status of 500/);
    const screen = await openList(page, list);
    await page.route(list.call, (route) =>
      route.fulfill({ status: 500, json: { state: -1, message: "", data: null } }),
    );
    await screen.keyword.fill(list.keyword);
    await screen.keyword.press("Enter");
    await page.getByText("加载失败").waitFor();
    await expectAccessible(page);
    await page.unroute(list.call);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByText(`共 ${list.found} 条`, { exact: true }).waitFor();
    expect(await screen.keyword.inputValue()).toBe(list.keyword);
  });

  test("remembers columns and row height on the server", async ({ page }) => {
    const screen = await openList(page, list);
    const column = page.getByRole("columnheader", { name: list.column, exact: true });
    await column.waitFor();
    const kept = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("button", { name: "列设置" }).click();
    await page.getByRole("checkbox", { name: list.column, exact: true }).uncheck();
    await kept;
    await column.waitFor({ state: "detached" });
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await screen.settled();
    await column.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "列设置" }).click();
    const restored = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("button", { name: "恢复默认" }).click();
    await restored;
    await column.waitFor();
  });

  test("opens a record beside itself, by keyboard, with a link of its own", async ({ page }) => {
    const screen = await openList(page, list);
    await screen.rows.first().getByRole("button").first().focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.waitFor();
    await expectAccessible(page);
    await drawer.getByRole("button", { name: "下一条" }).click();
    const [, second] = await screen.names();
    await page.getByRole("dialog", { name: second ?? "" }).waitFor();
    await page.reload();
    await page.getByRole("dialog", { name: second ?? "" }).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    expect(screen.search()).not.toContain("detail");
  });

  test.for(["light", "dark"] as const)(
    "is accessible and fits its screen in %s",
    async (scheme, { page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await openList(page, list);
      await page.evaluate(
        (name) => document.documentElement.setAttribute("data-mantine-color-scheme", name),
        scheme,
      );
      for (const width of [390, 991, 992, 1366, 1920, 3840]) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond, `${width} px`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 1366, height: 768 });
      await expectAccessible(page);
    },
  );
});
