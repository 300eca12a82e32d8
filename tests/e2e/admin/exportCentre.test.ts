import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Download, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test as base } from "../../browser/signedInTest.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { insertAuditRows } from "../../process/insertAuditRows.ts";
import { startServer } from "../../process/serverProcess.ts";
import { listPageObject } from "../lists/listPageObject.ts";
import { openFromAvatarMenu } from "./openFromAvatarMenu.ts";

/** An audit trail whose export takes seconds. */
const auditRows = 60_000;

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = await createDemoFolder();
  await insertAuditRows(data.at, auditRows);
  const server = await startServer({ dataDir: data.at, env: { FLEET: "0" } });
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});

const list = { path: "/exports", noun: "导出记录", call: "/x/export/list" };
const readRows = async (download: Download) =>
  (await readXlsx(await readFile(await download.path()))).sheets[0]?.rows ?? [];

async function startExport(page: Page, noun: string, offered = "开始导出") {
  await page.getByRole("toolbar").getByRole("button", { name: "导出", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `导出${noun}` });
  await dialog.getByRole("button", { name: offered }).waitFor();
  return dialog;
}

describe("the export centre of an admin", () => {
  test.override("account", "admin");

  test("goes on with what a reload left, cancels, runs again, brings the file again, says conditions and reasons", async ({
    page,
    consoleErrors,
  }) => {
    // A file that is cancelled breaks off, so that half of it is never saved.
    consoleErrors.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|接口请求失败/);
    const screen = listPageObject(page, list);
    const newest = screen.rows.first();

    // A reload in the midst.
    await page.goto("/audit");
    await (await startExport(page, "操作日志")).getByRole("button", { name: "开始导出" }).click();
    await page.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await page.getByText(/已写入 [\d,]+ \/ [\d,]+ 行，关闭窗口或页面后继续导出/).waitFor();
    await page.reload();
    await screen.waitForResponse(() => openFromAvatarMenu(page, "导出中心"));
    await newest.getByText("导出中", { exact: true }).waitFor();
    await newest.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await saveScreenshot(page, "exports running");
    await newest.getByText("全部", { exact: true }).waitFor();
    // By itself, without anybody's asking.
    await newest.getByText("已完成", { exact: true }).waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      newest.getByRole("button", { name: /^下载 / }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^操作日志_\d{8}_\d{6}\.xlsx$/);
    const rows = await readRows(download);
    expect(rows.length).toBeGreaterThan(auditRows);
    await newest.getByText(new RegExp(`^${(rows.length - 1).toLocaleString("en")} / `)).waitFor();
    const dialog = page.getByRole("dialog", { name: "下载导出文件" });
    await dialog.getByText("文件已交给浏览器保存").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "关闭" }).last().click();

    // Cancelled in the centre while the window of the list is still open, and run again.
    await page.goto("/audit");
    const window = await startExport(page, "操作日志");
    await window.getByRole("button", { name: "开始导出" }).click();
    await window.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await window.getByRole("link", { name: "导出中心" }).click();
    await newest.getByText("导出中", { exact: true }).waitFor();
    await newest.getByRole("button", { name: /^取消导出 / }).click();
    const asking = page.getByRole("dialog", { name: "取消导出" });
    await asking.getByText(/将停止写入，已写的部分不保留/).waitFor();
    await asking.getByRole("button", { name: "取消导出" }).click();
    await newest.getByText("已取消", { exact: true }).waitFor();
    await saveScreenshot(page, "exports cancelled");
    // The list's own window says so too, instead of a fault of the line.
    expect(await page.getByText("网络连接失败").count()).toBe(0);
    await page.getByRole("navigation", { name: "已打开的页面" }).getByText("操作日志").click();
    await (await startExport(page, "操作日志", "重试")).getByText("已在导出中心取消").waitFor();
    await saveScreenshot(page, "exports cancelled in the window");
    await page.getByRole("dialog").getByRole("button", { name: "关闭" }).last().click();
    await page.goBack();
    await newest.getByRole("button", { name: /^重新导出 / }).click();
    const again = page.getByRole("dialog", { name: "重新导出" });
    await again.getByText(/将按原来的条件（全部）重新写入文件/).waitFor();
    await again.getByRole("button", { name: "重新导出" }).click();
    await newest.getByText("已完成", { exact: true }).waitFor({ timeout: 60_000 });

    // Conditions in words, and phone numbers in full for a reason.
    await page.goto("/account/accountList?status=frozen");
    await page.getByRole("cell", { name: "已冻结" }).first().waitFor();
    const companies = await startExport(page, "企业");
    await companies.getByText("将导出符合当前条件的 3 条").waitFor();
    await companies.getByRole("checkbox", { name: /号码不脱敏/ }).check();
    await companies.getByRole("button", { name: "开始导出" }).click();
    await companies.getByText("至少 2 个字").waitFor();
    await expectAccessible(page);
    await saveScreenshot(page, "exports full phones");
    await companies.getByRole("textbox", { name: "原因" }).fill("客户回访");
    const [full] = await Promise.all([
      page.waitForEvent("download"),
      companies.getByRole("button", { name: "开始导出" }).click(),
    ]);
    const [header = [], ...frozen] = await readRows(full);
    expect(frozen).toHaveLength(3);
    for (const row of frozen) expect(row[header.indexOf("联系电话")]).toMatch(/^1[3-9]\d{9}$/);
    await companies.getByRole("link", { name: "导出中心" }).click();
    await newest.getByText("状态：已冻结", { exact: true }).waitFor();
    await newest.getByText("未脱敏：客户回访").waitFor();
    await page.goto("/audit?action=companyExport");
    await page.getByRole("cell", { name: /手机号：未脱敏.*原因：客户回访/ }).waitFor();
  });

  test.for([
    { width: 390, height: 844, dark: false },
    { width: 390, height: 844, dark: true },
    { width: 1366, height: 768, dark: false },
    { width: 1366, height: 768, dark: true },
  ])("stands at $width px, dark $dark", async (look, { openPageAs }) => {
    const page = await openPageAs("admin", look);
    const screen = listPageObject(page, list);
    await screen.open();
    await screen.rows.first().waitFor();
    expect(await findLayoutErrors(page, [screen.form, screen.toolbar, screen.pager])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `exports list ${look.width} ${look.dark}`);
    await screen.getNameButton(0).click();
    await screen.drawer.getByText("文件保留至").waitFor();
    expect(await findLayoutErrors(page, [screen.drawer])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `exports detail ${look.width} ${look.dark}`);
  });
});

describe("the export centre of others", () => {
  test("shows an operator no export of an admin's, and offers no number in full", async ({ page }) => {
    await page.goto("/exports");
    await page.getByText("还没有导出记录").waitFor();
    await page.goto("/account/accountList");
    await page.getByRole("cell").first().waitFor();
    const dialog = await startExport(page, "企业");
    expect(await dialog.getByRole("checkbox").count()).toBe(0);
  });

  test("names the request of a file that the server fails to send", async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/);
    await page.goto("/account/accountList");
    await page.getByRole("cell").first().waitFor();
    const dialog = await startExport(page, "企业");
    await dialog.getByRole("button", { name: "开始导出" }).click();
    await dialog.getByText("导出完成").waitFor();
    await dialog.getByRole("link", { name: "导出中心" }).click();
    const [text, reqId] = ["服务器内部错误，请稍后再试", "7341-6507-6400-7545"];
    await page.route("**/wms/api/x/export/file/*", (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": reqId },
        json: { state: -1, message: text, data: null },
      }),
    );
    await listPageObject(page, list)
      .rows.first()
      .getByRole("button", { name: /^下载 / })
      .click();
    const alert = page.getByRole("dialog", { name: "下载导出文件" }).getByRole("alert");
    await alert.getByText(text, { exact: true }).waitFor();
    expect(await alert.getByRole("note").textContent()).toBe(`请求编号 ${reqId}`);
  });
});
