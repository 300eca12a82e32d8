import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { pauseClock } from "../browser/pauseClock.ts";
import { test } from "../browser/readingTest.ts";
import { signIn } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";

interface MockResponse {
  readonly status: number;
  readonly body: object;
}

/** Mocks all further responses of the company list. */
async function mockListCall(page: Page, { status, body }: MockResponse): Promise<void> {
  await page.route("**/wms/api/company/pageList", (route) => route.fulfill({ status, json: body }));
}

const createEnvelope = (message: string, state = -1) => ({ state, message, data: null });

describe("the error catalogue", () => {
  //
  test.for([
    { status: 404, message: "x", text: "您访问的网页不存在。" },
    { status: 400, message: "页码有误", text: "页码有误" },
    { status: 409, message: "稍后再来", text: "稍后再来" },
    { status: 429, message: "请求过多，请 30 秒后再试", text: "请求过多，请 30 秒后再试" },
    { status: 500, message: "服务器内部错误", text: "服务器内部错误" },
  ])(
    "HTTP $status shows $text and leaves the page as it is",
    { tags: "full" },
    async ({ status, message, text }, { page, consoleErrors }) => {
      consoleErrors.allow(/status of \d+/);
      await mockListCall(page, { status, body: createEnvelope(message) });
      await page.goto("/account/accountList");
      await page.getByText(text, { exact: true }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe("/account/accountList");
    },
  );

  test("a response that violates the contract shows an error instead of data", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/接口的回答与约定不符/);
    await mockListCall(page, { status: 200, body: { state: 0, message: "", data: { list: "none" } } });
    await page.goto("/account/accountList");
    await page
      .getByText(/服务器返回的数据有误/)
      .first()
      .waitFor();
  });

  test("a failed list offers a retry that works", { tags: "full" }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/);
    await mockListCall(page, { status: 500, body: createEnvelope("服务器内部错误") });
    await page.goto("/account/accountList");
    const retryButton = page.getByRole("button", { name: "重试" }).first();
    await retryButton.waitFor();
    await page.unroute("**/wms/api/company/pageList");
    await retryButton.click();
    await page.getByRole("cell").first().waitFor();
  });
});

test("a list whose database is unavailable retains its rows, shows one toast, and reloads by itself", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/);
  await page.goto("/account/accountList");
  const rows = page.getByRole("table").getByRole("row");
  // The head and a page of 50, of which the first paint shows those in view.
  await expect.poll(() => rows.count()).toBe(51);
  const before = await rows.allInnerTexts();
  const message = "数据库暂时不可用，请稍后再试";
  await mockListCall(page, { status: 503, body: createEnvelope(message) });
  const waitForListResponse = () => page.waitForResponse((one) => one.url().includes("/company/pageList"));
  await page.getByRole("button", { name: "刷新" }).click();
  const alert = page.getByText(`${message}。列表是此前读取的结果，恢复后会自动更新。`);
  const notice = page.getByText(message, { exact: true });
  // It is shown for five seconds: nothing may come between.
  await page.getByRole("button", { name: "关闭提示" }).click();
  await notice.waitFor({ state: "detached" });
  await alert.waitFor();
  expect(await rows.allInnerTexts()).toEqual(before);
  expect((await waitForListResponse()).status()).toBe(503);
  expect([await alert.count(), await notice.count()]).toEqual([1, 0]);
  await page.unroute("**/wms/api/company/pageList");
  expect((await waitForListResponse()).status()).toBe(200);
  await alert.waitFor({ state: "detached" });
  expect(await rows.allInnerTexts()).toEqual(before);
});

describe("errors of the catalogue that end the session", () => {
  test.override("account", null);

  //
  test.for([
    { status: 401, text: "身份验证失败，请关闭重新进入。" },
    { status: 403, text: "登录过期，请关闭重新进入。" },
  ])(
    "HTTP $status shows $text at the login and clears storage",
    { tags: "full" },
    async ({ status, text }, { page, consoleErrors }) => {
      consoleErrors.allow(/status of \d+/);
      await signIn(page, "finance", "/account/accountList");
      await page.getByRole("cell").first().waitFor();
      await mockListCall(page, { status, body: createEnvelope("其他的话") });
      await page.goto("/account/accountList");
      await page.getByRole("button", { name: "登 录" }).waitFor();
      await page.getByText(text, { exact: true }).first().waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/");
      await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    },
  );

  //
  test("state -2 redirects to the root after 1.8 s and logs the error", async ({
    page,
    context,
    consoleErrors,
  }) => {
    consoleErrors.allow(/接口请求失败/);
    await context.clock.install();
    await signIn(page, "finance", "/account/accountList");
    await page.getByRole("cell").first().waitFor();
    const [requested, responseReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/wms/api/company/pageList", async (route) => {
      requested.resolve();
      await responseReleased.promise;
      await route.fulfill({ json: createEnvelope("账号已被停用", -2) });
    });
    await page.goto("/account/accountList");
    await requested.promise;
    await pauseClock(page);
    responseReleased.resolve();
    await page.getByText("账号已被停用", { exact: true }).first().waitFor();
    await context.clock.runFor(1_799);
    expect(new URL(page.url()).pathname).toBe("/account/accountList");
    await context.clock.runFor(1);
    await page.waitForURL((url) => url.pathname === "/");
    await context.clock.resume();
    await page.getByRole("button", { name: "登 录" }).waitFor();
  });

  //
  test("a call without a session user is not sent and redirects to the root", { tags: "full" }, async ({
    page,
  }) => {
    const waitForAnswers = watchRequests(page);
    await signIn(page, "finance", "/account/accountList");
    await page.getByRole("cell").first().waitFor();
    // What is loaded after the list calls too.
    await page.getByRole("button", { name: /^通知/ }).waitFor();
    await waitForAnswers();
    await page.evaluate(() => localStorage.removeItem("user"));
    let sent = 0;
    page.on("request", (request) => (sent += Number(request.url().includes("/wms/api/"))));
    await page.getByRole("button", { name: "查询", exact: true }).click();
    await page.getByText("未获取到用户信息，请重新登录。").first().waitFor();
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    expect(sent).toBe(0);
  });
});
