import { expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { closePopup } from "../browser/closePopup.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { fillLogin, signIn } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

test("a console whose code fails to load shows an error and loads on retry", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|dynamically imported module|module script/);
  const code = /\/assets\/console-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto("/");
  await fillLogin(page, "13800000002", "Aerial@2026");
  await page.getByText("页面未能显示，请检查网络后重试。").waitFor();
  await page.unroute(code);
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
});

test("a page whose code does not load does not block other pages", { tags: "full" }, async ({ page }) => {
  await signIn(page, "operator");
  // Never fulfilled: the connection is open, but no response arrives.
  await page.route(/\/assets\/userList\.page-[^/]*\.js$/, () => undefined);
  await page.goto("/account/userList", { waitUntil: "commit" });
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  await page.getByRole("link", { name: "账号列表" }).first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("toasts of one session are not shown in the next", { tags: "full" }, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 401/);
  await signIn(page, "operator");
  await page.route("**/wms/api/company/pageList", (route) =>
    route.fulfill({ status: 401, json: { state: -1, message: "", data: null } }),
  );
  await page.getByRole("button", { name: "账号管理" }).click();
  await page.getByRole("link", { name: "账号列表" }).first().click();
  await page.getByRole("button", { name: "登 录" }).waitFor();
  await page.unroute("**/wms/api/company/pageList");
  await fillLogin(page, "13800000002", "Aerial@2026");
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  expect(await page.locator(".mantine-Notification-root").count()).toBe(0);
});

test("parts of a page whose code fails to load show an error, leave the rest usable, and load by themselves once the server responds", {
  tags: "full",
}, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED|dynamically imported module|preload CSS/);
  const search = /\/assets\/MenuSearch-[^/]*\.js$/;
  const form = /\/assets\/OpenForm-[^/]*\.js$/;
  await page.route(search, (route) => route.abort());
  await signIn(page, "operator", "/account/accountList");
  const name = page.getByRole("textbox", { name: "关键字", exact: true });
  await name.fill("写到一半");

  await page.getByRole("button", { name: "搜索菜单和记录 Ctrl K" }).click();
  await page
    .getByText("这部分内容没有加载出来，正在自动重试；若控制台已更新到新版本，请保存填写的内容后刷新页面")
    .waitFor();
  expect(await page.getByRole("navigation", { name: "主菜单" }).isVisible()).toBe(true);
  await page.unroute(search);
  await page.getByRole("dialog", { name: "搜索菜单" }).waitFor();
  await closePopup(page, page.getByRole("dialog", { name: "搜索菜单" }));

  await page.route(form, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => form.test(request.url()));
  await page.getByRole("button", { name: "新增", exact: true }).click();
  await failed;
  expect(await name.inputValue()).toBe("写到一半");
  await page.unroute(form);
  await page.getByRole("textbox", { name: "企业名称" }).waitFor();
});

test("the HTML of a page preloads all its chunks; the HTML of the login preloads none of them", {
  tags: "full",
}, async ({ page }) => {
  const getPreloadedChunks = async (address: string) =>
    [
      ...(await (await page.request.get(address)).text()).matchAll(/ href="\/assets\/([\w.]+)-[^"]*\.js"/g),
    ].map(([, name]) => name);
  expect(await getPreloadedChunks("/account/accountList")).toEqual(
    expect.arrayContaining(["console", "list", "accountList.page", "business"]),
  );
  expect(await getPreloadedChunks("/goods/goodsList")).toEqual(
    expect.arrayContaining(["console", "goodsList.page"]),
  );
  expect(await getPreloadedChunks("/")).not.toContain("console");
});

test("only the code of the other pages in the menu group is prefetched when idle", { tags: "full" }, async ({
  page,
}) => {
  const waitForAnswers = watchRequests(page);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const other = page.waitForRequest(/\/assets\/boxPage\.page-/);
  await signIn(page, "duty", "/operate/airport");
  await other;
  await waitForAnswers();
  expect(
    fetched.filter((url) => /\/assets\/(?:(?:orderList|accountList|page)\.page|MapView)-/.test(url)),
  ).toEqual([]);
});

test("a page opened from the menu requests its rows first; the old page stays until they arrive, but only briefly", {
  tags: "full",
}, async ({ page, context }) => {
  await context.clock.install();
  await signIn(page, "operator", "/account/accountList");
  await page.getByRole("cell").first().waitFor();
  await page.getByRole("link", { name: "用户列表" }).hover();
  await pauseClock(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/wms/api/user/pageList", (route) => released.then(() => route.continue()));
  const listRequest = page.waitForRequest("**/wms/api/user/pageList");
  await page.getByRole("link", { name: "用户列表" }).click();
  await listRequest;
  expect(new URL(page.url()).pathname).toBe("/account/accountList");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("企业列表");
  await page.clock.runFor(100);
  await page.waitForURL("**/account/userList");
  release();
  await page.clock.resume();
  await page.getByRole("cell").first().waitFor();
});
