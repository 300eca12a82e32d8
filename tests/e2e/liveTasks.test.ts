import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../browser/accessible.ts";
import { preferScheme } from "../browser/preferScheme.ts";
import { signIn } from "../browser/signIn.ts";
import { test as base } from "../browser/test.ts";
import { cuttableProxy } from "../live/harness/cuttableProxy.ts";

const list = (page: Page) => page.getByRole("region", { name: "任务列表" });
const flying = (page: Page) => list(page).getByRole("listitem").filter({ hasText: "起飞 " });
const figure = (page: Page, label: string) =>
  page.locator("dl div", { has: page.getByText(label, { exact: true }) }).locator("strong");

/** Signs in as the officer on duty and waits until drones fly. */
async function open(page: Page, from = "/") {
  await signIn(page, "duty", from);
  await page.waitForURL("**/page/page**");
  await page.getByText("实时 · 平滑显示").waitFor();
  await flying(page).first().waitFor();
}

const test = base.extend("flying", { scope: "file" }, true);

describe("实时任务", () => {
  //
  test("shows the flights of the list, opens one with its six figures, and they go on (R-079)", async ({
    page,
  }) => {
    await open(page);
    const flight = flying(page).filter({ hasText: "航线飞行" }).first().getByRole("button");
    const name = (await flight.locator("span").first().textContent()) ?? "";
    await flight.click();
    for (const label of ["飞行阶段", "高度", "速度", "电量", "距起飞点", "数据时间"])
      await figure(page, label).waitFor();
    // The phase may change meanwhile: it is the one that the list says.
    const phase = async () => (await figure(page, "飞行阶段").textContent()) ?? "";
    const row = flying(page)
      .filter({ has: page.getByText(name, { exact: true }) })
      .first();
    await expect.poll(async () => ((await row.textContent()) ?? "").includes(await phase())).toBe(true);
    expect(await phase()).not.toBe("");
    const before = await figure(page, "距起飞点").textContent();
    await expect.poll(() => figure(page, "距起飞点").textContent(), { timeout: 15_000 }).not.toBe(before);
    await expect.poll(() => figure(page, "数据时间").textContent()).toMatch(/^\d\.\d 秒前$/);
    await page.getByRole("button", { name: "全部飞行数据" }).click();
    for (const group of ["位置", "姿态", "动力", "导航", "链路", "任务"])
      await page.getByRole("region", { name: group, exact: true }).waitFor();
    await page.getByText("本平台不下发飞控指令。").waitFor();
    await page.getByRole("button", { name: "关闭任务" }).click();
    await figure(page, "高度").waitFor({ state: "detached" });
  });

  test("opens and closes a task by keyboard, and gives the focus back to its row", async ({ page }) => {
    await open(page);
    const row = flying(page).filter({ hasText: "航线飞行" }).first().getByRole("button");
    const opened = await row.locator("span").first().textContent();
    await row.focus();
    await page.keyboard.press("Enter");
    await figure(page, "高度").waitFor();
    await page.getByRole("button", { name: "关闭任务" }).focus();
    await page.keyboard.press("Enter");
    await figure(page, "高度").waitFor({ state: "detached" });
    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector("span")?.textContent ?? null);
    await expect.poll(focused).toBe(opened);
  });

  test("narrows the list by word, keeps it in the address, and a reload shows the same", async ({ page }) => {
    await open(page);
    const rows = await flying(page).count();
    const name = (await flying(page).first().getByRole("button").locator("span").first().textContent()) ?? "";
    await page.getByLabel("搜索任务").fill(name);
    await expect.poll(() => flying(page).count()).toBeLessThan(rows);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(name);
    await page.reload();
    await flying(page).first().waitFor();
    await expect.poll(() => page.getByLabel("搜索任务").inputValue()).toBe(name);
    await page.getByLabel("搜索任务").fill("没有这样的任务");
    await page.getByText("没有符合条件的任务，请调整搜索条件。").waitFor();
  });

  test("lists the flights planned within two hours", async ({ page }) => {
    await open(page);
    await list(page)
      .getByRole("heading", { name: /待起飞（2 小时内）[1-9]/ })
      .waitFor();
    // The last of them: the first may take off while it is opened.
    await list(page).getByRole("listitem").filter({ hasText: "计划 " }).last().getByRole("button").click();
    await page.getByText("任务尚未起飞，没有飞行数据。").waitFor();
  });

  test("says since when the live connection is down, asks the server instead, and comes back by itself", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.allow(/WebSocket/);
    const proxy = await cuttableProxy(Number(new URL(server.url).port));
    await open(page, `${proxy.origin}/`);
    proxy.cut();
    await page.getByText(/实时连接已断开（自 \d\d:\d\d:\d\d 起），改为每 4 秒查询一次/).waitFor();
    for (let polls = 0; polls < 2; polls++)
      await page.waitForResponse(
        (answer) => answer.url().endsWith("/wms/api/task/start/list") && answer.ok(),
      );
    proxy.mend();
    await page.getByText("实时 · 平滑显示").waitFor({ timeout: 25_000 });
    await proxy.close();
  });

  test("switches layers, raw positions and the measure by hand", async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "图层" }).click();
    for (const layer of ["热力", "经纬网"]) {
      await page.getByRole("checkbox", { name: layer }).check();
      expect(await page.getByRole("checkbox", { name: layer }).isChecked()).toBe(true);
    }
    await page.getByText("原始点位", { exact: true }).click();
    await page.getByText("实时 · 原始点位").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "测距" }).click();
    await page.getByText("点击地图开始测距，双击结束").waitFor();
    const map = page.getByRole("application");
    await map.click({ position: { x: 200, y: 300 } });
    // The drawing takes the first movement after a click for a trembling hand.
    for (const x of [260, 320]) await map.hover({ position: { x, y: 300 } });
    await page.getByText(/^距离 [\d.]+ km$/).waitFor();
    // A right click asks for coordinates and is no point of the line: back at its beginning the line is nothing.
    await map.click({ button: "right", position: { x: 260, y: 200 } });
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem").first().waitFor({ state: "detached" });
    for (const x of [230, 200]) await map.hover({ position: { x, y: 300 } });
    await page.getByText("点击地图开始测距，双击结束").waitFor();
  });

  test("offers the coordinates under a right click in two spellings", async ({ page }) => {
    await open(page);
    await page.getByRole("application").click({ button: "right", position: { x: 200, y: 300 } });
    await page.getByRole("menuitem", { name: /^\d+\.\d{6}, \d+\.\d{6}$/ }).waitFor();
    await page.getByRole("menuitem", { name: /^\d+°\d\d′\d\d\.\d\d″N \d+°\d\d′\d\d\.\d\d″E$/ }).waitFor();
  });

  test("is accessible with a task open, in light and dark", async ({ page }) => {
    await open(page);
    await flying(page).first().getByRole("button").click();
    await page.getByRole("button", { name: "全部飞行数据" }).click();
    await page.getByRole("button", { name: "附近管制区" }).click();
    await expectAccessibleInBothSchemes(page);
  });

  test("shows who made the map, on a ground of its own, light and dark", async ({ page }) => {
    await open(page);
    const line = page.getByText(/审图号：GS\(2024\)0650号/);
    await line.waitFor();
    const ground = () => line.evaluate((shown) => getComputedStyle(shown).backgroundColor);
    expect(await ground()).toBe("rgba(255, 255, 255, 0.96)");
    await preferScheme(page, "dark");
    expect(await ground()).toBe("rgba(255, 255, 255, 0.96)");
    await page.evaluate(() => {
      document.documentElement.dataset["mantineColorScheme"] = "dark";
    });
    await expect.poll(ground).toBe("rgba(7, 18, 31, 0.96)");
  });
});
