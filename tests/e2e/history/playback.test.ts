import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { getTrackPadding } from "../../../src/map/tracks/fitTracks.ts";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { flightPlans, gapStartMs } from "./insertFlights.ts";
import { test } from "./playbackTest.ts";

type Plan = keyof typeof flightPlans;

const toAddress = (plans: readonly Plan[], rest = "") =>
  `/page/playback?flights=${plans.map((plan) => `${flightPlans[plan].id}-${flightPlans[plan].id}`).join(",")}${rest}`;
const getSlider = (page: Page) => page.getByRole("slider", { name: "播放进度" });
const getTime = async (page: Page) => Number(await getSlider(page).inputValue());
const getParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const getFigure = (page: Page, label: string) =>
  page.locator("dl div", { has: page.getByText(label, { exact: true }) }).locator("strong");

/** Opens flights and waits until they can be played. */
async function openPlayback(page: Page, plans: readonly Plan[], rest = "") {
  await page.goto(toAddress(plans, rest));
  await getSlider(page).waitFor();
}

describe("航迹回放", () => {
  test("plays a flight at its own times; the address keeps the time where it rests (R-082)", async ({
    page,
  }) => {
    await openPlayback(page, ["gap"]);
    expect(await page.title()).toBe("航迹回放 - 后台管理");
    expect(await getTime(page)).toBe(gapStartMs);
    await page.getByLabel("播放速度").selectOption("8");
    const startedAt = performance.now();
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "暂停" }).waitFor();
    await expect.poll(() => getTime(page)).toBeGreaterThan(gapStartMs + 8_000);
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "播放" }).waitFor();
    const pausedAt = performance.now();
    // The slider may show its last moment a little after the button changes.
    const isRestWritten = async () => getParam(page, "t") === String(Math.round(await getTime(page)));
    await expect.poll(isRestWritten).toBe(true);
    // Not faster than eight times; a busy machine may be slower to press the key.
    expect((await getTime(page)) - gapStartMs).toBeLessThanOrEqual(8 * (pausedAt - startedAt) + 100);
    expect(getParam(page, "speed")).toBe("8");
  });

  test("moves by the keyboard, and shows the figures of that moment with their ages", {
    tags: "full",
  }, async ({ page }) => {
    await openPlayback(page, ["gap"]);
    for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 20_000);
    // Second 20: 20 m high by a rate of 1 m each second, 98 % after two spans of 10 s.
    await expect.poll(() => getFigure(page, "高度").textContent()).toBe("20 m");
    expect(await getFigure(page, "电量").textContent()).toBe("98 %");
    expect(await getFigure(page, "飞行阶段").textContent()).toBe("航线飞行");
    expect(await getFigure(page, "最近数据").textContent()).toBe("0.0 秒前");
    // The keys can be tried while their help is open.
    const help = page.getByText("播放；正在播放时加速一档");
    await page.getByRole("button", { name: "键盘操作" }).click();
    await help.waitFor();
    await page.keyboard.press("Shift+ArrowLeft");
    await closePopup(page, help);
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 19_000);
    await page.keyboard.press(".");
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 20_000);
    await page.keyboard.press("End");
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 120_000);
    await page.keyboard.press("Home");
    await expect.poll(() => getTime(page)).toBe(gapStartMs);
  });

  test("a press of the right button on the slider, whose end never comes, moves and stops nothing", {
    tags: "full",
  }, async ({ page }) => {
    await openPlayback(page, ["gap"]);
    await getSlider(page).hover();
    await page.mouse.down({ button: "right" });
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "暂停" }).waitFor();
    await expect.poll(() => getTime(page)).toBeGreaterThan(gapStartMs);
    await page.mouse.up({ button: "right" });
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "播放" }).waitFor();
  });

  test("a link opens the time and the speed; in the gap the last known data are named with their age", {
    tags: "full",
  }, async ({ page }) => {
    await openPlayback(page, ["gap"], `&t=${gapStartMs + 72_000}&speed=4`);
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 72_000);
    expect(await page.getByLabel("播放速度").inputValue()).toBe("4");
    await page.getByText("数据中断 20 秒，下面是 12 秒前的最后已知数据。").waitFor();
    // 12 s are more than 10 s and less than 60 s.
    await page.getByText("失联", { exact: true }).waitFor();
    expect(await getFigure(page, "高度").textContent()).toBe("60 m");
    await page
      .getByRole("row", { name: /RW20261102900001 PLAYGAP1 .*1 处，共 20/ })
      .waitFor({ state: "attached" });
    await saveScreenshot(page, "playback");
  });

  test("an event and a place on the track are a click away", { tags: "full" }, async ({ page }) => {
    await openPlayback(page, ["gap"]);
    await page.getByRole("button", { name: "10:00:10 阶段变化：起飞准备 → 航线飞行" }).click();
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 10_000);
    const map = page.getByRole("application");
    // The strip takes its place from the map, which then shows the whole track again.
    await page.getByRole("slider", { name: "播放位置" }).waitFor();
    await waitForStable(map);
    // The track runs north through the middle between its margins; after 60 s it is at its middle.
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
    const [top, right, bottom, left] = getTrackPadding([width, height]);
    await map.click({ position: { x: (left + width - right) / 2, y: (top + height - bottom) / 2 + 30 } });
    await expect.poll(() => getTime(page)).toBeGreaterThan(gapStartMs + 20_000);
    expect(await getTime(page)).toBeLessThan(gapStartMs + 60_000);
  });

  test("a stay in a zone is a bar of the strip, and an entry that leads to it", { tags: "full" }, async ({
    page,
  }) => {
    await openPlayback(page, ["gap"]);
    const entry = page.getByRole("button", {
      name: "10:00:31 进入禁飞区 回放测试区（按相对起飞点高度），停留 19 秒",
    });
    await entry.click();
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 31_000);
    const stay = page.getByTitle("管制区：禁飞区 回放测试区（按相对起飞点高度）");
    await waitForStable(stay);
    const bar = await stay.boundingBox();
    // Nothing of the bar is cut off by the controls' edge.
    const controls = await page.getByRole("region", { name: "播放控制" }).boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(
      (controls?.y ?? 0) + (controls?.height ?? 0),
    );
    await page.keyboard.press("Home");
    await page.mouse.click((bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + 9);
    // The middle of 31 s and 50 s; a pixel is 0.2 s.
    await expect.poll(() => getTime(page).then((ms) => Math.abs(ms - gapStartMs - 40_500))).toBeLessThan(500);
    await saveScreenshot(page, "playback-zone");
  });

  test("zones that do not come hide no track, and come by another try", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await page.route("**/controlZone/list/page", (route) => route.abort());
    await openPlayback(page, ["gap"]);
    await page.getByText("管制区没有加载出来，时间轴上没有它们。").waitFor();
    await page.unroute("**/controlZone/list/page");
    await page.getByRole("region", { name: "事件" }).getByRole("button", { name: "重试" }).click();
    await page.getByRole("button", { name: /进入禁飞区 回放测试区/ }).waitFor();
  });

  test("a damaged chunk is a hole; the rest plays", { tags: "full" }, async ({ page }) => {
    await openPlayback(page, ["damaged"], `&t=${flightPlans.damaged.startMs + 45_000}`);
    await page
      .getByText(
        "RW20261104900003 PLAYBAD3：有 1 段航迹数据已损坏，共缺 31 秒，时间轴上以斜线标出，其余照常回放。",
      )
      .waitFor();
    await page.getByText("这一段航迹数据已损坏，缺 31 秒，下面是 16 秒前的最后已知数据。").waitFor();
    await page.keyboard.press("End");
    // Drawn in the frame after the key.
    await expect.poll(() => getFigure(page, "高度").textContent()).toBe("90 m");
  });

  test("flights that cannot be played are named; the others play", { tags: "full" }, async ({ page }) => {
    await page.goto(`${toAddress(["gap", "untracked"])},9001-77`);
    await getSlider(page).waitFor();
    await page.getByText("2 次飞行无法回放，其余照常").waitFor();
    await page.getByText("第 2 次飞行：这次飞行没有航迹：没有收到过它的位置。").waitFor();
    await page.getByText(/^第 3 次飞行：.*没有这次飞行/).waitFor();
    await page.getByRole("link", { name: "返回历史任务" }).click();
    await page.waitForURL("**/page/directive");
  });

  test("finance may not open it", { tags: "full" }, async ({ openPageAs }) => {
    const page = await openPageAs("finance");
    await page.goto(toAddress(["gap"]));
    await page.getByText("如需使用该页面，请联系管理员").waitFor();
  });

  test("opens no task on the socket, and asks for each track once", { tags: "full" }, async ({
    page,
    requests,
  }) => {
    const frames: string[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload))));
    await openPlayback(page, ["gap", "other"]);
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "暂停" }).waitFor();
    expect(requests.filter((request) => request.includes("/task/history/track/"))).toEqual([
      "GET /wms/api/task/history/track/9001",
      "GET /wms/api/task/history/track/9002",
    ]);
    expect(frames.filter((frame) => /"taskId":"[^"]/.test(frame))).toEqual([]);
  });

  test("the space bar plays after a click on another button", { tags: "full" }, async ({ page }) => {
    await openPlayback(page, ["gap"]);
    await page.getByRole("button", { name: "前进 5 秒" }).click();
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 5_000);
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "暂停" }).waitFor();
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "播放", exact: true }).waitFor();
    // One who comes by the keyboard presses the button itself.
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "到开头" }).focus();
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press("Tab");
    await page.keyboard.press(" ");
    await expect.poll(() => getTime(page)).toBe(gapStartMs + 5_000);
  });

  test("sixteen flights leave half of the height to the map, and one legend", { tags: "full" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const ids = Array.from({ length: 16 }, (_, i) => String(9_101 + i));
    await page.route(/\/task\/history\/track\/91\d\d/, async (route) => {
      const [id = ""] = /91\d\d/.exec(route.request().url()) ?? [];
      const answer = await route.fetch({ url: route.request().url().replaceAll(id, "9001") });
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"9001"', `"${id}"`) });
    });
    await page.route(/\/task\/history\/video\/91\d\d/, (route) =>
      route.fulfill({ json: { state: 0, msg: "", data: [] } }),
    );
    await page.goto(`/page/playback?flights=${ids.map((id) => `${id}-${id}`).join(",")}`);
    await page.getByRole("button", { name: "共 16 次飞行" }).click();
    await expect.poll(() => page.getByRole("dialog").getByRole("button").count()).toBe(16);
    await closePopup(page, page.getByRole("dialog"));
    const map = await page.getByRole("region", { name: "地图" }).boundingBox();
    const controls = await page.getByRole("region", { name: "播放控制" }).boundingBox();
    expect(map?.height ?? 0).toBeGreaterThanOrEqual(controls?.height ?? 0);
    expect(await page.getByLabel("图例").count()).toBe(0);
    await saveScreenshot(page, "playback-many");
  });

  test("is accessible and fits a phone of 360 px, in light and dark", { tags: "full" }, async ({ page }) => {
    await openPlayback(page, ["gap", "other"]);
    await page.locator("section a", { hasText: /^RW/ }).waitFor();
    await page.getByRole("button", { name: "全部飞行数据" }).click();
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("application").waitFor();
    expect(await findLayoutErrorsInBothSchemes(page, [page.getByRole("main")])).toEqual([]);
    await saveScreenshot(page, "playback-360");
  });
});
