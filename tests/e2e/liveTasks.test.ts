import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { closePopup } from "../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { signIn } from "../browser/signIn.ts";
import { startFlakyProxy } from "../live/harness/flakyProxy.ts";

const getTaskList = (page: Page) => page.getByRole("region", { name: "任务列表" });
const getFlyingTasks = (page: Page) => getTaskList(page).getByRole("listitem").filter({ hasText: "起飞 " });
const getFigure = (page: Page, label: string) =>
  page.locator("dl div", { has: page.getByText(label, { exact: true }) }).locator("strong");

/** Signs in with the duty role and waits for the first flight. */
async function openLivePage(page: Page, from = "/page/page") {
  await signIn(page, "duty", from);
  await page.waitForURL("**/page/page**");
  await page.getByText("实时 · 平滑显示").waitFor();
  await getFlyingTasks(page).first().waitFor();
}

const test = base.extend("withFlights", { scope: "file" }, true);

describe("实时任务", () => {
  //
  test("lists the flights and opens one with six figures that keep updating (R-079)", {
    tags: "smoke",
  }, async ({ page }) => {
    await openLivePage(page);
    const flight = getFlyingTasks(page).filter({ hasText: "航线飞行" }).first().getByRole("button");
    const name = (await flight.locator("span").first().textContent()) ?? "";
    await flight.click();
    for (const label of ["飞行阶段", "高度", "速度", "电量", "距起飞点", "最近数据"])
      await getFigure(page, label).waitFor();
    // The phase may change, so compare it with the list's.
    const phase = async () => (await getFigure(page, "飞行阶段").textContent()) ?? "";
    const row = getFlyingTasks(page)
      .filter({ has: page.getByText(name, { exact: true }) })
      .first();
    await expect.poll(async () => ((await row.textContent()) ?? "").includes(await phase())).toBe(true);
    expect(await phase()).not.toBe("");
    const before = await getFigure(page, "距起飞点").textContent();
    await expect.poll(() => getFigure(page, "距起飞点").textContent()).not.toBe(before);
    await expect.poll(() => getFigure(page, "最近数据").textContent()).toMatch(/^\d\.\d 秒前$/);
    await page.getByRole("button", { name: "全部飞行数据" }).click();
    for (const group of ["位置", "姿态", "动力", "导航", "链路", "任务"])
      await page.getByRole("region", { name: group, exact: true }).waitFor();
    await page.getByText("本平台不下发飞控指令。").waitFor();
    await page.getByRole("button", { name: "关闭任务" }).click();
    await getFigure(page, "高度").waitFor({ state: "detached" });
  });

  test("says at its foot why list and map differ, so that nothing moves when data arrive", async ({
    page,
  }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/task/start/list*", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { total: number } };
      await isReleased;
      answer.data.total += 7;
      await route.fulfill({ response, json: answer });
    });
    await signIn(page, "duty", "/page/page");
    await page.getByText("实时 · 平滑显示").waitFor();
    const search = getTaskList(page).getByRole("search");
    const list = await getTaskList(page).elementHandle();
    // Both at once: the alarms above may take another line in between.
    const findPlace = () =>
      search.evaluate(
        (element, around) =>
          element.getBoundingClientRect().y - Number((around as Element | null)?.getBoundingClientRect().y),
        list,
      );
    const before = await findPlace();
    release();
    await getFlyingTasks(page).first().waitFor();
    await getTaskList(page)
      .getByText(/^列表 \d+ 个/)
      .waitFor();
    expect(await findPlace()).toBe(before);
  });

  test("opens and closes a task by keyboard, and returns focus to its row", { tags: "full" }, async ({
    page,
  }) => {
    await openLivePage(page);
    const row = getFlyingTasks(page).filter({ hasText: "航线飞行" }).first().getByRole("button");
    const opened = await row.locator("span").first().textContent();
    await row.focus();
    await page.keyboard.press("Enter");
    await getFigure(page, "高度").waitFor();
    await page.getByRole("button", { name: "关闭任务" }).focus();
    await page.keyboard.press("Enter");
    await getFigure(page, "高度").waitFor({ state: "detached" });
    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector("span")?.textContent ?? null);
    await expect.poll(focused).toBe(opened);
  });

  test("ends a task by hand with a reason, and shows its last values", async ({ page }) => {
    await openLivePage(page);
    const flight = getFlyingTasks(page).filter({ hasText: "航线飞行" }).last().getByRole("button");
    const row = (await flight.textContent()) ?? "";
    const droneSn = /1581F6Q8D\d+/.exec(row)?.[0] ?? "";
    expect(droneSn).not.toBe("");
    // Another flight may have become the last one meanwhile.
    await getFlyingTasks(page).filter({ hasText: droneSn }).getByRole("button").click();
    await page.getByRole("button", { name: "结束任务" }).click();
    const dialog = page.getByRole("dialog");
    // Without a reason nothing is sent.
    await dialog.getByRole("button", { name: "结束任务" }).click();
    await dialog.getByText("请输入结束原因").waitFor();
    await dialog.getByLabel("结束原因").fill("飞手确认已降落");
    await dialog.getByRole("button", { name: "结束任务" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^任务已结束（.* 得知），下面是最后一次收到的数据。$/).waitFor();
    await getFigure(page, "高度").waitFor();
    await expect.poll(() => getFlyingTasks(page).filter({ hasText: droneSn }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "结束任务" }).count()).toBe(0);
  });

  test("filters the list by keyword, stores it in the URL, and restores it after a reload", {
    tags: "full",
  }, async ({ page }) => {
    await openLivePage(page);
    const rows = await getFlyingTasks(page).count();
    const name =
      (await getFlyingTasks(page).first().getByRole("button").locator("span").first().textContent()) ?? "";
    await page.getByLabel("搜索任务").fill(name);
    await expect.poll(() => getFlyingTasks(page).count()).toBeLessThan(rows);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(name);
    await page.reload();
    await getFlyingTasks(page).first().waitFor();
    await expect.poll(() => page.getByLabel("搜索任务").inputValue()).toBe(name);
    await page.getByLabel("搜索任务").fill("没有这样的任务");
    await page.getByText("没有符合条件的任务，请调整搜索条件。").waitFor();
  });

  test("lists the flights planned within two hours", async ({ page }) => {
    await openLivePage(page);
    await getTaskList(page)
      .getByRole("heading", { name: /待起飞（2 小时内）[1-9]/ })
      .waitFor();
    // The last one: the first may take off while it is being opened.
    await getTaskList(page)
      .getByRole("listitem")
      .filter({ hasText: "计划 " })
      .last()
      .getByRole("button")
      .click();
    await page.getByText("任务尚未起飞，没有飞行数据。").waitFor();
  });

  test("shows since when the connection is down, polls instead, and reconnects by itself", async ({
    page,
    server,
    consoleErrors,
  }) => {
    consoleErrors.allow(/WebSocket/);
    const proxy = await startFlakyProxy(Number(new URL(server.url).port));
    await openLivePage(page, `${proxy.origin}/page/page`);
    proxy.disconnect();
    await page.getByText(/实时连接中断（自 \d\d:\d\d:\d\d 起），改为每 4 秒查询一次/).waitFor();
    for (let polls = 0; polls < 2; polls++)
      await page.waitForResponse(
        (answer) => answer.url().endsWith("/wms/api/task/start/list") && answer.ok(),
      );
    proxy.restore();
    await page.getByText("实时 · 平滑显示").waitFor();
    await proxy.close();
  });

  test("toggles layers, raw positions and the measuring tool", { tags: "full" }, async ({ page }) => {
    await openLivePage(page);
    await page.getByRole("button", { name: "图层" }).click();
    for (const layer of ["热力", "经纬网"]) {
      await page.getByRole("checkbox", { name: layer }).check();
      expect(await page.getByRole("checkbox", { name: layer }).isChecked()).toBe(true);
    }
    await page.getByText("原始点位", { exact: true }).click();
    await page.getByText("实时 · 原始点位").waitFor();
    await closePopup(page, page.getByRole("checkbox", { name: "热力" }));
    await page.getByRole("button", { name: "测距" }).click();
    await page.getByText("点击地图开始测距，双击结束").waitFor();
    const map = page.getByRole("application");
    await map.click({ position: { x: 200, y: 300 } });
    // OpenLayers' draw interaction ignores the first movement after a click.
    for (const x of [260, 320]) await map.hover({ position: { x, y: 300 } });
    await page.getByText(/^距离 [\d.]+ km$/).waitFor();
    // A right click opens the coordinates menu and adds no point: back at its start the line has no length.
    await map.click({ button: "right", position: { x: 260, y: 200 } });
    await page.getByRole("menuitem").first().waitFor();
    await closePopup(page, page.getByRole("menuitem").first());
    for (const x of [230, 200]) await map.hover({ position: { x, y: 300 } });
    await page.getByText("点击地图开始测距，双击结束").waitFor();
  });

  test("a right click offers the coordinates in two formats", { tags: "full" }, async ({ page }) => {
    await openLivePage(page);
    await page.getByRole("application").click({ button: "right", position: { x: 200, y: 300 } });
    await page.getByRole("menuitem", { name: /^\d+\.\d{6}, \d+\.\d{6}$/ }).waitFor();
    await page.getByRole("menuitem", { name: /^\d+°\d\d′\d\d\.\d\d″N \d+°\d\d′\d\d\.\d\d″E$/ }).waitFor();
  });

  test("is accessible with an open task, in light and dark", { tags: "full" }, async ({ page }) => {
    await openLivePage(page);
    await getFlyingTasks(page).first().getByRole("button").click();
    await page.getByRole("button", { name: "全部飞行数据" }).click();
    await page.getByRole("button", { name: "附近管制区" }).click();
    // Near the first flight there may be none; where there is one, its heights name what they count from.
    const nearby = page.getByRole("region", { name: "附近管制区" });
    await nearby
      .getByText(/10 公里内没有管制区|[（](离地|海拔)高度 \d+–\d+ m/)
      .first()
      .waitFor();
    await expectAccessibleInBothSchemes(page);
  });

  test("shows the map attribution on its own background, in light and dark", { tags: "full" }, async ({
    page,
  }) => {
    await openLivePage(page);
    const line = page.getByText(/审图号：GS\(2024\)0650号/);
    await line.waitFor();
    const getBackground = () => line.evaluate((shown) => getComputedStyle(shown).backgroundColor);
    expect(await getBackground()).toBe("rgba(255, 255, 255, 0.96)");
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await getBackground()).toBe("rgba(255, 255, 255, 0.96)");
    await page.evaluate(() => {
      document.documentElement.dataset["mantineColorScheme"] = "dark";
    });
    await expect.poll(getBackground).toBe("rgba(7, 18, 31, 0.96)");
  });
});
