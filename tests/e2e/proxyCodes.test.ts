import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { signIn } from "../browser/signIn.ts";
import { test } from "../browser/test.ts";

/** Answers the template's user info on the proxy base, which the console asks for as it starts. */
async function proxyAnswers(page: Page, body: object): Promise<void> {
  await page.route("**/user/info", (route) => route.fulfill({ json: body }));
}

describe("the template's proxy client", () => {
  test.for([
    { body: { code: 20001, message: "模板服务维护中" }, says: "模板服务维护中" },
    { body: { code: 20001 }, says: "Error" },
  ])("shows $says for 5 s on code 20001", async ({ body, says }, { page }) => {
    await proxyAnswers(page, body);
    await signIn(page, "operator");
    const message = page.getByText(says, { exact: true });
    await message.waitFor();
    const from = performance.now();
    await message.waitFor({ state: "hidden" });
    const shown = performance.now() - from;
    expect(shown).toBeGreaterThan(4_000);
    expect(shown).toBeLessThan(7_500);
  });

  //
  test.for([50008, 50012, 50014])("prompts on code %i, and nothing besides", async (code, { page }) => {
    await proxyAnswers(page, { code, message: "会话已失效" });
    await signIn(page, "operator");
    await page.getByRole("dialog").getByText("You have been logged out").waitFor();
    expect(await page.getByText("会话已失效").count()).toBe(0);
  });

  //
  test("stays where one is on Cancel", async ({ page }) => {
    await proxyAnswers(page, { code: 50008 });
    await signIn(page, "operator");
    await page.getByRole("button", { name: /Cancel/ }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/page/page");
    expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
  });

  //
  test("clears the token and loads anew on Re-Login", async ({ page }) => {
    await proxyAnswers(page, { code: 50014 });
    await signIn(page, "operator");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: /Re-Login/ }).click();
    await loaded;
    await page.getByRole("button", { name: "登 录" }).waitFor();
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
});
