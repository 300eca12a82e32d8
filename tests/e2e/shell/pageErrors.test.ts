import { describe, expect } from "vitest";
import { test } from "../../browser/readingTest.ts";
import { shellPageObject } from "./shellPageObject.ts";

/** Replaces a page's code: throws while rendering as long as `window.pageBreaks` is true. */
const brokenPageCode = `export default function Page() {
  if (window.pageBreaks) throw new Error("渠道数据无法显示");
  return "渠道又好了";
}`;

/** Replaces a dialog's code: throws while rendering. */
const brokenDialogCode = `export default function MenuSearch() {
  throw new Error("菜单读不出来");
}`;

describe("a page that fails", () => {
  test("shows an error in its own place and recovers on retry, and other pages keep working; so do pages below a failing dialog", async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/渠道数据无法显示|菜单读不出来/);
    const shell = shellPageObject(page);
    const errorPanel = shell.main.getByRole("alert");
    await page.addInitScript("window.pageBreaks = true");
    await page.route(/\/assets\/channelList\.page-[^/]*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: brokenPageCode }),
    );
    await page.route(/\/assets\/MenuSearch-[^/]*\.js$/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: brokenDialogCode }),
    );
    await shell.open("/account/userList", "用户列表");
    await shell.keyword.fill("写到一半");
    await page.keyboard.press("Control+k");
    await page.getByText("这个窗口出错了，页面不受影响。", { exact: false }).waitFor();
    await shell.goTo("渠道管理", "渠道列表");
    await errorPanel.getByRole("heading", { name: "「渠道列表」出错了" }).waitFor();
    expect(await errorPanel.innerText()).toContain("其他页面不受影响。");
    expect(await errorPanel.innerText()).toContain("渠道数据无法显示");

    await shell.tag("用户列表").click();
    await shell.waitForPage("用户列表");
    expect(await shell.keyword.inputValue()).toBe("写到一半");
    await shell.goTo("订单管理", "发票列表");
    await shell.waitForPage("发票列表");

    await shell.tag("渠道列表").click();
    await errorPanel.waitFor();
    await page.evaluate("window.pageBreaks = false");
    await errorPanel.getByRole("button", { name: "重试" }).click();
    await shell.main.getByText("渠道又好了").waitFor();
    expect(await errorPanel.count()).toBe(0);
  });

  test("to load its code offers a reload and retries by itself", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/ERR_FAILED|dynamically imported module/);
    const shell = shellPageObject(page);
    const code = /\/assets\/channelList\.page-[^/]*\.js$/;
    await page.route(code, (route) => route.abort());
    await shell.open("/account/userList", "用户列表");
    await shell.goTo("渠道管理", "渠道列表");
    await shell.main.getByRole("heading", { name: "「渠道列表」未能加载" }).waitFor();
    const loaded = page.waitForEvent("load");
    await shell.main.getByRole("button", { name: "重新加载" }).click();
    await loaded;
    await shell.main.getByRole("heading", { name: "「渠道列表」未能加载" }).waitFor();
    await page.unroute(code);
    await page.getByRole("cell").first().waitFor();
    await shell.waitForPage("渠道列表");
  });
});

test("a progress bar at the top moves until the next page has loaded", { tags: "full" }, async ({ page }) => {
  const shell = shellPageObject(page);
  const progress = page.getByRole("progressbar", { name: "页面加载进度" });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/goodsList\.page-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await shell.open("/account/userList", "用户列表");
  const bar = page.locator("[data-mounted]").filter({ has: progress });
  await bar.waitFor({ state: "detached" });
  await shell.goTo("商品管理", "商品列表");
  await bar.waitFor();
  expect((await bar.boundingBox())?.y).toBe(0);
  const first = Number(await progress.getAttribute("aria-valuenow"));
  await shell.main.getByRole("status", { name: "页面加载中" }).waitFor();
  await page.waitForFunction(
    (before) => Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")) > before,
    first,
  );
  release();
  await shell.waitForPage("商品列表");
  await bar.waitFor({ state: "detached" });
});
