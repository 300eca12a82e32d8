import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { demoAccounts, fillLogin, signIn } from "../browser/signIn.ts";

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Expects no dialog over the page: the avatar menu opens by a click. */
async function expectUsable(page: Page) {
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
}

describe("the password warning", () => {
  //
  test("opens the password form, where only the server validates, and the new password works at the next login", async ({
    page,
  }) => {
    await signIn(page, "admin");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /去修改/ })
      .click();
    const form = page.getByRole("dialog", { name: "修改密码" });
    const [before, after, repeated] = [
      form.getByRole("textbox", { name: "原密码" }),
      form.getByRole("textbox", { name: "新密码", exact: true }),
      form.getByRole("textbox", { name: /确认/ }),
    ];
    const confirm = form.getByRole("button", { name: "确定" });
    // The form rejects nothing before the response. Then there is one message, and errors at the fields.
    await confirm.click();
    await form.getByText("请输入原密码", { exact: true }).waitFor();
    await form.getByText("请输入新密码", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("密码不能为空").count()).toBe(1);
    await expect.poll(() => before.evaluate((input) => input === document.activeElement)).toBe(true);

    // A refusal that names a field is said there, and nowhere else.
    await before.fill("another");
    await after.fill("Sky-Lantern-58");
    await repeated.fill("Sky-Lantern-58");
    await confirm.click();
    await form.getByRole("alert").getByText("原密码不正确").waitFor();
    expect(await page.getByText("原密码不正确").count()).toBe(1);

    await before.fill("Aerial@2026");
    await after.fill("Sky-Lantern-58");
    await repeated.fill("another");
    await confirm.click();
    await form.getByRole("alert").getByText("两次输入的新密码不一致").waitFor();
    // The hint while typing gives way to it.
    expect(await form.getByText("与新密码不一致", { exact: true }).count()).toBe(0);
    expect(await after.inputValue()).toBe("Sky-Lantern-58");

    await repeated.fill("Sky-Lantern-58");
    const sent = page.waitForRequest("**/wms/api/user/sysAdmin/pwd/modify");
    await confirm.click();
    expect((await sent).postDataJSON()).toEqual({
      oldPassword: md5("Aerial@2026"),
      newPassword: md5("Sky-Lantern-58"),
      confirmPassword: md5("Sky-Lantern-58"),
    });
    await page.getByText("密码修改成功，下次登录生效").waitFor();

    await page.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "登 录" }).waitFor();
    const status = page.waitForResponse("**/wms/api/checkPwdStatus");
    await fillLogin(page, demoAccounts.admin, "Sky-Lantern-58");
    expect(await (await status).json()).toMatchObject({ state: 0 });
    await expectUsable(page);
  });

  //
  test("is not shown to an account with a changed password", { tags: "full" }, async ({ page }) => {
    const status = page.waitForResponse("**/wms/api/checkPwdStatus");
    await signIn(page, "operator");
    expect(await (await status).json()).toMatchObject({ state: 0 });
    await expectUsable(page);
  });
});
