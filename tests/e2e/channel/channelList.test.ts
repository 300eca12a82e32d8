import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { openList } from "../lists/listPageObject.ts";

const channels = { path: "/channel/channelList", noun: "渠道", call: "/channelCode/pageList" };

describe("channels for an operator", () => {
  test.override("account", "operator");

  test("are created without a commission, disabled, enabled and deleted (R-129 to R-131)", async ({
    page,
  }) => {
    const screen = await openList(page, channels);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增渠道" });
    // The focused field shows its error on blur, which must not move the button away from the pointer.
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("请输入联系电话").waitFor();
    await form.getByLabel("渠道名称").fill("青藏代理");
    await form.getByLabel("渠道码").fill("qingzang");
    await form.getByLabel("联系人").fill("扎西");
    await form.getByText("渠道码应为 6 至 12 位大写字母或数字").waitFor();
    await form.getByLabel("渠道码").fill("QINGZANG01");
    await form.getByLabel("联系电话").fill("13912340000");
    expect(await form.getByLabel("佣金比例").isDisabled()).toBe(true);
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    await form.getByRole("button", { name: "保存" }).click();
    await form.waitFor({ state: "detached" });
    const row = screen.rows.filter({ hasText: "青藏代理" });
    await row.getByText("0.00%").waitFor();

    const runAction = async (label: string) => {
      await row.getByRole("button", { name: "更多操作 青藏代理" }).click();
      await page.getByRole("menuitem", { name: label, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `${label} 青藏代理` });
      await dialog.getByRole("button", { name: label, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await runAction("停用");
    await row.getByText("停用", { exact: true }).first().waitFor();
    await runAction("启用");
    await row.getByText("启用", { exact: true }).first().waitFor();
    await runAction("删除");
    await row.waitFor({ state: "detached" });
    // The focused button disappears with its row, so the list takes the focus.
    await screen.main.getByRole("region", { name: "渠道列表" }).and(page.locator(":focus")).waitFor();
  });

  test("show the sign-up link as a QR code that can be downloaded", { tags: "full" }, async ({
    page,
    server,
  }) => {
    const screen = await openList(page, channels, "keyword=QD1001");
    await screen.table.getByRole("button", { name: "二维码 华北农机经销" }).click();
    const dialog = page.getByRole("dialog", { name: "华北农机经销 的注册二维码" });
    await dialog.getByRole("img", { name: "渠道 华北农机经销 的注册二维码" }).waitFor();
    await dialog.getByText(`${server.url}/register?channel=QD1001`).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "下载二维码" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^渠道二维码_华北农机经销_QD1001[A-Z]{2}\.png$/);
    const { format, width, height } = await sharp(await readFile(await download.path())).metadata();
    expect([format, width, height]).toEqual(["png", 1024, 1024]);
    await closePopup(page, dialog);
  });
});

describe("channels for an admin", () => {
  test.override("account", "admin");

  test("get a commission", async ({ page }) => {
    const screen = await openList(page, channels, "keyword=QD1002");
    await screen.table.getByRole("button", { name: "编辑 华东农机经销" }).click();
    const form = page.getByRole("dialog", { name: "编辑渠道" });
    await form.getByLabel("佣金比例").waitFor();
    expect(await form.getByLabel("渠道码").count()).toBe(0);
    // Typed key by key: the intermediate `12.` is not a valid number.
    await form.getByLabel("佣金比例").fill("");
    await form.getByLabel("佣金比例").pressSequentially("12.25");
    const [request] = await Promise.all([
      page.waitForRequest("**/channelCode/update"),
      form.getByRole("button", { name: "保存" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ ratio: 12.25 });
    expect(request.postDataJSON()).not.toHaveProperty("phone");
    await form.waitFor({ state: "detached" });
    await screen.rows.filter({ hasText: "12.25%" }).waitFor();
  });
});
