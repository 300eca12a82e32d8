import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/accessible.ts";
import { test } from "../../browser/consoleTest.ts";
import { companyScreen } from "./companyScreen.ts";

describe("what an operator does to a company", () => {
  test("freezes it with a reason after reading what that does, and unfreezes it", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open("status=normal&sort=userCount.desc");
    const row = screen.rows.first();
    const id = await row.getAttribute("data-id");
    await screen.act(row, "冻结");
    await screen.dialog.getByText(/^冻结后该企业下 \d+ 个账号将无法登录/).waitFor();
    await screen.dialog.getByRole("button", { name: "冻结" }).click();
    await screen.said("请选择冻结原因");
    await expectAccessible(page);
    await screen.pick(screen.choice("冻结原因"), "欠费");
    await screen.dialog.getByRole("button", { name: "冻结" }).click();
    await screen.closed();
    await page.goto(`/account/accountList?status=frozen&sort=userCount.desc`);
    const frozen = screen.table.locator(`tr[data-id="${id}"]`);
    await frozen.getByText("欠费").waitFor();
    await screen.act(frozen, "解冻");
    await screen.dialog.getByText("冻结原因：欠费").waitFor();
    await screen.dialog.getByRole("button", { name: "解冻" }).click();
    await screen.closed();
    await frozen.waitFor({ state: "detached" });
  });

  test("freezes several, and reads a receipt of what could not be done", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open("sort=status.asc&size=100");
    const frozen = screen.rows.filter({ hasText: "已冻结" }).first();
    const normal = screen.rows.filter({ hasText: "正常" }).first();
    await frozen.getByRole("checkbox").check();
    await normal.getByRole("checkbox").check();
    await screen.toolbar.getByText("已选 2 条").waitFor();
    await screen.toolbar.getByRole("button", { name: "批量冻结" }).click();
    await screen.dialog.getByText(/^将冻结 2 家企业，其下共 \d+ 个账号将无法登录。$/).waitFor();
    await screen.pick(screen.choice("原因"), "其他");
    await screen.dialog.getByRole("button", { name: "确定" }).click();
    await screen.said("成功 1，失败 1");
    await screen.dialog.getByRole("button", { name: "重试失败的 1 条" }).click();
    await screen.said("成功 0，失败 1");
    await screen.dialog.getByRole("button", { name: "关闭" }).last().click();
    await screen.closed();
  });

  test("sees a phone number in full against a reason", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open();
    const eye = screen.rows
      .first()
      .getByRole("button", { name: /查看完整号码/ })
      .first();
    expect(await eye.getAttribute("aria-label")).toMatch(/1\d\d\*{4}\d{4}$/);
    await eye.click();
    await screen.dialog.getByRole("button", { name: "确定" }).click();
    await screen.said("请选择查看原因");
    await screen.pick(screen.choice("查看原因"), "电话回访");
    await screen.dialog.getByRole("button", { name: "确定" }).click();
    await screen.dialog.getByText(/^1[3-9]\d{9}$/).waitFor();
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.closed();
    expect(await page.getByText(/^1[3-9]\d{9}$/).count()).toBe(0);
  });

  test("moves one of its users to another company", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open("sort=userCount.desc");
    await screen.act(screen.rows.first(), "子账号");
    const users = screen.dialog.getByRole("table", { name: "子账号" });
    await users.getByRole("row").nth(1).waitFor();
    await expectAccessible(page);
    const viewer = users.getByRole("row").filter({ hasNotText: "负责人" }).nth(1);
    await viewer.getByRole("button", { name: /^转移/ }).click();
    const move = page.getByRole("dialog", { name: /^转移用户/ });
    await move.getByRole("combobox", { name: "转移到" }).fill("通用航空");
    await page
      .getByRole("option", { name: /通用航空/ })
      .first()
      .click();
    const moved = page.waitForResponse("**/management/changeCompany/**");
    await move.getByRole("button", { name: "转移" }).click();
    expect(await (await moved).json()).toMatchObject({ state: 0 });
    await screen.said("操作成功");
  });

  test("resets the owner's password, which is shown once", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open();
    await screen.act(screen.rows.nth(3), "重置密码");
    await screen.dialog.getByRole("button", { name: "重置密码" }).click();
    await screen.said("初始密码只显示这一次");
    await screen.dialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.closed();
  });

  test("uploads, crops, previews and submits its logo", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 200 } });
    await screen.act(screen.rows.nth(6), "Logo");
    const chooser = page.waitForEvent("filechooser");
    await screen.dialog.getByRole("button", { name: "选择图片" }).click();
    await (await chooser).setFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no picture"),
    });
    await screen.said("只支持 PNG、JPEG、WebP 图片");
    const again = page.waitForEvent("filechooser");
    await screen.dialog.getByRole("button", { name: "选择图片" }).click();
    await (await again).setFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
    await screen.dialog.getByRole("slider", { name: "缩放" }).waitFor();
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: "上传并预览" }).click();
    await screen.dialog.getByRole("img", { name: "页头预览" }).waitFor();
    await screen.dialog.getByRole("button", { name: "提交" }).click();
    await screen.said("Logo 已提交");
  });
});

describe("what an admin does to a company", () => {
  test.override("account", "admin");

  test("creates an access key, whose secret is shown and copied once", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const screen = companyScreen(page);
    await screen.open();
    await screen.act(screen.rows.nth(2), "访问密钥");
    await screen.dialog.getByRole("button", { name: "创建密钥" }).click();
    const create = page.getByRole("dialog", { name: /^为 .+ 创建访问密钥$/ });
    await create.getByRole("button", { name: "创建" }).click();
    await screen.said("密钥只显示这一次");
    await expectAccessible(page);
    await create.getByRole("button", { name: "复制" }).last().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\w-]{32,}$/);
    await create.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.dialog.getByText("已有 1 组").waitFor();
  });
});
