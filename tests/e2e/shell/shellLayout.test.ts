/** @module-tag full */

import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/signedInTest.ts";
import { getSize, shellPageObject } from "./shellPageObject.ts";

describe("the sidebar", () => {
  //
  test("is 210 px wide in #304156, collapses to icons with menus, and stores its state", async ({ page }) => {
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    const width = async () => (await getSize(shell.menu)).width;
    await expect.poll(width).toBe(210);
    expect(await shell.menu.evaluate((menu) => getComputedStyle(menu).backgroundColor)).toBe(
      "rgb(48, 65, 86)",
    );
    expect(await shell.menu.innerText()).toMatch(/^后台管理\n/);
    expect(await shell.cookie("sidebarStatus")).toBeUndefined();

    await shell.tool("收起菜单").click();
    await expect.poll(width).toBeLessThan(80);
    await expect.poll(() => shell.cookie("sidebarStatus")).toBe("0");
    await page.reload();
    await shell.waitForPage("用户列表");
    await expect.poll(width).toBeLessThan(80);

    // Hovering opens a group's menu, and a following click does not close it.
    const group = shell.menu.getByRole("button", { name: "订单管理" });
    await group.hover();
    const invoices = page.getByRole("menuitem", { name: "发票列表" });
    await invoices.waitFor();
    await group.click();
    await invoices.click();
    await shell.waitForPage("发票列表");
    await expect.poll(() => shell.breadcrumb.innerText()).toMatch(/^订单管理\s*\/\s*发票列表$/);

    await shell.tool("展开菜单").click();
    await expect.poll(width).toBe(210);
    await expect.poll(() => shell.cookie("sidebarStatus")).toBe("1");
    // The group of the current page is expanded.
    await expect.poll(() => shell.menu.locator("[aria-current=page]").innerText()).toMatch(/^发票列表/);
    await page.reload();
    await shell.waitForPage("发票列表");
    await expect.poll(width).toBe(210);

    await shell.breadcrumb.getByRole("link", { name: "订单管理" }).click();
    await shell.waitForPage("订单列表");
    await expect.poll(() => shell.breadcrumb.innerText()).toMatch(/^订单管理\s*\/\s*订单列表$/);
  });

  test("scrolls if it is longer than the window, below its fixed title", async ({ page }) => {
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    await page.setViewportSize({ width: 1366, height: 320 });
    const title = shell.menu.getByText("后台管理", { exact: true });
    const last = shell.menu.getByRole("button").last();
    const top = async (part: typeof last) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await top(last)).toBeGreaterThan(320);
    const before = await top(title);
    await page.mouse.move(105, 200);
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => top(last)).toBeLessThan(320 - 48);
    expect(await top(title)).toBe(before);
    // It can be clicked at its new position.
    await last.click();
    await expect.poll(() => last.getAttribute("aria-expanded")).toBe("true");
  });

  test("shows the entry of the page, however far down it is", async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 400 });
    const shell = shellPageObject(page);
    await page.goto("/exports");
    const entry = shell.menu.getByRole("link", { name: "导出中心" });
    await entry.waitFor();
    await expect
      .poll(async () => {
        const { y = Number.NaN, height = 0 } = (await entry.boundingBox()) ?? {};
        return y > 0 && y + height <= 400;
      })
      .toBe(true);
  });

  //
  test("is a drawer below 992 px, which closes by itself without changing the cookie", async ({ page }) => {
    const shell = shellPageObject(page);
    const drawer = page.getByRole("dialog", { name: "后台管理" });
    await shell.open("/account/userList", "用户列表");
    await page.setViewportSize({ width: 991, height: 768 });
    await shell.menu.waitFor({ state: "detached" });
    expect(await shell.cookie("sidebarStatus")).toBeUndefined();

    await shell.tool("展开菜单").click();
    await drawer.waitFor();
    await expect.poll(async () => (await getSize(drawer)).width).toBe(210);
    await expect.poll(() => shell.cookie("sidebarStatus")).toBe("1");
    await closePopup(page, drawer);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "展开菜单");

    await page.setViewportSize({ width: 390, height: 844 });
    await shell.tool("展开菜单").click();
    await shell.goTo("订单管理", "发票列表");
    await shell.waitForPage("发票列表");
    await drawer.waitFor({ state: "detached" });
    await shell.tool("展开菜单").click();
    await drawer.waitFor();
    await page.mouse.click(370, 400);
    await drawer.waitFor({ state: "detached" });
    expect(await shell.cookie("sidebarStatus")).toBe("1");

    await page.setViewportSize({ width: 991, height: 768 });
    await page.reload();
    await shell.waitForPage("发票列表");
    expect(await shell.menu.count()).toBe(0);
    await page.setViewportSize({ width: 992, height: 768 });
    await shell.menu.waitFor();
    await expect.poll(async () => (await getSize(shell.menu)).width).toBe(210);
  });
});

describe("the top bar", () => {
  //
  test("opens the menu search by Ctrl+K from any field, and Enter opens the result", async ({
    page,
    openPageAs,
  }) => {
    const shell = shellPageObject(page);
    const search = page.getByRole("dialog", { name: "搜索菜单" });
    const searchInput = search.getByRole("textbox", { name: "搜索菜单" });
    await shell.open("/account/userList", "用户列表");
    await shell.keyword.focus();
    await page.keyboard.press("Control+k");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "搜索菜单和记录");
    await expect.poll(() => search.getByRole("button").count()).toBe(16);
    await page.keyboard.type("fplb");
    await search.getByRole("button", { name: "发票列表" }).waitFor();
    await expect.poll(() => search.getByRole("button").count()).toBe(1);
    await page.keyboard.press("Enter");
    await shell.waitForPage("发票列表");
    await search.waitFor({ state: "detached" });

    await shell.bar.getByRole("button", { name: "搜索菜单" }).click();
    expect(await searchInput.inputValue()).toBe("");
    await searchInput.fill("没有这样的");
    await search.getByText("没有找到匹配的菜单").waitFor();
    await closePopup(page, search);

    // The duty role may not open orders, so none are found.
    const duty = await openPageAs("duty");
    await duty.goto("/operate/airport");
    await shellPageObject(duty).waitForPage("机场管理");
    await duty.keyboard.press("Control+k");
    await duty.getByRole("textbox", { name: "搜索菜单" }).fill("订单");
    await duty.getByText("没有找到匹配的菜单").waitFor();
  });

  //
  test("toggles full screen, shows if the browser cannot, and shows account and connection", async ({
    page,
    context,
  }) => {
    const shell = shellPageObject(page);
    const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null);
    await shell.open("/account/userList", "用户列表");
    await shell.tool("全屏").click();
    await shell.tool("退出全屏").waitFor();
    await expect.poll(isFullScreen).toBe(true);
    await shell.tool("退出全屏").click();
    await shell.tool("全屏").waitFor();
    await expect.poll(isFullScreen).toBe(false);

    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await shell.bar.getByRole("button", { name: /账号菜单/ }).click();
    const menu = page.getByRole("menu");
    await menu.getByText("周晓岚").waitFor();
    await menu.getByText("运营", { exact: true }).waitFor();
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual(["修改密码", "二次验证", "退出登录"]);
    await menu.getByRole("menuitem", { name: "修改密码" }).click();
    await page.getByRole("dialog", { name: "修改密码" }).getByRole("button", { name: "取消" }).click();
    await page.getByRole("dialog", { name: "修改密码" }).waitFor({ state: "detached" });

    const otherPage = await context.newPage();
    await otherPage.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, "requestFullscreen");
    });
    await otherPage.goto("/account/userList");
    await shellPageObject(otherPage).tool("全屏").click();
    await otherPage.getByRole("alert").getByText("you browser can not work", { exact: true }).waitFor();
  });
});
