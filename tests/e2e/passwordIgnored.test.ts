/** @module-tag full */

import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { signIn } from "../browser/signIn.ts";
import { waitForRest } from "../browser/waitForRest.ts";

describe("the password warning", () => {
  //
  test("can be dismissed and does not return after a reload", async ({ page }) => {
    await signIn(page, "admin");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "忽略" }).click();
    await page.getByText("忽略成功，近期不再提示").waitFor();
    const answer = page.waitForResponse("**/checkPwdStatus");
    await page.reload();
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();
    await (await answer).finished();
    await waitForRest(page);
    expect(await dialog.count()).toBe(0);
  });
});
