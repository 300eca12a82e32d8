import { describe, expect } from "vitest";
import { expectAccessible } from "../browser/accessible.ts";
import { accounts, fillLogin, signIn } from "../browser/signIn.ts";
import { test } from "../browser/test.ts";

describe("the login", () => {
  test("leads an operator to the first page of the role", async ({ page }) => {
    await signIn(page, "operator");
    expect(new URL(page.url()).pathname).toBe("/page/page");
    expect(await page.title()).toBe("实时任务 - 后台管理");
  });

  test("is accessible", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expectAccessible(page);
  });
});
