import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { parseRecording } from "../../../server/telemetry/recording/formats/parseRecording.ts";
import { expectAccessible, expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { waitForRest } from "../../browser/waitForRest.ts";
import { openList } from "../lists/listPageObject.ts";

const history = { path: "/page/directive", noun: "飞行", call: "/task/history/list" };
/** An hour ago: a recording cannot lie in the future. */
const startMs = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;

/** A drone that flies north, by default for two minutes, with 20 s missing after the first, and one jump of 11 km. */
const createGpx = (seconds = 120) => {
  const points = Array.from({ length: seconds }, (_, i) => {
    const north = i === 30 ? 0.1 : i / 20_000;
    const at = new Date(startMs + (i + (i >= 60 ? 20 : 0)) * 1_000);
    return `<trkpt lat="${39.92 + north}" lon="105.46"><ele>${1_200 + i}</ele><time>${at.toISOString()}</time></trkpt>`;
  });
  return `<gpx><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
};

async function openImport(page: Page) {
  await page.getByRole("main").getByRole("button", { name: "导入飞行记录" }).click();
  const dialog = page.getByRole("dialog", { name: "导入飞行记录" });
  await dialog.waitFor();
  return dialog;
}

/** Fills in the form and sends it. */
async function importFile(page: Page, name: string, text: string) {
  const dialog = await openImport(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByLabel("飞行记录").click(),
  ]);
  await chooser.setFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  await dialog.getByRole("combobox", { name: "所属企业" }).click();
  await page.getByRole("option").first().click();
  await dialog.getByLabel("无人机序列号").fill("E2E-IMPORT-1");
  await dialog.getByRole("button", { name: "导入", exact: true }).click();
  return dialog;
}

describe("飞行记录", () => {
  test.override("account", "maintainer");

  test("names the task after the file that is chosen last, but keeps a typed name", { tags: "full" }, async ({
    page,
  }) => {
    await openList(page, history);
    const dialog = await openImport(page);
    const file = dialog.getByLabel("飞行记录");
    await expect.poll(() => file.evaluate((input) => input === document.activeElement)).toBe(true);
    const choose = async (name: string) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), file.click()]);
      await chooser.setFiles({ name, mimeType: "", buffer: Buffer.from(createGpx()) });
    };
    const taskName = dialog.getByRole("textbox", { name: "任务名称" });
    await choose("第一次.gpx");
    await expect.poll(() => taskName.inputValue()).toBe("第一次");
    await choose("第二次.gpx");
    await expect.poll(() => taskName.inputValue()).toBe("第二次");
    await taskName.fill("河道巡查");
    await choose("第三次.gpx");
    await dialog.getByText("第三次.gpx").waitFor();
    expect(await taskName.inputValue()).toBe("河道巡查");
  });

  test("names a drone beyond the first 5,000 of its company, which the server finds", {
    tags: "full",
  }, async ({ page }) => {
    const toDrone = (row: object, n: number) => ({ ...row, id: String(n), sn: `SN-${n}`, name: `巡检${n}` });
    await page.route("**/iapi/device/list?**", async (route) => {
      const url = new URL(route.request().url());
      const keyword = url.searchParams.get("keyword");
      // Drones of any company, as a sample.
      const response = await route.fetch({ url: `${url.origin}${url.pathname}?kind=drone` });
      const answer = await response.json();
      const data = Array.from({ length: 5_001 }, (_, n) => toDrone(answer.data[0], n + 1))
        .filter(({ sn }) => keyword === null || sn.includes(keyword))
        .slice(0, 5_000);
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await openList(page, history);
    const dialog = await openImport(page);
    await dialog.getByRole("combobox", { name: "所属企业" }).click();
    await page.getByRole("option").first().click();
    await dialog.getByLabel("无人机序列号").fill("SN-5001");
    await page.getByRole("option", { name: "SN-5001 巡检5001" }).waitFor();
  });

  test("is imported, shown with what was left out, reported, played and exported", async ({ page }) => {
    const screen = await openList(page, history);
    await importFile(page, "东区 巡查.gpx", createGpx());
    const imports = page.getByRole("dialog", { name: "导入飞行记录" });
    const preview = imports.getByRole("region", { name: "东区 巡查.gpx 待确认的内容" });
    await preview.getByText("1 次飞行，119 个航迹点").waitFor();
    await preview.getByRole("application", { name: /待确认的航迹/ }).waitFor();
    await preview.getByText("未导入：位置跳变 1 个（第 1 行）。").waitFor();
    await waitForRest(page);
    await expectAccessible(page);
    await saveScreenshot(page, "recording to confirm");
    await preview.getByRole("button", { name: "保存", exact: true }).click();
    await imports.getByText(/任务编号 RW\d+，1 次飞行，119 个航迹点/).waitFor();
    await imports.getByText("未导入：位置跳变 1 个（第 1 行）。").waitFor();
    await waitForRest(page);
    await expectAccessible(page);
    await saveScreenshot(page, "imported recording");
    await imports.getByRole("button", { name: "关闭" }).last().click();
    // The list behind the dialog has read the new flight by itself.
    await screen.rows.getByText("东区 巡查").waitFor();
    await openImport(page);
    const recent = page.getByRole("region", { name: "最近的导入" });
    await recent.getByText("东区 巡查.gpx").waitFor();
    await waitForRest(page);
    await expectAccessible(page);
    await saveScreenshot(page, "recent imports");
    await recent.getByRole("link", { name: "飞行报告" }).click();
    const sheet = page.getByRole("article", { name: /飞行报告 RW/ });
    await sheet.waitFor();
    await sheet.getByText("东区 巡查").waitFor();
    await sheet.getByText("航迹有 1 处中断，共 21 秒，地图与曲线在中断处断开。").waitFor();
    await sheet.getByText("119.0 m（相对起飞点）").waitFor();
    await sheet.getByRole("img", { name: "高度 · 相对起飞点，最低 0 m，最高 119 m" }).waitFor();
    await sheet.getByRole("row", { name: /任务结束/ }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await saveScreenshot(page, "flight report");
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "打印" }).isVisible()).toBe(false);
    await saveScreenshot(page, "flight report printed");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("main").getByRole("link", { name: "回放" }).click();
    await page.getByRole("slider", { name: "播放位置" }).waitFor();
    await screen.open("droneSn=E2E-IMPORT-1");
    await screen.rows.first().getByRole("checkbox").check();
    await screen.toolbar.getByRole("button", { name: "导出航迹" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog", { name: "导出 1 次飞行的航迹" }).getByRole("button", { name: "导出" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^航迹_RW\d+\.gpx$/);
    const file = parseRecording("a.gpx", await readFile(await download.path()));
    expect(file.samples).toHaveLength(119);
    expect(file.samples[0]?.tSrc).toBe(startMs);
  });

  test("an upload shows how far it is and can be cancelled; the next one is imported", {
    tags: "full",
  }, async ({ page }) => {
    await openList(page, history);
    const network = await page.context().newCDPSession(page);
    const limitUpload = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    // Slow enough that it is still under way after the checks.
    await limitUpload(100 * 1_024);
    const gpx = createGpx().replace(
      "<gpx>",
      `<gpx><!-- ${"-".repeat(4 * 1_024 * 1_024).replaceAll("--", "- ")} -->`,
    );
    const dialog = await importFile(page, "大文件.gpx", gpx);
    const bar = dialog.getByRole("progressbar", { name: "上传进度" });
    const getPercent = async () => Number(await bar.getAttribute("aria-valuenow"));
    await expect.poll(getPercent).toBeGreaterThan(5);
    const percent = await getPercent();
    await expect.poll(getPercent).toBeGreaterThan(percent);
    await dialog.getByText(/^4\.0 MB，已上传 \d+ %，请不要关闭页面$/).waitFor();
    await expectAccessible(page);
    await saveScreenshot(page, "import under way");
    await dialog.getByRole("button", { name: "取消上传" }).click();
    await dialog.getByRole("alert").getByText("上传已取消，没有导入任何内容").waitFor();
    await limitUpload(-1);
    await dialog.getByRole("button", { name: "导入", exact: true }).click();
    await page
      .getByRole("dialog", { name: "导入飞行记录" })
      .getByText("1 次飞行，119 个航迹点")
      .first()
      .waitFor();
  });

  test("goes on when its dialog is closed; a toast tells what came of it", { tags: "full" }, async ({
    page,
  }) => {
    await openList(page, history);
    // Takes longer to read than the dialog takes to close.
    await importFile(page, "长时间.gpx", createGpx(100_000).replaceAll(/<ele>\d+/g, "<ele>120"));
    const imports = page.getByRole("dialog", { name: "导入飞行记录" });
    await imports.getByRole("progressbar", { name: "正在导入" }).waitFor();
    await saveScreenshot(page, "import in the background");
    await imports.getByRole("button", { name: "关闭" }).last().click();
    // Most of it lies in the future.
    await page.getByText(/^「长时间\.gpx」没有导入：文件中只有 \d+ 个航迹点可信，不到一半/).waitFor();
  });
});

test("a report of an unknown flight, or of a broken link, shows an error with a way back", {
  tags: "full",
}, async ({ openPageAs }) => {
  const page = await openPageAs("duty", { width: 360, height: 740 });
  await page.goto("/page/flightReport?flight=1-2");
  await page.getByText("没有飞行报告").waitFor();
  expect(await findLayoutErrors(page, [page.getByRole("main")])).toEqual([]);
  await page.goto("/page/flightReport?flight=1");
  await page.getByText("链接不完整，无法识别其中的飞行。请在历史任务中重新打开。").waitFor();
  await page.getByRole("link", { name: "返回历史任务" }).click();
  await page.waitForURL("**/page/directive");
});

test("a report fits a phone of 360 px", { tags: "full" }, async ({ openPageAs }) => {
  const page = await openPageAs("admin", { width: 360, height: 740 });
  const screen = await openList(page, history, "status=finished");
  const row = screen.rows.first();
  await row.getByRole("button", { name: /飞行报告/ }).click();
  await page.getByRole("article", { name: /飞行报告 RW/ }).waitFor();
  expect(await findLayoutErrors(page, [page.getByRole("article")])).toEqual([]);
  await saveScreenshot(page, "flight report 360");
});
