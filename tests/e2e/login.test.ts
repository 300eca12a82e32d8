import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { demoAccounts, fillLogin, signIn } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

describe("the login", () => {
  test("opens the desk", { tags: "smoke" }, async ({ page }) => {
    await signIn(page, "operator");
    await page.waitForURL("**/desk");
    await expect.poll(() => page.title()).toBe("工作台 - 后台管理");
  });

  // with nothing stored
  test("sends the trimmed phone number, the password's MD5 and the web platform, never the password (R-070)", async ({
    page,
  }) => {
    await page.goto("/");
    const sent = page.waitForRequest((request) => request.url().endsWith("/wms/api/user/login"));
    await fillLogin(page, `  ${demoAccounts.operator} `, "Aerial@2026");
    const request = await sent;
    expect(request.method()).toBe("POST");
    expect(request.postDataJSON()).toEqual({ phoneNumber: "13800000002", password: md5("Aerial@2026") });
    expect(request.headers()["u-platform"]).toBe("web");
    expect(JSON.stringify(await request.allHeaders()) + (request.postData() ?? "")).not.toContain(
      "Aerial@2026",
    );
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(md5("Aerial@2026"));
  });

  test("shows the same error for an unknown phone and a wrong password, retains the phone and focuses the password", async ({
    page,
  }) => {
    await page.goto("/");
    await fillLogin(page, "13999999999", "nothing-of-ours");
    const unknownPhoneError = await page.getByRole("alert").textContent();
    const loginResponse = page.waitForResponse("**/wms/api/user/login");
    await fillLogin(page, demoAccounts.finance, "nothing-of-ours");
    await loginResponse;
    await page.getByRole("button", { name: "登 录" }).and(page.locator(":not([data-loading])")).waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(unknownPhoneError);
    expect(await page.getByLabel("手机号").inputValue()).toBe(demoAccounts.finance);
    await expect
      .poll(() =>
        page.getByLabel("密码", { exact: true }).evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
  });

  test("marks empty fields without sending a request", async ({ page }) => {
    await page.goto("/");
    let sent = 0;
    page.on("request", (request) => (sent += Number(request.url().includes("/user/login"))));
    await page.getByRole("button", { name: "登 录" }).click();
    await page.getByText("请输入手机号", { exact: true }).waitFor();
    await page.getByText("请输入密码", { exact: true }).waitFor();
    expect(sent).toBe(0);
  });

  test("can show the password", { tags: "full" }, async ({ page }) => {
    await page.goto("/");
    const field = page.getByLabel("密码", { exact: true });
    await field.fill("secret");
    expect(await field.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "显示或隐藏密码" }).click();
    await expect.poll(() => field.getAttribute("type")).toBe("text");
  });

  test("is accessible in light and dark, on a phone and on a desktop", { tags: "full" }, async ({ page }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [360, 1366]) {
        await page.emulateMedia({ colorScheme: colorScheme });
        await page.setViewportSize({ width, height: 768 });
        await page.goto("/");
        await page.getByRole("button", { name: "登 录" }).waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
          true,
        );
      }
    }
  });

  test("loads at most 140 KB in at most 8 requests, all from its own host", { tags: "full" }, async ({
    page,
    server,
  }) => {
    const sizes: number[] = [];
    const hosts = new Set<string>();
    page.on("requestfinished", (request) => {
      hosts.add(new URL(request.url()).origin);
      void request.sizes().then(({ responseBodySize }) => sizes.push(responseBodySize));
    });
    const waitForAnswers = watchRequests(page);
    await page.goto("/");
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await waitForAnswers();
    expect([...hosts]).toEqual([server.url]);
    expect(sizes.length).toBeLessThanOrEqual(8);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(140_000);
  });
});
