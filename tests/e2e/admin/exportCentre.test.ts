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
import { listPageObject, openList } from "../lists/listPageObject.ts";
import { openOwnPage } from "./openOwnPage.ts";

/** Enough rows for an export that takes seconds. */
const auditRows = 60_000;

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = createDemoFolder();
  await insertAuditRows({ dataDir: data.path }, auditRows);
  const server = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});

const list = { path: "/exports", noun: "导出记录", call: "/x/export/list" };
const readRows = async (download: Download) =>
  (await readXlsx(await readFile(await download.path()))).sheets[0]?.rows ?? [];

async function openExportDialog(page: Page, noun: string, button = "开始导出") {
  await page.getByRole("toolbar").getByRole("button", { name: "导出", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `导出${noun}` });
  await dialog.getByRole("button", { name: button }).waitFor();
  return dialog;
}

describe("the export centre of an admin", () => {
  test.override("account", "admin");

  test("continues after a reload, cancels and reruns exports, serves the file again, shows filters and reasons", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    // Cancelling aborts the download, so that no partial file is saved.
    consoleErrors.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|接口请求失败/);
    const screen = listPageObject(page, list);
    const newest = screen.rows.first();

    // Reload during the export.
    await page.goto("/audit");
    await (await openExportDialog(page, "操作日志")).getByRole("button", { name: "开始导出" }).click();
    await page.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await page.getByText(/已写入 [\d,]+ \/ [\d,]+ 行，关闭窗口或页面后继续导出/).waitFor();
    await page.reload();
    await screen.waitForResponse(() => openOwnPage(page, "导出中心"));
    await newest.getByText("导出中", { exact: true }).waitFor();
    await newest.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await saveScreenshot(page, "exports running");
    await newest.getByText("全部", { exact: true }).waitFor();
    // The status updates without a refresh.
    await newest.getByText("已完成", { exact: true }).waitFor();
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

    // Cancelled in the centre while the list's dialog is still open, then run again.
    await page.goto("/audit");
    const listDialog = await openExportDialog(page, "操作日志");
    await listDialog.getByRole("button", { name: "开始导出" }).click();
    await listDialog.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await listDialog.getByRole("link", { name: "导出中心" }).click();
    await newest.getByText("导出中", { exact: true }).waitFor();
    await newest.getByRole("button", { name: /^取消导出 / }).click();
    const cancelDialog = page.getByRole("dialog", { name: "取消导出" });
    await cancelDialog.getByText(/将停止写入，已写的部分不保留/).waitFor();
    await cancelDialog.getByRole("button", { name: "取消导出" }).click();
    await newest.getByText("已取消", { exact: true }).waitFor();
    await saveScreenshot(page, "exports cancelled");
    // The list's dialog shows it too, and no network error.
    expect(await page.getByText("网络连接失败").count()).toBe(0);
    await page.getByRole("navigation", { name: "已打开的页面" }).getByText("操作日志").click();
    await (await openExportDialog(page, "操作日志", "重试")).getByText("已在导出中心取消").waitFor();
    await saveScreenshot(page, "exports cancelled in the window");
    await page.getByRole("dialog").getByRole("button", { name: "关闭" }).last().click();
    await page.goBack();
    await newest.getByRole("button", { name: /^重新导出 / }).click();
    const rerunDialog = page.getByRole("dialog", { name: "重新导出" });
    await rerunDialog.getByText(/将按原来的条件（全部）重新写入文件/).waitFor();
    await rerunDialog.getByRole("button", { name: "重新导出" }).click();
    await newest.getByText("已完成", { exact: true }).waitFor();

    // Filters with labels, and unmasked phone numbers with a reason.
    await page.goto("/account/accountList?status=frozen");
    await page.getByRole("cell", { name: "已冻结" }).first().waitFor();
    const companyDialog = await openExportDialog(page, "企业");
    await companyDialog.getByText("将导出符合当前条件的 3 条").waitFor();
    await companyDialog.getByRole("checkbox", { name: /号码不脱敏/ }).check();
    await companyDialog.getByRole("button", { name: "开始导出" }).click();
    await companyDialog.getByText("至少 2 个字").waitFor();
    await expectAccessible(page);
    await saveScreenshot(page, "exports full phones");
    await companyDialog.getByRole("textbox", { name: "原因" }).fill("客户回访");
    const [full] = await Promise.all([
      page.waitForEvent("download"),
      companyDialog.getByRole("button", { name: "开始导出" }).click(),
    ]);
    const [header = [], ...frozen] = await readRows(full);
    expect(frozen).toHaveLength(3);
    for (const row of frozen) expect(row[header.indexOf("联系电话")]).toMatch(/^1[3-9]\d{9}$/);
    await companyDialog.getByRole("link", { name: "导出中心" }).click();
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
  ])("fits $width px, dark $dark", { tags: "full" }, async (size, { openPageAs }) => {
    const page = await openPageAs("admin", size);
    const screen = await openList(page, list);
    await screen.rows.first().waitFor();
    expect(await findLayoutErrors(page, [screen.form, screen.toolbar, screen.pager])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `exports list ${size.width} ${size.dark}`);
    await screen.getNameButton(0).click();
    await screen.drawer.getByText("文件保留至").waitFor();
    expect(await findLayoutErrors(page, [screen.drawer])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `exports detail ${size.width} ${size.dark}`);
  });
});

describe("the export centre of other roles", () => {
  test("shows an operator none of an admin's exports, and offers no unmasked numbers", {
    tags: "full",
  }, async ({ page }) => {
    await page.goto("/exports");
    await page.getByText("还没有导出记录").waitFor();
    await page.goto("/account/accountList");
    await page.getByRole("cell").first().waitFor();
    const dialog = await openExportDialog(page, "企业");
    expect(await dialog.getByRole("checkbox").count()).toBe(0);
  });
});
