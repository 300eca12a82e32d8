import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { loginCalls } from "../../adapters/contract/session.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { laptop } from "../browser/laptop.ts";
import { test } from "../browser/readingTest.ts";
import { toUrl } from "../helpers/injectCall.ts";

const reqId = "7341-6507-6400-7545";
const text = "服务器内部错误，请稍后再试";
const list = `**${toUrl(companyCalls.companyPageList, {})}`;
const mockFailure = (page: Page) =>
  page.route(list, (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": reqId },
      json: { state: -1, message: text, data: null },
    }),
  );
const getToast = (page: Page) => page.locator(".mantine-Notification-root");
const getErrorPanel = (page: Page) =>
  page.getByRole("main").getByRole("alert").filter({ hasText: "加载失败" });
/** Counts elements whose whole text is `exact`. */
const countElementsWithText = (within: Locator, exact: string) =>
  within
    .locator("*")
    .evaluateAll((all, wanted) => all.filter((item) => item.textContent === wanted).length, exact);

describe("the request id of a failed call", () => {
  test("is shown in its own element, in the toast and in the list's error panel", async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/);
    await mockFailure(page);
    await page.goto("/account/accountList");
    for (const place of [getToast(page), getErrorPanel(page)]) {
      const id = place.getByRole("note", { name: `请求编号 ${reqId}`, exact: true });
      await id.waitFor();
      expect(await id.getAttribute("class")).toContain("request-id");
      expect(await id.textContent()).toBe(`请求编号 ${reqId}`);
      expect(await countElementsWithText(place, text)).toBeGreaterThan(0);
    }
    await expectAccessibleInBothSchemes(page);
  });

  test("is shown in a form for a server error, but not for a refusal", { tags: "full" }, async ({
    openPage,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/);
    const page = await openPage({ stored: [], screen: laptop.viewport });
    const answers = [
      { status: 200, message: "手机号或密码错误" },
      { status: 500, message: text },
    ];
    await page.route(`**${toUrl(loginCalls.login, {})}`, (route) => {
      const { status = 500, message = "" } = answers.shift() ?? {};
      const json = { state: -1, message, data: null };
      return route.fulfill({ status, headers: { "x-request-id": reqId }, json });
    });
    await page.goto("/");
    const form = page.getByRole("form", { name: "登录" });
    await form.getByLabel("手机号").fill("13800000001");
    await form.getByLabel("密码", { exact: true }).fill("wrong");
    const alert = form.getByRole("alert");
    await form.getByRole("button", { name: "登 录" }).click();
    await alert.getByText("手机号或密码错误", { exact: true }).waitFor();
    expect(await alert.locator(".request-id").count()).toBe(0);
    await form.getByRole("button", { name: "登 录" }).click();
    await alert.getByText(text, { exact: true }).waitFor();
    expect(await alert.getByRole("note").textContent()).toBe(`请求编号 ${reqId}`);
    await expectAccessibleInBothSchemes(page);
  });

  test("is selected as a whole by a click", { tags: "full" }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/);
    await mockFailure(page);
    await page.goto("/account/accountList");
    await getErrorPanel(page).getByText(reqId, { exact: true }).click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(reqId);
  });
});
