import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import { describe, expect } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { demoAccounts, fillLogin } from "../../browser/signIn.ts";
import { companyPageObject, newCompanyFields } from "../lists/companyPageObject.ts";

describe("a new operator's first ten minutes", () => {
  test("sign in, find the companies by pinyin, create, edit, freeze and export one, change the password, log out (R-074 to R-076, R-085 to R-087, R-090 to R-092)", {
    tags: "full",
  }, async ({ page }) => {
    await page.goto("/");
    await expectAccessible(page);
    await fillLogin(page, demoAccounts.admin, "Aerial@2026");
    await page.getByRole("dialog").getByRole("button", { name: "忽略" }).click();
    await page.getByText("忽略成功，近期不再提示").waitFor();

    await page.keyboard.press("Control+k");
    const search = page
      .getByRole("textbox", { name: "搜索菜单" })
      .or(page.getByRole("combobox", { name: "搜索菜单" }));
    await search.pressSequentially("zhlb");
    await page.getByRole("dialog").getByText("账号列表", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/account/accountList");

    const screen = companyPageObject(page);
    await screen.pager.getByText("共 61 条").waitFor();
    await screen.form.getByRole("textbox", { name: "关键字" }).fill("电力巡检");
    await screen.form.getByRole("button", { name: "查询", exact: true }).click();
    await screen.chips.getByText("关键字：电力巡检").waitFor();
    await screen.pager.getByText("共 7 条").waitFor();
    await screen.waitForResponse(() => screen.form.getByRole("button", { name: "重置" }).click());

    const name = newCompanyFields.企业名称;
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.fill(newCompanyFields);
    await screen.field("地区").click();
    for (const step of ["湖北省", "武汉市", "江岸区"]) await page.getByRole("option", { name: step }).click();
    await screen.choose(screen.record, "客户经理", /^周晓岚/);
    await screen.record.getByRole("button", { name: "保存" }).click();
    await screen.record.getByText("初始密码只显示这一次").waitFor();
    await screen.record.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.pager.getByText("共 62 条").waitFor();

    const row = screen.row(name);
    await row.getByRole("button", { name: `编辑 ${name}` }).click();
    await screen.fill({ 联系人: "程近" });
    await screen.record.getByRole("button", { name: "保存" }).click();
    await row.getByText("程近").waitFor();

    await row.getByRole("button", { name: `更多操作 ${name}` }).click();
    await page.getByRole("menuitem", { name: "冻结", exact: true }).click();
    const freeze = page.getByRole("dialog", { name: `冻结 ${name}` });
    await freeze.getByText("冻结后该企业下 1 个账号将无法登录").waitFor();
    await screen.choose(freeze, "冻结原因", "欠费");
    await freeze.getByRole("button", { name: "冻结", exact: true }).click();
    await row.getByText("已冻结").waitFor();

    await screen.form.getByRole("textbox", { name: "关键字" }).fill(name);
    await screen.waitForResponse(() => page.keyboard.press("Enter"));
    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "开始导出" }).click(),
    ]);
    const workbook = await readXlsx(await readFile(await download.path()));
    const [header = [], firstRow = []] = workbook.sheets[0]?.rows ?? [];
    expect(firstRow[header.indexOf("企业名称")]).toBe(name);
    expect(firstRow[header.indexOf("状态")]).toBe("已冻结");
    await page.getByRole("button", { name: "关闭", exact: true }).last().click();

    await page.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "修改密码" }).click();
    const change = page.getByRole("dialog", { name: "修改密码" });
    await change.getByRole("textbox", { name: "原密码" }).fill("Aerial@2026");
    await change.getByRole("textbox", { name: "新密码", exact: true }).fill("Sky-Lantern-58");
    await change.getByRole("textbox", { name: "确认新密码" }).fill("Sky-Lantern-58");
    await change.getByRole("button", { name: "确定" }).click();
    await page.getByText("密码修改成功，下次登录生效").waitFor();

    await page.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
});

describe("by keyboard only", () => {
  test("sign in, open the companies and edit one", { tags: "full" }, async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("手机号").focus();
    await page.keyboard.type(demoAccounts.operator);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Aerial@2026");
    await page.keyboard.press("Enter");
    // The shortcut's listener is attached by then.
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await page.keyboard.press("Control+k");
    const searchDialog = page.getByRole("dialog");
    await searchDialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "搜索菜单和记录");
    await page.keyboard.type("zhanghaoliebiao");
    await searchDialog.getByText("账号列表", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");

    const name = "宣城恒源桥梁检测有限公司";
    const screen = companyPageObject(page);
    await screen.row(name).waitFor();
    const tabTo = async (label: string) => {
      const getFocusedLabel = () =>
        page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
        );
      for (let stop = 0; stop < 120 && (await getFocusedLabel()) !== label; stop += 1)
        await page.keyboard.press("Tab");
      expect(await getFocusedLabel()).toBe(label);
    };
    await tabTo(`编辑 ${name}`);
    await page.keyboard.press("Enter");
    await screen.field("企业名称").waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
    for (let stop = 0; stop < 30; stop += 1) {
      if (await screen.field("联系人").evaluate((one) => one === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Control+a");
    await page.keyboard.type("林键");
    await page.keyboard.press("Enter");
    await screen.record.waitFor({ state: "detached" });
    await screen.row(name).getByText("林键").waitFor();
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute("aria-label") === label,
      `编辑 ${name}`,
    );
  });
});
