/** @module-tag full */

import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { overrideConfig } from "../../browser/overrideConfig.ts";
import { test } from "../../browser/signedInTest.ts";
import { getSize, shellPageObject } from "./shellPageObject.ts";

const getBackgroundColor = (part: Locator) => part.evaluate((item) => getComputedStyle(item).backgroundColor);

describe("the appearance of the console", () => {
  //
  test("offers four control sizes, medium by default, and stores the choice", async ({ page }) => {
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    const controls = [shell.keyword, shell.main.getByRole("button", { name: "查询", exact: true })];
    const heights = () => Promise.all(controls.map(async (one) => (await getSize(one)).height));
    const sizes = page.getByRole("menuitemradio");
    await expect.poll(heights).toEqual([36, 36]);
    await shell.tool("控件尺寸").click();
    await expect
      .poll(() => sizes.allTextContents())
      .toEqual(["默认 default", "中等 medium", "小 small", "迷你 mini"]);
    expect(await page.getByRole("menuitemradio", { checked: true }).allTextContents()).toEqual([
      "中等 medium",
    ]);
    await closePopup(page, sizes.first());
    for (const { name, cookie, height } of [
      { name: "默认 default", cookie: "default", height: 40 },
      { name: "小 small", cookie: "small", height: 32 },
      { name: "中等 medium", cookie: "medium", height: 36 },
      { name: "迷你 mini", cookie: "mini", height: 28 },
    ]) {
      await shell.tool("控件尺寸").click();
      await page.getByRole("menuitemradio", { name }).click();
      await sizes.first().waitFor({ state: "detached" });
      await expect.poll(heights).toEqual([height, height]);
      await expect.poll(() => shell.cookie("size")).toBe(cookie);
    }
    await page.getByRole("alert").getByText("Switch Size Success", { exact: true }).waitFor();
    await page.reload();
    await shell.waitForPage("用户列表");
    await expect.poll(heights).toEqual([28, 28]);
  });

  //
  test("changes immediately in the settings drawer, and persists after a reload", async ({ page }) => {
    // Low enough for the page to scroll.
    await page.setViewportSize({ width: 1366, height: 420 });
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    const drawer = page.getByRole("dialog", { name: "界面设置" });
    const option = (name: string) => drawer.getByRole("switch", { name });
    const search = shell.main.getByRole("button", { name: "查询", exact: true });
    const scheme = () => page.evaluate(() => document.documentElement.dataset["mantineColorScheme"]);
    const logo = shell.menu.locator("svg").and(shell.menu.locator("> div:first-child svg"));
    /** The top bar's y position after scrolling to the end of the page. */
    const getScrolledBarY = async () => {
      const scrolled = () =>
        page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight);
          return scrollY;
        });
      await expect.poll(scrolled).toBeGreaterThan(60);
      return (await shell.bar.boundingBox())?.y;
    };
    expect(await getBackgroundColor(search)).toBe("rgb(64, 158, 255)");
    expect(await scheme()).toBe("light");
    expect(await logo.count()).toBe(0);
    await expect.poll(getScrolledBarY).toBe(0);

    await shell.tool("界面设置").click();
    await drawer.getByRole("button", { name: "明青" }).click();
    await expect.poll(() => getBackgroundColor(search)).toBe("rgb(19, 194, 194)");
    // An incomplete custom colour changes nothing while it is typed.
    const customColor = drawer.getByRole("textbox", { name: "自定义主题颜色" });
    await expect.poll(() => customColor.inputValue()).toBe("#13C2C2");
    await customColor.press("ControlOrMeta+a");
    await customColor.pressSequentially("#722");
    expect(await getBackgroundColor(search)).toBe("rgb(19, 194, 194)");
    await customColor.pressSequentially("ED1");
    await expect.poll(() => getBackgroundColor(search)).toBe("rgb(114, 46, 209)");
    await expect.poll(() => customColor.inputValue()).toBe("#722ED1");
    await customColor.press("Backspace");
    await customColor.press("Tab");
    await expect.poll(() => customColor.inputValue()).toBe("#722ED1");

    await option("深色模式").click();
    await option("标签栏").click();
    await option("固定头部").click();
    await option("侧栏图标").click();
    const expectChanged = async () => {
      await expect.poll(() => getBackgroundColor(search)).toBe("rgb(114, 46, 209)");
      await expect.poll(scheme).toBe("dark");
      await expect.poll(() => shell.tags.count()).toBe(0);
      await expect.poll(() => logo.count()).toBe(1);
      await expect.poll(getScrolledBarY).toBeLessThan(-40);
    };
    await closePopup(page, drawer);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "界面设置");
    await expectChanged();
    await page.reload();
    await shell.waitForPage("用户列表");
    await expectChanged();

    await page.evaluate(() => scrollTo(0, 0));
    await shell.tool("界面设置").click();
    for (const name of ["深色模式", "标签栏", "固定头部", "侧栏图标"]) await option(name).click();
    await expect.poll(scheme).toBe("light");
    await shell.tag("用户列表").waitFor();
    await expect.poll(() => logo.count()).toBe(0);
    await closePopup(page, drawer);
    await expect.poll(getScrolledBarY).toBe(0);
  });

  //
  test("cannot be changed if showSettings is false (R-053)", async ({ page, context }) => {
    await overrideConfig(context, { showSettings: false });
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    await shell.tool("控件尺寸").waitFor();
    expect(await shell.tool("界面设置").count()).toBe(0);
  });
});
