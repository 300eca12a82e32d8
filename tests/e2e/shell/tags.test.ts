import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/readingTest.ts";
import { specifiedPages } from "../menuPages.ts";
import { getSize, shellPageObject } from "./shellPageObject.ts";

describe("the tags of visited pages", () => {
  //
  test("close by their button, a middle click, Delete and their menu, except the first page's", {
    tags: "full",
  }, async ({ page }) => {
    const shell = shellPageObject(page);
    const menu = page.getByRole("menu", { name: "标签操作" });
    const runMenuItem = async (title: string, name: string) => {
      await shell.tag(title).click({ button: "right" });
      await menu.getByRole("menuitem", { name, exact: true }).click();
      await menu.waitFor({ state: "detached" });
    };
    await shell.open("/account/userList", "用户列表");
    await shell.goTo("账号管理", "账号列表");
    await shell.waitForPage("账号列表");
    await shell.goTo("订单管理", "发票列表");
    await shell.waitForPage("发票列表");
    await shell.goTo("渠道管理", "渠道列表");
    await shell.waitForPage("渠道列表");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "用户列表", "账号列表", "发票列表", "渠道列表"]);
    await expect
      .poll(() => shell.tags.locator("[aria-current=page]").allTextContents())
      .toEqual(["渠道列表"]);

    await shell.tag("账号列表").click({ button: "right" });
    await expect.poll(async () => (await getSize(menu)).width).toBe(105);
    await expect
      .poll(() => menu.getByRole("menuitem").allTextContents())
      .toEqual(["刷新", "关闭", "关闭其他", "关闭左侧", "关闭右侧", "关闭所有"]);
    await closePopup(page, menu);
    await page.waitForFunction(() => document.activeElement?.textContent === "账号列表");
    await shell.tag("工作台").click({ button: "right" });
    expect(await menu.getByRole("menuitem", { name: "关闭", exact: true }).isDisabled()).toBe(true);
    await closePopup(page, menu);
    expect(await shell.tags.getByRole("button", { name: "关闭工作台" }).count()).toBe(0);
    await shell.tag("工作台").click({ button: "middle" });

    // Closing another tag leaves the visible page; closing the visible one shows the one before it.
    await shell.tags.getByRole("button", { name: "关闭账号列表" }).click();
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "用户列表", "发票列表", "渠道列表"]);
    await shell.waitForPage("渠道列表");
    await shell.tag("渠道列表").click({ button: "middle" });
    await shell.waitForPage("发票列表");
    await shell.tag("发票列表").focus();
    await page.keyboard.press("Delete");
    await shell.waitForPage("用户列表");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "用户列表"]);
    expect(page.context().pages()).toHaveLength(1);

    await shell.goTo("渠道管理", "渠道列表");
    await shell.waitForPage("渠道列表");
    await shell.goTo("账号管理", "账号列表");
    await shell.waitForPage("账号列表");
    await runMenuItem("渠道列表", "关闭其他");
    await shell.waitForPage("渠道列表");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "渠道列表"]);
    await shell.goTo("账号管理", "账号列表");
    await shell.waitForPage("账号列表");
    await shell.goTo("订单管理", "发票列表");
    await shell.waitForPage("发票列表");
    await runMenuItem("账号列表", "关闭左侧");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "账号列表", "发票列表"]);
    await runMenuItem("账号列表", "关闭右侧");
    await shell.waitForPage("账号列表");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "账号列表"]);
    await runMenuItem("账号列表", "关闭所有");
    await page.waitForURL("**/desk");
    await expect.poll(shell.getTagTitles).toEqual(["工作台"]);
  });

  //
  test("restore pages as they were left, up to twelve (R-077, R-078, R-094, R-102, R-110, R-118, R-124, R-128, R-141)", async ({
    page,
  }) => {
    // Low enough for the page to scroll.
    await page.setViewportSize({ width: 1366, height: 420 });
    const shell = shellPageObject(page);
    const { keyword } = shell;
    await shell.open("/desk", "工作台");
    await shell.goTo("账号管理", "账号列表");
    await shell.waitForPage("账号列表");
    await keyword.fill("一");
    await shell.goTo("账号管理", "用户列表");
    await shell.waitForPage("用户列表");
    await page.getByRole("cell").first().waitFor();
    await keyword.fill("二");
    const scroller = shell.main.getByRole("table", { name: "用户列表" }).locator("..");
    await scroller.evaluate((rows) => rows.scrollTo(40, 90));
    await page.evaluate(() => scrollTo(0, 70));
    await page.waitForFunction(() => scrollY === 70);

    const visited = ["工作台", "账号列表", "用户列表"];
    const others = specifiedPages.filter(({ title }) => !visited.includes(title)).slice(0, 10);
    for (const { group, title } of others) {
      await shell.goTo(group, title);
      await shell.waitForPage(title);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
    // With 工作台 thirteen pages were visited: the least recently used one is reset, and all have tags.
    await expect.poll(shell.getTagTitles).toHaveLength(13);
    await shell.tag("用户列表").click();
    await shell.waitForPage("用户列表");
    await expect.poll(() => keyword.inputValue()).toBe("二");
    await page.waitForFunction(() => scrollY === 70);
    await expect.poll(() => scroller.evaluate((rows) => [rows.scrollLeft, rows.scrollTop])).toEqual([40, 90]);
    await shell.tag("账号列表").click();
    await shell.waitForPage("账号列表");
    await expect.poll(() => keyword.inputValue()).toBe("");
  });

  //
  test("survive a reload of the page", { tags: "full" }, async ({ page }) => {
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    await shell.goTo("渠道管理", "渠道列表");
    await shell.waitForPage("渠道列表");
    await shell.tag("用户列表").click();
    await shell.waitForPage("用户列表");
    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem("tags") ?? "");
      stored.tags.push({ path: "/nowhere", title: "无此页面" });
      sessionStorage.setItem("tags", JSON.stringify(stored));
    });
    await page.reload();
    await shell.waitForPage("用户列表");
    await expect.poll(shell.getTagTitles).toEqual(["工作台", "用户列表", "渠道列表"]);
    await shell.tag("渠道列表").click();
    await shell.waitForPage("渠道列表");
  });

  test("keep the active one in view when its title becomes longer", { tags: "full" }, async ({ page }) => {
    await page.setViewportSize({ width: 700, height: 800 });
    const shell = shellPageObject(page);
    await shell.open("/account/userList", "用户列表");
    const company = page.getByRole("table", { name: "用户列表" }).locator('a[href*="/company/"]').first();
    const others = ["order/orderList", "order/invoice", "order/payment", "goods/goodsList", "msg/msgList"];
    for (const path of [...others, "goods/serviceList", "account/userList"]) {
      await page.goto(`/${path}`);
      await shell.tags.locator("[aria-current=page]").waitFor();
    }
    const name = (await company.textContent()) ?? "";
    const released = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      await released.promise;
      await route.continue();
    });
    await company.click();
    await shell.tags.getByRole("button", { name: "关闭企业全景" }).hover();
    released.resolve();
    const close = shell.tags.getByRole("button", { name: `关闭${name}` });
    await close.waitFor();
    await expect
      .poll(async () => {
        const { x = Number.NaN, width = 0 } = (await close.boundingBox()) ?? {};
        return x + width <= 700;
      })
      .toBe(true);
  });
});
