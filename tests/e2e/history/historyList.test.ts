import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { test } from "../../browser/readingTest.ts";
import { listPageObject, openList } from "../lists/listPageObject.ts";

const history = { path: "/page/directive", noun: "飞行", call: "/task/history/list" };

describe("历史任务 for duty staff", () => {
  test.override("account", "duty");

  test("opens from the menu and lists what has ended with its sums (R-021, R-081)", async ({ page }) => {
    const screen = listPageObject(page, history);
    await page.goto("/page/page");
    const [response] = await Promise.all([
      page.waitForResponse((one) => screen.isCall(one.url())),
      page.getByRole("navigation").getByRole("link", { name: "历史任务" }).click(),
    ]);
    expect(new URL(response.url()).pathname).toBe("/wms/api/task/history/list");
    await screen.waitForIdle();
    expect(new URL(page.url()).pathname).toBe("/page/directive");
    expect(await page.title()).toContain("历史任务");
    const sums = page.getByRole("region", { name: "全部结果合计" });
    // Those of the demo data, and what the simulator had in the air when the server stopped.
    expect(await sums.getByRole("definition").first().textContent()).toMatch(/^2,9\d\d$/);
    expect(await sums.getByRole("term").allTextContents()).toEqual(["飞行", "时长（小时）", "里程（km）"]);
    expect(await screen.toolbar.getByRole("button").allTextContents()).toEqual([
      "一起回放",
      "导出航迹",
      "",
      "",
      "",
    ]);
    const titles = await screen.table.getByRole("columnheader").allTextContents();
    expect(titles.map((title) => title.trim())).toEqual([
      "",
      "飞行编号",
      "状态",
      "开始时间",
      "时长",
      "里程（km）",
      "无人机",
      "飞手",
      "任务名称",
      "类型",
      "结束原因",
      "企业",
      "最大高度（m）",
      "照片",
      "视频",
      "告警",
      "起飞地区",
      "操作",
    ]);
  });

  test("a record shows its task and leads to the playback", async ({ page }) => {
    const screen = await openList(page, history, "status=finished");
    const [id = ""] = [await screen.rows.first().getAttribute("data-id")];
    await screen.rows.first().getByRole("button").first().click();
    await screen.drawer.getByRole("table", { name: "任务", exact: true }).getByText("已完成").waitFor();
    await screen.drawer.getByRole("table", { name: "同一任务的飞行" }).waitFor();
    await expectAccessible(page);
    await screen.drawer.getByRole("button", { name: "回放" }).first().click();
    await page.waitForURL((url) => url.pathname === "/page/playback");
    expect(new URL(page.url()).searchParams.get("flights")).toMatch(new RegExp(`^\\d+-${id}$`));
  });

  test("a reversed duration is not searched for", { tags: "full" }, async ({ page }) => {
    const screen = await openList(page, history);
    await screen.form.getByRole("button", { name: "展开" }).click();
    await screen.form.getByLabel("时长（分钟）最小").fill("20");
    await screen.form.getByLabel("时长（分钟）最大").fill("10");
    await screen.form.getByText("不能小于最小值").waitFor();
    await screen.form.getByRole("button", { name: "查询", exact: true }).click();
    await expect
      .poll(() =>
        screen.form.getByLabel("时长（分钟）最大").evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
    expect(new URL(page.url()).search).toBe("");
  });

  test("several flights are played together, seventeen are refused with a sentence", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openList(page, history);
    const play = screen.toolbar.getByRole("button", { name: "一起回放" });
    await screen.table.getByRole("checkbox", { name: "选择本页" }).check();
    // Said without a click, which does nothing.
    await page.getByText("最多一起回放 16 次飞行，已选 50 次，请减少选择").waitFor();
    await play.click({ force: true });
    expect(new URL(page.url()).pathname).toBe("/page/directive");
    await screen.table.getByRole("checkbox", { name: "选择本页" }).uncheck();
    for (const at of [0, 1, 2]) await screen.rows.nth(at).getByRole("checkbox").check();
    await play.click();
    await page.waitForURL((url) => url.pathname === "/page/playback");
    expect(new URL(page.url()).searchParams.get("flights")).toMatch(/^\d+-\d+,\d+-\d+,\d+-\d+$/);
  });
});

test("an operator exports what is filtered", { tags: "full" }, async ({ page }) => {
  const screen = await openList(page, history, "status=aborted");
  await screen.toolbar.getByRole("button", { name: "导出", exact: true }).click();
  const [request] = await Promise.all([
    page.waitForRequest("**/wms/api/x/task/history/export"),
    page.getByRole("dialog", { name: "导出飞行" }).getByRole("button", { name: "开始导出" }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ status: "aborted" });
});
