import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "../lists/listPageObject.ts";

const companies = { path: "/account/accountList", noun: "企业", call: "/company/pageList" };
const staff = { path: "/account/userList", noun: "后台账号", call: "/x/staff/list" };

describe("what an operator sees and exports", () => {
  test.override("account", "admin");

  test("is set by the admin: their own companies only, and no export", async ({ page, openPageAs }) => {
    const screen = listPageObject(page, staff);
    await page.goto(staff.path);
    await screen.waitForResponse(() => page.getByRole("tab", { name: "后台账号" }).click());

    await screen.toolbar.getByRole("button", { name: "部门", exact: true }).click();
    const departments = page.getByRole("dialog", { name: "部门", exact: true });
    await departments.getByRole("button", { name: "新增部门" }).click();
    const form = page.getByRole("dialog", { name: "新增部门" });
    await form.getByLabel("部门名称").fill("华东大客户部");
    await form.getByRole("button", { name: "保存" }).click();
    await departments.getByRole("cell", { name: "华东大客户部", exact: true }).waitFor();
    // What it showed stays while it is read again, and with it the button that has the focus.
    await departments.locator(":focus").getByText("新增部门").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [departments])).toEqual([]);
    await closePopup(page, departments);

    const row = screen.rows.filter({ hasText: "周晓岚" });
    await row.getByRole("button", { name: /^编辑 / }).click();
    const edit = page.getByRole("dialog", { name: /^编辑后台账号/ });
    await edit.getByRole("combobox", { name: "数据范围" }).click();
    await page.getByRole("option", { name: "仅本人" }).click();
    await screen.waitForResponse(() => edit.getByRole("button", { name: "保存" }).click());
    await row.getByText("仅本人").waitFor();

    await screen.toolbar.getByRole("button", { name: "角色权限" }).click();
    const rights = page.getByRole("dialog", { name: "角色权限", exact: true });
    await rights.getByRole("button", { name: "设置权限 运营" }).click();
    const question = page.getByRole("dialog", { name: "运营的权限" });
    await question.getByRole("button", { name: /^账号管理/ }).click();
    await question.getByRole("checkbox", { name: "导出企业" }).click();
    await question.getByRole("button", { name: /^数据统计/ }).click();
    await question.getByRole("checkbox", { name: "查看统计" }).click();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [question])).toEqual([]);
    await question.getByRole("button", { name: "保存" }).click();
    await rights.getByRole("row", { name: /^运营/ }).getByText("去掉 3 项").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [rights])).toEqual([]);

    const operatorPage = await openPageAs("operator");
    const list = listPageObject(operatorPage, companies);
    await list.waitForResponse(() => operatorPage.goto(companies.path));
    await list.rows.first().waitFor();
    expect(await list.toolbar.getByRole("button", { name: "导出" }).count()).toBe(0);
    expect(await operatorPage.getByRole("navigation").getByText("数据统计").count()).toBe(0);
    expect(await operatorPage.getByRole("navigation").getByText("订单管理").count()).toBe(1);
    expect(await list.rows.filter({ hasNotText: "周晓岚" }).count()).toBe(0);

    // A console that is open follows: within a heartbeat the menu has again what is given back.
    await rights.getByRole("button", { name: "设置权限 运营" }).click();
    await question.getByRole("button", { name: "恢复预设" }).click();
    await question.getByRole("button", { name: "保存" }).click();
    await rights.getByRole("row", { name: /^运营/ }).getByText("预设", { exact: true }).waitFor();
    await operatorPage.getByRole("navigation").getByText("数据统计").waitFor();
    await list.toolbar.getByRole("button", { name: "导出" }).waitFor();
    await operatorPage.getByText("管理员调整了您的权限，菜单和按钮已随之更新").waitFor();
  });

  test("keeps the form of a page that is taken away, and says so", { tags: "full" }, async ({
    page,
    openPageAs,
  }) => {
    const operatorPage = await openPageAs("operator");
    await operatorPage.goto(companies.path);
    await operatorPage.getByRole("button", { name: "新增", exact: true }).click();
    const companyName = operatorPage.getByRole("textbox", { name: "企业名称" });
    await companyName.fill("写了一半的公司");

    await page.goto(`${staff.path}?tab=staff`);
    await page.getByRole("button", { name: "角色权限" }).click();
    const question = page.getByRole("dialog", { name: "运营的权限" });
    await page.getByRole("button", { name: "设置权限 运营" }).click();
    await question.getByRole("button", { name: /^账号管理/ }).click();
    await question.getByRole("checkbox", { name: "企业的全部权限" }).uncheck();
    await question.getByRole("button", { name: "保存" }).click();
    await operatorPage.getByText(/您在此页填写的内容还在此标签中/).waitFor();
    await companyName.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "设置权限 运营" }).click();
    await question.getByRole("button", { name: "恢复预设" }).click();
    await question.getByRole("button", { name: "保存" }).click();
    await companyName.waitFor();
    expect(await companyName.inputValue()).toBe("写了一半的公司");
  });

  test("names the rights that two admins gave at once", { tags: "full" }, async ({ page, context }) => {
    const tabs = [page, await context.newPage()] as const;
    const forms = tabs.map((tab) => tab.getByRole("dialog", { name: "运维的权限" }));
    for (const [index, right] of ["查看商品", "导出渠道"].entries()) {
      const [tab, form] = [tabs[index], forms[index]];
      await tab?.goto(`${staff.path}?tab=staff`);
      await tab?.getByRole("button", { name: "角色权限" }).click();
      await tab?.getByRole("button", { name: "设置权限 运维" }).click();
      await form
        ?.getByRole("button", { name: /^(商品|渠道)管理/ })
        .nth(index)
        .click();
      await form?.getByRole("checkbox", { name: right }).click();
    }
    for (const form of forms) await form.getByRole("button", { name: "保存" }).click();
    const changes = tabs[1].getByRole("table", { name: "双方的修改" }).locator("tbody tr").first();
    await changes.waitFor();
    expect(await changes.locator("th, td").allTextContents()).toEqual([
      "权限",
      "预设",
      "增加：查看商品",
      "增加：查看渠道、导出渠道",
    ]);
  });
});
