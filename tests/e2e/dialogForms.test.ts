import { describe, expect } from "vitest";
import { test } from "../browser/signedInTest.ts";
import { companyPageObject } from "./lists/companyPageObject.ts";

describe("a form in a dialog that was opened for one company after another", () => {
  test.override("account", "admin");

  test("tells the dialog that is open now: a new key stands in the second company's list", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.open();
    const nameOf = (row: number) => screen.rows.nth(row).locator("td").nth(1).innerText();
    const [first, second] = [await nameOf(0), await nameOf(1)];
    const keysOf = (name: string) => page.getByRole("dialog", { name: `${name} 的访问密钥` });
    await screen.runRowAction(first, "访问密钥");
    await keysOf(first).getByRole("button", { name: "关闭" }).click();
    await keysOf(first).waitFor({ state: "detached" });
    await page.goBack();
    await screen.runRowAction(second, "访问密钥");
    await keysOf(second).getByRole("button", { name: "创建密钥" }).click();
    const make = page.getByRole("dialog", { name: `为 ${second} 创建访问密钥` });
    await make.getByRole("button", { name: "创建", exact: true }).click();
    const key = await make.locator("code").first().innerText();
    await make.getByRole("button", { name: "我已保存，关闭" }).click();
    await keysOf(second).getByRole("cell", { name: key }).waitFor();
    expect(key).not.toBe("");
  });
});
