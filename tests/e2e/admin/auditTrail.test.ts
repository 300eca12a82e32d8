import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible, expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { getRecordedTitles, recordTitles } from "../../browser/recordTitles.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { type Account, demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";
import { listPageObject } from "../lists/listPageObject.ts";
import { openOwnPage } from "./openOwnPage.ts";

const list = { path: "/audit", noun: "操作日志", call: "/x/audit/list" };
const companies = z.object({
  list: z.array(z.object({ id: z.string(), name: z.string(), version: z.number() })),
});

/** Freezes a company as an operator. */
async function freezeCompany(url: string) {
  const operator = await loginClient(url, demoAccounts.operator);
  const body = { pageNo: 1, pageSize: 1, status: "normal" };
  const {
    id = "",
    name = "",
    version = 0,
  } = companies.parse((await operator.call("POST", "/company/pageList", body)).data).list[0] ?? {};
  const query = new URLSearchParams({ to: "frozen", version: String(version), reason: "欠费" });
  expect((await operator.call("DELETE", `/company/frozen/${id}?${query}`)).state).toBe(0);
  return { id, name };
}

const failToSignIn = (url: string) =>
  fetch(`${url}/wms/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phoneNumber: demoAccounts.finance, password: "0".repeat(32) }),
  });

describe("the audit trail", () => {
  test.override("account", "admin");

  test("opens from its link below the menu, can be searched, shows changes before and after, and exports with labels", async ({
    page,
    server,
  }) => {
    const company = await freezeCompany(server.url);
    await failToSignIn(server.url);
    const screen = listPageObject(page, list);
    await page.goto("/account/accountList");
    await screen.waitForResponse(() => openOwnPage(page, "操作日志"));
    expect(new URL(page.url()).pathname).toBe("/audit");
    await page.waitForFunction(() => document.title === "操作日志 - 后台管理");
    const crumbs = page.getByRole("navigation", { name: "面包屑" });
    await expect.poll(() => crumbs.getByRole("listitem").allTextContents()).toEqual(["操作日志"]);
    await screen.table.getByRole("columnheader", { name: "操作", exact: true }).waitFor();
    await expect.poll(screen.getColumnTitles).toEqual(["结果", "操作人", "时间", "对象", "内容", "来源地址"]);
    const toolbarLabels = await screen.toolbar
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
    expect(toolbarLabels).toEqual(["导出", "刷新", "行高", "列设置"]);
    expect(await screen.rows.first().textContent()).toMatch(/^登录失败未登录.*登录会话/);

    await screen.form.getByRole("button", { name: "展开" }).click();
    await screen.form.getByRole("combobox", { name: "操作", exact: true }).fill("冻结或解冻企");
    await page.getByRole("option", { name: "冻结或解冻企业" }).click();
    await screen.form.getByRole("combobox", { name: "操作人" }).fill("周晓岚");
    await page.getByRole("option", { name: "周晓岚" }).click();
    await screen.form.getByRole("textbox", { name: "对象编号" }).fill(company.id);
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    expect(await screen.captureRequestBody(() => search.click())).toMatchObject({
      action: "companyFrozen",
      entityId: company.id,
    });
    await screen.chips.getByText("操作：冻结或解冻企业").waitFor();
    await screen.chips.getByText("操作人：周晓岚").waitFor();
    expect(await screen.rows.count()).toBe(1);
    await screen.rows.getByText("状态：正常 → 已冻结；冻结原因：欠费").waitFor();
    const record = screen.rows.getByRole("link", { name: `企业 ${company.name}`, exact: true });
    expect(await record.getAttribute("href")).toBe(`/company/${company.id}`);

    await screen.rows.getByRole("button", { name: "冻结企业", exact: true }).click();
    const changes = screen.drawer.getByRole("table", { name: "变更内容" });
    await changes.waitFor();
    await expect
      .poll(() => changes.getByRole("row").allTextContents())
      .toEqual(["字段变更前变更后", "状态正常已冻结", "冻结原因-欠费"]);
    expect(await screen.drawer.innerText()).not.toMatch(/company|frozen|status|reason/i);
    await expectAccessible(page);
    await closePopup(page, screen.drawer);

    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: "导出操作日志" });
    await dialog.getByText("符合当前条件的 1 条").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "开始导出" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^操作日志_\d{8}_\d{6}\.xlsx$/);
    const workbook = await readXlsx(await readFile(await download.path()));
    expect(workbook.sheets[0]?.rows).toHaveLength(2);
    expect(workbook.sheets[0]?.rows[1]).toEqual(
      expect.arrayContaining(["冻结企业", "成功", "周晓岚", "状态：正常 → 已冻结；冻结原因：欠费"]),
    );
    await dialog.getByRole("button", { name: "关闭" }).last().click();
    await screen.waitForResponse(() => screen.form.getByRole("button", { name: "重置" }).click());
    expect(await screen.rows.first().textContent()).toMatch(/^导出操作日志成功/);
  });

  test.for([
    { width: 390, height: 844, dark: true },
    { width: 1366, height: 768, dark: false },
  ])("fits $width px in light and dark", { tags: "full" }, async (size, { openPageAs }) => {
    const page = await openPageAs("admin", size);
    const screen = listPageObject(page, list);
    const saveStep = (what: string) => saveScreenshot(page, `audit ${what} ${size.width} ${size.dark}`);
    await screen.open();
    await screen.rows.first().waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [screen.form, screen.toolbar, screen.pager])).toEqual(
      [],
    );
    await expectAccessibleInBothSchemes(page);
    await saveStep("list");
    await screen.rows.first().getByRole("button").first().click();
    await screen.drawer.getByRole("table", { name: "变更内容" }).waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [screen.drawer])).toEqual([]);
    await expectAccessibleInBothSchemes(page);
    await saveStep("detail");
  });
});

describe.each<Account>(["operator", "finance", "maintainer", "duty"])("for %s", (account) => {
  test.override("account", account);

  //
  test("neither the audit trail nor the sessions are offered, opened, requested, or shown for a moment", {
    tags: "full",
  }, async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (/\/x\/(audit|session)\//.test(request.url())) requests.push(request.url());
    });
    await recordTitles(page);
    for (const path of ["/audit", "/sessions"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: "您没有访问该页面的权限" }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect((await getRecordedTitles(page)).filter((title) => /操作日志|在线会话/.test(title))).toEqual([]);
    expect(requests).toEqual([]);
  });
});
