/** @module-tag full */

import { describe, expect } from "vitest";
import { test } from "../browser/signedInTest.ts";
import { openCompanies } from "./lists/companyPageObject.ts";

describe("a form in a dialog opened for two companies in turn", () => {
  test.override("account", "admin");

  test("updates the dialog that is open: a new key appears in the second company's list", async ({
    page,
  }) => {
    const screen = await openCompanies(page);
    const getName = (row: number) => screen.rows.nth(row).locator("td").nth(1).innerText();
    const [first, second] = [await getName(0), await getName(1)];
    const getKeyDialog = (name: string) => page.getByRole("dialog", { name: `${name} 的访问密钥` });
    await screen.runRowAction(first, "访问密钥");
    await getKeyDialog(first).getByRole("button", { name: "关闭" }).click();
    await getKeyDialog(first).waitFor({ state: "detached" });
    await page.goBack();
    await screen.runRowAction(second, "访问密钥");
    await getKeyDialog(second).getByRole("button", { name: "创建密钥" }).click();
    const createDialog = page.getByRole("dialog", { name: `为 ${second} 创建访问密钥` });
    await createDialog.getByRole("button", { name: "创建", exact: true }).click();
    const key = await createDialog.locator("code").first().innerText();
    await createDialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await getKeyDialog(second).getByRole("cell", { name: key, exact: true }).waitFor();
    expect(key).not.toBe("");
  });
});
