import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, openCompanies } from "./companyPageObject.ts";

describe("an operator on the company list", () => {
  test("freezes several companies and sees which ones failed", async ({ page }) => {
    const screen = await openCompanies(page, "sort=status.asc&size=100");
    const frozen = screen.rows.filter({ hasText: "已冻结" }).first();
    const normal = screen.rows.filter({ hasText: "正常" }).first();
    await frozen.getByRole("checkbox").check();
    await normal.getByRole("checkbox").check();
    await screen.toolbar.getByText("已选 2 条").waitFor();
    await screen.toolbar.getByRole("button", { name: "批量冻结" }).click();
    const dialog = page.getByRole("dialog", { name: "批量冻结" });
    await dialog.getByText(/^将冻结 2 家企业，其下共 \d+ 个账号将无法登录。$/).waitFor();
    await screen.choose(dialog, "原因", "其他");
    await dialog.getByRole("button", { name: "确定" }).click();
    await dialog.getByText("已冻结 1 家企业，失败 1 家").waitFor();
    await dialog.getByRole("button", { name: "重试失败的 1 条" }).click();
    await dialog.getByText("已冻结 0 家企业，失败 1 家").waitFor();
    await dialog.getByRole("button", { name: "关闭" }).last().click();
    await dialog.waitFor({ state: "detached" });

    // The button that opened the dialog is disabled afterwards, so the focus moves within the toolbar.
    await screen.toolbar.getByRole("button", { name: "批量解冻" }).click();
    const unfreezeDialog = page.getByRole("dialog", { name: "批量解冻" });
    await unfreezeDialog.locator(":focus").getByText("取消").waitFor();
    await unfreezeDialog.getByRole("button", { name: "确定" }).press("Enter");
    await unfreezeDialog.getByText("已解冻 1 家企业", { exact: true }).waitFor();
    await unfreezeDialog.locator(":focus").getByText("关闭").waitFor();
    await closePopup(page, unfreezeDialog);
    await screen.toolbar.locator(":focus").waitFor();
  });

  test("sees the server's validation error beside the field", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 400/);
    const screen = await openCompanies(page);
    await page.route("**/wms/api/company/account/update", (route) =>
      route.fulfill({
        status: 400,
        json: {
          state: -1,
          message: "请求不符合要求",
          data: { issues: [{ path: "contact", message: "联系人不可用" }] },
        },
      }),
    );
    await screen.rows
      .first()
      .getByRole("button", { name: /^编辑 / })
      .click();
    await screen.field("联系人").fill("不可用");
    await screen.record.getByRole("button", { name: "保存" }).click();
    await screen.record.getByText("联系人不可用").waitFor();
    // The field says it; a toast would stay over the next success.
    expect(await page.getByText("请求不符合要求").count()).toBe(0);
    expect(await screen.field("联系人").inputValue()).toBe("不可用");
    await screen.field("联系人").fill("可用");
    await screen.record.getByText("联系人不可用").waitFor({ state: "detached" });
  });

  test("opens a dropdown by a click although the field above shows its error on blur", {
    tags: "full",
  }, async ({ page }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    await screen.field("联系电话").fill("1390711");
    await screen.record.getByRole("combobox", { name: "客户经理", exact: true }).click();
    await page.getByRole("option", { name: /^周晓岚/ }).waitFor();
    await screen.record.getByText("请输入 11 位手机号").waitFor();
  });

  test("sees a field's error after a press that ends over a disabled button", { tags: "full" }, async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    const cancel = screen.record.getByRole("button", { name: "取消" });
    await cancel.evaluate((button) => button.toggleAttribute("disabled", true));
    await screen.field("联系电话").fill("1390711");
    await screen.field("联系人").hover();
    await page.mouse.down();
    await cancel.hover({ force: true });
    await page.mouse.up();
    await screen.record.getByText("请输入 11 位手机号").waitFor();
  });

  test("sees an error if the region of a company fails to load, and gets it on reopening", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    const screen = await openCompanies(page);
    await page.route("**/region/list/**", (route) => route.abort());
    await screen.runRowAction(
      (await screen.rows.first().getByRole("button").first().textContent()) ?? "",
      "编辑",
    );
    const region = screen.field("地区");
    await expect.poll(() => region.getAttribute("placeholder")).toBe("读取失败，请重新打开");
    await page.unroute("**/region/list/**");
    await region.click();
    await expect.poll(() => region.inputValue()).toMatch(/^\S+ \/ \S+/);
  });

  test.for([
    ["地区", "**/region/list/**", "湖北省"],
    ["客户经理", "**/user/sysAdmin/list*", /^周晓岚/],
  ] as const)(
    "sees an error if the options of %s fail to load, and gets them on reopening",
    { tags: "full" },
    async ([label, call, choice], { page, consoleErrors }) => {
      consoleErrors.allow(/Failed to load resource/);
      const screen = companyPageObject(page);
      await screen.openNew();
      const box = screen.record.getByRole(label === "地区" ? "textbox" : "combobox", {
        name: label,
        exact: true,
      });
      await page.route(call, (route) => route.abort());
      await box.click();
      const notice = page.getByText("读取失败，请重新打开");
      await notice.waitFor();
      await page.unroute(call);
      await closePopup(page, notice);
      await box.click();
      await page.getByRole("option", { name: choice, exact: true }).waitFor();
      expect(await notice.count()).toBe(0);
    },
  );

  test("sees an error if the search for a typed text fails, and finds it on opening the field again", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    const screen = companyPageObject(page);
    await screen.openNew();
    const channel = screen.record.getByRole("combobox", { name: "渠道", exact: true });
    await page.route("**/channelCode/pageList", (route) => route.abort());
    await channel.fill("华东农机");
    await page.getByText("读取失败，请重新打开").first().waitFor();
    await screen.field("联系人").click();
    await page.unroute("**/channelCode/pageList");
    await channel.click();
    await page.getByRole("option", { name: "华东农机经销" }).waitFor();
  });
});
