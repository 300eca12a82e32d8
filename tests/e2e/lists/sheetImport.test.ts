import { readFile } from "node:fs/promises";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { laptop } from "../../browser/laptop.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "./listPageObject.ts";

test("Users are imported from the filled-in template: faults by row first, then a result with the passwords", async ({
  page,
}) => {
  const users = listPageObject(page, { path: "/account/userList", noun: "用户", call: "/user/pageList" });
  await users.open();
  await users.rows.first().waitFor();
  const company = (await users.rows.first().getByRole("link").first().textContent()) ?? "";
  await users.toolbar.getByRole("button", { name: "导入" }).click();
  const dialog = page.getByRole("dialog", { name: "导入用户" });
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "下载模板" }).click(),
  ]);
  const header = (await readXlsx(await readFile(await template.path()))).sheets[0]?.rows[0] ?? [];
  expect(header).toEqual(["姓名*", "手机号*", "所属企业*", "角色*", "执照编号"]);

  const rows = [
    header,
    ["导入甲", "13911110001", company, "飞手", null],
    ["导入乙", "1391111", company, "司机", null],
  ];
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "用户", rows }] }));
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await dialog.locator("input[type=file]").setInputFiles({ name: "用户.xlsx", mimeType, buffer });
  const report = dialog.getByRole("status", { name: "检查结果" });
  await report.getByText("共 2 行，可导入 1 行用户，1 行需要修改").waitFor();
  const faults = report.getByRole("table", { name: "需要修改的行" }).locator("tbody tr");
  expect(await faults.allTextContents()).toEqual([
    "3导入乙角色没有「司机」，可填：负责人、管理员、飞手、观察员",
    "3导入乙手机号请输入 11 位手机号",
  ]);
  await expectAccessible(page);
  expect(await findLayoutErrors(page, [dialog])).toEqual([]);
  await saveScreenshot(page, "sheet import");

  const { width, height } = laptop.viewport;
  await page.setViewportSize({ width: 360, height: 740 });
  // Name and fault below each other, both within the card.
  const cells = faults.first().getByRole("cell");
  await expect
    .poll(async () => {
      const [name, fault] = await Promise.all([cells.nth(1).boundingBox(), cells.nth(3).boundingBox()]);
      return name !== null && fault !== null && fault.y >= name.y + name.height && fault.width > 200;
    })
    .toBe(true);
  expect(await report.evaluate(findSidewaysScrollers)).toEqual([]);
  expect(await findLayoutErrors(page, [dialog])).toEqual([]);
  await expectAccessible(page);
  await saveScreenshot(page, "sheet import 360");
  await page.setViewportSize({ width, height });

  await dialog.getByRole("combobox", { name: "有问题的行" }).click();
  await page.getByRole("option", { name: "只导入正确的行" }).click();
  await dialog.getByRole("button", { name: "导入", exact: true }).click();
  const jobs = page.getByRole("region", { name: "最近的导入" });
  await jobs.getByText("已导入 1 行，1 行有问题，没有导入").waitFor();
  const [result] = await Promise.all([
    page.waitForEvent("download"),
    jobs.getByRole("button", { name: "领取初始密码（仅一次）" }).click(),
  ]);
  const text = await readFile(await result.path(), "utf8");
  // The mark tells spreadsheets that the file is UTF-8.
  expect(text.startsWith("\ufeff")).toBe(true);
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("行,名称,结果,说明,初始密码");
  expect(lines[1]).toMatch(/^2,导入甲,已导入,,\w{4}-\w{4}-\w{4}$/);
  expect(lines[2]).toMatch(/^3,导入乙,未导入,.+,$/);
  await users.main.getByText("导入甲").first().waitFor();
  await jobs.getByRole("button", { name: "撤销导入" }).press("Enter");
  const question = page.getByRole("dialog", { name: "撤销导入" });
  await question.waitFor();
  // Escape takes back the question, not the window below it.
  await closePopup(page, question);
  await jobs.getByRole("button", { name: "撤销导入" }).press("Enter");
  await question.getByRole("button", { name: "确定撤销" }).press("Enter");
  await jobs.getByText("已导入 1 行，1 行有问题，没有导入，已撤销 1 行").waitFor();
  // The focus stays in the window, and the list below is read again.
  expect(await jobs.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await users.main.getByText("导入甲").waitFor({ state: "hidden" });
  await expectAccessible(page);
});

test("All faults of a file are counted and shown, and another file takes those of the first away", {
  tags: "full",
}, async ({ page }) => {
  const users = listPageObject(page, { path: "/account/userList", noun: "用户", call: "/user/pageList" });
  await users.open();
  await users.rows.first().waitFor();
  await users.toolbar.getByRole("button", { name: "导入" }).click();
  const dialog = page.getByRole("dialog", { name: "导入用户" });
  const choose = async (name: string, count: number) => {
    const header = ["姓名*", "手机号*", "所属企业*", "角色*", "执照编号"];
    const wrong = Array.from({ length: count }, (_, place) => [
      `导入${place}`,
      "1391111",
      "无此企业",
      "飞手",
      null,
    ]);
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "用户", rows: [header, ...wrong] }] }));
    const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    await dialog.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  };
  const report = dialog.getByRole("status", { name: "检查结果" });
  await choose("空.xlsx", 0);
  await report.getByText("没有可以导入的行").waitFor();
  // It would be refused again; and it is told once, beside the file.
  expect(await report.getByRole("button").count()).toBe(0);
  expect(await page.getByText("没有可以导入的行").count()).toBe(1);
  await choose("旧.xls", 1);
  await dialog.getByText("请选择 .xlsx 或 .csv 文件").waitFor();
  expect(await report.count()).toBe(0);
  await choose("一.xlsx", 12);
  await report.getByText("12 行需要修改，共 24 处问题").waitFor();
  const table = report.getByRole("table", { name: "需要修改的行" });
  expect(await table.locator("tbody tr").count()).toBe(24);
  // Nothing in the report hides a part of the table: the drawer scrolls to all of it.
  const hidden = await table.evaluate((element) => {
    const scrollers: string[] = [];
    for (let part = element.parentElement; part && !part.matches("form"); part = part.parentElement)
      if (part.scrollHeight > part.clientHeight + 1) scrollers.push(part.className);
    return scrollers;
  });
  expect(hidden).toEqual([]);
  await choose("二.xlsx", 1);
  await report.getByText("1 行需要修改，共 2 处问题").waitFor();
});

/** Runs in the page: the visible parts that are wider than the room they have. */
function findSidewaysScrollers(report: Element): string[] {
  return [report, ...report.querySelectorAll("*")]
    .filter((part) => part.closest("thead") === null && part.scrollWidth > part.clientWidth)
    .filter((part) => getComputedStyle(part).display !== "inline")
    .map(({ className }) => String(className));
}
