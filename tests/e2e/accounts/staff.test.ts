import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/accessible.ts";
import { test } from "../../browser/consoleTest.ts";
import { listScreen } from "../lists/listScreen.ts";

const list = { path: "/account/userList?tab=staff", noun: "后台账号", call: "/x/staff/list" };

describe("后台账号", () => {
  test.override("account", "admin");

  test("are created, given roles, disabled and enabled by an admin", async ({ page }) => {
    const screen = listScreen(page, list);
    const dialog = page.getByRole("dialog");
    await screen.open();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("请输入手机号", { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "姓名" }).fill("新同事");
    await dialog.getByRole("textbox", { name: "手机号" }).fill("13911112222");
    await dialog.locator("input[id$='-roles']").click();
    await page.getByRole("option", { name: "值班" }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("初始密码只显示这一次").waitFor();
    await dialog.getByRole("button", { name: "我已保存，关闭" }).click();
    const row = screen.rows.filter({ hasText: "新同事" });
    await row.getByText("值班").waitFor();

    await row.getByRole("button", { name: "编辑 新同事" }).click();
    await dialog.locator("input[id$='-roles']").click();
    await page.getByRole("option", { name: "运维" }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "保存" }).click();
    await row.getByText("值班、运维").or(row.getByText("运维、值班")).waitFor();

    await row.getByRole("button", { name: "停用 新同事" }).click();
    await dialog.getByRole("button", { name: "停用" }).click();
    await row.getByText("已停用").waitFor();
    await row.getByRole("button", { name: "启用 新同事" }).click();
    await dialog.getByRole("button", { name: "启用" }).click();
    await row.getByText("正常").waitFor();
  });

  test("cannot disable themselves, and are told why", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open("size=50");
    const own = screen.rows.filter({ hasText: "陈立新" }).getByRole("button", { name: /^停用/ });
    expect(await own.getAttribute("aria-disabled")).toBe("true");
    await own.click({ force: true });
    await page.getByText("不能停用自己的账号", { exact: true }).waitFor();
  });
});
