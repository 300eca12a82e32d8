import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { overrideConfig } from "../browser/overrideConfig.ts";
import { getRecordedTitles, recordTitles } from "../browser/recordTitles.ts";
import { signIn } from "../browser/signIn.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

describe("the entry", () => {
  test("shows what to do if the browser blocks storage", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/denied/);
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    });
    await page.goto("/");
    await page.getByText("浏览器禁止本站保存数据，请在设置中允许 Cookie 和本地存储后重试。").waitFor();
    await page.getByRole("button", { name: "重试" }).waitFor();
  });

  test("says what is wrong if its program does not load, as below a path of a proxy", async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    const told = page.getByText("须以此路径设置 BASE_PATH");
    await page.goto("/");
    await page.getByLabel("手机号").waitFor();
    expect(await told.isVisible()).toBe(false);
    await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
    await page.reload();
    // Not at once: a slow line may bring the program yet.
    expect(await told.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await told.waitFor();
  });

  test("enters the console from the login page when another tab signs in first", { tags: "full" }, async ({
    page,
    context,
  }) => {
    await page.route("**/user/login", () => undefined);
    await page.goto("/");
    await page.getByLabel("手机号").fill("13800000002");
    await page.getByLabel("密码", { exact: true }).fill("Aerial@2026");
    await page.getByRole("button", { name: "登 录" }).click();
    await page.locator("button[type=submit][data-loading]").waitFor();
    const other = await context.newPage();
    await signIn(other, "operator");
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  });

  test("sends only calls of the specification to a platform without extensions", { tags: "full" }, async ({
    page,
    context,
  }) => {
    await overrideConfig(context, { extensions: false });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await signIn(page, "operator");
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await expect.poll(() => requests).toContain("/wms/api/checkPwdStatus");
    // The desk needs a call of its own: the menu's first page is the first one.
    await expect.poll(() => new URL(page.url()).pathname).toBe("/page/page");
    // What its map loads last reads the zones, and knows of the alarms.
    await expect.poll(() => requests).toContain("/wms/api/controlZone/list/page");
    // Saved queries and the export centre need extension calls.
    await page.goto("/account/accountList");
    await page.getByRole("search").getByRole("button", { name: "重置" }).waitFor();
    expect(await page.getByRole("button", { name: "常用查询" }).count()).toBe(0);
    await page.goto("/exports");
    await page.getByRole("heading", { name: "您访问的网页不存在。" }).waitFor();
    expect(requests.filter((path) => path.includes("/x/") || path === "/user/info")).toEqual([]);
  });

  test.for(["/page", "/redirect/account/userList", "/"])(
    "shows no title of a missing page while %s redirects",
    { tags: "full" },
    async (from, { page }) => {
      await signIn(page, "operator");
      await recordTitles(page);
      await page.goto(from);
      await page.waitForFunction(() => /^(工作台|实时任务|用户列表) - /.test(document.title));
      expect((await getRecordedTitles(page)).filter((title) => title.includes("页面不存在"))).toEqual([]);
    },
  );
});
