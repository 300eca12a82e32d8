import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { advanceUntil } from "../browser/advanceUntil.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../browser/findLayoutErrors.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test as base } from "../browser/signedInTest.ts";

const test = base.extend("withFlights", { scope: "file" }, true).override("account", "duty");

const getCell = (page: Page, number: number) =>
  page.getByRole("region", { name: new RegExp(`^画面 ${number}：`) });
const getTasks = (page: Page) => (new URL(page.url()).searchParams.get("tasks") ?? "").split(",");

/** Frames shown so far in each picture that there is. */
const readFrames = (page: Page) =>
  page
    .locator("video")
    .evaluateAll((videos) =>
      videos.map((video) =>
        video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : 0,
      ),
    );

/** Waits until that many pictures have started, and expects frames of each to follow. */
async function expectAllMoving(page: Page, count: number) {
  await expect.poll(() => page.getByText(/^延迟 \d+\.\d 秒$/).count()).toBe(count);
  const before = await readFrames(page);
  expect(before).toHaveLength(count);
  await expect
    .poll(async () => {
      const after = await readFrames(page);
      // A picture that is opened anew counts from zero.
      for (const [index, frames] of after.entries())
        before[index] = Math.min(before[index] ?? frames, frames);
      return after.map((frames, index) => frames > (before[index] ?? 0) + 10);
    })
    .toEqual(before.map(() => true));
}

/** Notes the streams that are opened and ended over sockets. */
function watchStreams(page: Page) {
  const streams = { opened: 0, open: 0 };
  page.on("websocket", (socket) => {
    if (!socket.url().includes("/stream.flv")) return;
    streams.opened += 1;
    streams.open += 1;
    socket.on("close", () => {
      streams.open -= 1;
    });
  });
  return streams;
}

/** Tells the page that its tab is hidden or shown. */
const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Waits for the first request of an HLS stream, which is sent once: call it before what leads to it. */
const waitForPlaylist = (page: Page) =>
  page.waitForRequest((request) => request.url().includes("/index.m3u8"));

describe("the grid of pictures", () => {
  test("is opened from 实时任务, plays four flights, and ends them when it is left", {
    tags: "full",
  }, async ({ page }) => {
    const streams = watchStreams(page);
    await page.goto("/page/page");
    await page.getByRole("link", { name: "视频宫格" }).click();
    await page.waitForURL("**/page/pictures?**");
    await expectAllMoving(page, 4);
    expect(new Set(getTasks(page)).size).toBe(4);
    expect(await page.getByText("演示", { exact: true }).count()).toBe(4);
    // A busy machine may have opened some of them anew.
    await expect.poll(() => streams.open).toBe(4);
    // Read every 3 s, beside the pictures.
    for (const label of ["高度", "速度", "电量"])
      await expect.poll(() => page.locator("dt", { hasText: label }).count()).toBe(4);
    // The demonstration has no RTMP.
    expect(await page.getByRole("button", { name: "RTMP 地址" }).count()).toBe(0);
    await expectAccessibleInBothSchemes(page);
    await saveScreenshot(page, "picture-grid");
    const name = (await getCell(page, 2).getByRole("link").textContent()) ?? "";
    // A click anywhere in the picture.
    await page.mouse.move(0, 0);
    const box = await getCell(page, 2).locator("video").boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.getByRole("region", { name: `任务 ${name}` }).waitFor();
    await expect.poll(() => streams.open).toBe(0);
    await page.goBack();
    await expectAllMoving(page, 4);
  });

  test("pauses in a hidden tab", { tags: "full" }, async ({ page }) => {
    const streams = watchStreams(page);
    await page.goto("/page/pictures");
    await expectAllMoving(page, 4);
    expect(streams.opened).toBe(4);
    await setVisibility(page, "hidden");
    await expect.poll(() => streams.open).toBe(0);
    await setVisibility(page, "visible");
    await expectAllMoving(page, 4);
    await expect.poll(() => streams.open).toBe(4);
  });

  test("shows nine, by HLS too, from the address", { tags: "full" }, async ({ page }) => {
    const streams = watchStreams(page);
    await page.goto("/page/pictures");
    await expect.poll(() => getTasks(page).length).toBe(4);
    const four = getTasks(page);
    await page.getByRole("radiogroup", { name: "宫格" }).getByText("9 画面").click();
    await expect.poll(() => getTasks(page).length).toBe(9);
    expect(getTasks(page).slice(0, 4)).toEqual(four);
    // More than a browser's six connections.
    await expectAllMoving(page, 9);
    await expect.poll(() => streams.open).toBe(9);
    await page.getByRole("radiogroup", { name: "播放方式" }).getByText("HLS").click();
    await expect.poll(() => streams.open).toBe(0);
    const nine = getTasks(page);
    const playlist = waitForPlaylist(page);
    await page.reload();
    expect(new URL(page.url()).searchParams.get("mode")).toBe("hls");
    expect(getTasks(page)).toEqual(nine);
    await playlist;
  });

  test("uses HLS, with the reason, where nine FLV streams would not fit over sockets", {
    tags: "full",
  }, async ({ page }) => {
    await page.route("**/media/pull/**", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { wsUrl?: string } };
      delete body.data.wsUrl;
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto("/page/pictures");
    await expectAllMoving(page, 4);
    const notice = page.getByText(/^视频服务没有 WebSocket 方式的 FLV，.*已改用 HLS。/);
    expect(await notice.count()).toBe(0);
    const playlist = waitForPlaylist(page);
    await page.getByRole("radiogroup", { name: "宫格" }).getByText("9 画面").click();
    await notice.waitFor();
    await playlist;
    await expect
      .poll(() => readFrames(page).then((frames) => frames.filter((count) => count > 0).length))
      .toBe(9);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("radiogroup", { name: "宫格" }).getByText("4 画面").click();
    await expect.poll(() => notice.count()).toBe(0);
    // The four ask for their addresses again.
    await page.unrouteAll({ behavior: "wait" });
  });

  test("changes and empties a cell by the keyboard alone", { tags: "full" }, async ({ page }) => {
    await page.goto("/page/pictures");
    await expect.poll(() => getTasks(page).length).toBe(4);
    const before = getTasks(page);
    const change = page.getByRole("button", { name: "更换画面 1 的任务" });
    await change.focus();
    await page.keyboard.press("Enter");
    const picker = page.getByRole("combobox", { name: "画面 1 的任务" });
    await expect.poll(() => picker.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowDown");
    const highlighted = page.locator("[role=option][data-combobox-selected]");
    await page.getByRole("option").nth(5).waitFor();
    await expect.poll(async () => (await picker.inputValue()).includes(" · ")).toBe(true);
    await expect.poll(() => highlighted.textContent()).toBe(await picker.inputValue());
    const options = await page.getByRole("option").allTextContents();
    await page.keyboard.press("ArrowDown");
    const next = options[(options.indexOf(await picker.inputValue()) + 1) % options.length];
    await expect.poll(() => highlighted.textContent()).toBe(next);
    const option = await highlighted.textContent();
    // The whole list can be reached: it is not cut off at the cell's edge.
    const lastShown = page.getByRole("option").nth(5);
    expect(
      await lastShown.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 20, top + height / 2));
      }),
    ).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => getTasks(page)[0]).not.toBe(before[0]);
    const title = getCell(page, 1).getByRole("link");
    // The address changes before the cell is drawn.
    await expect.poll(async () => option?.split(" · ")[0] === (await title.textContent())).toBe(true);
    await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
    const [first] = getTasks(page);
    await page.goto(`/page/pictures?tasks=-,${first}`);
    await getCell(page, 1).getByText("没有画面，请选择一个在飞任务。").waitFor();
    await getCell(page, 2)
      .getByText(/^延迟 /)
      .waitFor();
    expect(getTasks(page)).toHaveLength(4);
    await expectAccessibleInBothSchemes(page);
  });

  test("shows where a task has ended; the others continue", { tags: "full" }, async ({ page, context }) => {
    await page.goto("/page/pictures");
    await expectAllMoving(page, 4);
    const [, , ending = ""] = getTasks(page);
    const name = await getCell(page, 3).getByRole("link").first().textContent();
    const duty = await context.newPage();
    await duty.goto(`/page/page?task=${ending}`);
    await duty.getByRole("button", { name: "结束任务" }).click();
    await duty.getByRole("textbox", { name: "结束原因" }).fill("飞手确认已降落");
    await duty.getByRole("dialog").getByRole("button", { name: "结束任务" }).click();
    await duty
      .getByText("任务不在进行中")
      .or(duty.getByText(/^任务已/))
      .first()
      .waitFor();
    await duty.close();
    await getCell(page, 3)
      .getByText(/^任务已经结束.*请更换任务/)
      .waitFor();
    expect(await getCell(page, 3).locator("video").count()).toBe(0);
    await page.reload();
    await getCell(page, 3)
      .getByText(/^任务已经结束/)
      .waitFor();
    expect(await getCell(page, 3).getByRole("link").first().textContent()).toBe(name);
    await expectAllMoving(page, 3);
    await expectAccessibleInBothSchemes(page);
  });

  test("shows where there is no such task", { tags: "full" }, async ({ page }) => {
    await page.goto("/page/pictures?tasks=123");
    await getCell(page, 1).getByText("没有编号为 123 的任务，请更换任务。").waitFor();
  });

  test("enlarges one picture to the whole screen, and back", { tags: "full" }, async ({ page }) => {
    await page.goto("/page/pictures");
    await expectAllMoving(page, 4);
    const enlarge = getCell(page, 1).getByRole("button", { name: "放大画面" });
    await enlarge.focus();
    await page.keyboard.press("Enter");
    const back = getCell(page, 1).getByRole("button", { name: "退出全屏" });
    await back.waitFor();
    expect(new URL(page.url()).pathname).toBe("/page/pictures");
    await back.click();
    await enlarge.waitFor();
  });

  test("names the step that failed, with another try", { tags: "full" }, async ({
    page,
    context,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await context.clock.install();
    let isAway = true;
    await page.route("**/media/pull/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.goto("/page/pictures");
    await getCell(page, 1).waitFor();
    // Its own next try takes the button away: from here on the test advances time.
    await pauseClock(page);
    const retry = getCell(page, 1).getByRole("button", { name: "重新连接" });
    await advanceUntil(page, () => retry.isVisible(), "the button of another try");
    expect(
      await getCell(page, 1)
        .getByText(/^请求中失败：/)
        .count(),
    ).toBe(1);
    isAway = false;
    await retry.click();
    await context.clock.resume();
    expect(new URL(page.url()).pathname).toBe("/page/pictures");
    await getCell(page, 1)
      .getByText(/^延迟 /)
      .waitFor();
  });

  test("has one column on a phone, and fills a large screen", { tags: "full" }, async ({ openPageAs }) => {
    for (const [width, height, columns] of [
      [360, 740, 1],
      [3840, 2160, 3],
    ] as const) {
      const page = await openPageAs("duty", { width, height, dark: width === 360 });
      await page.goto("/page/pictures?grid=9");
      await expect.poll(() => getTasks(page).length).toBe(9);
      const lefts = new Set<number>();
      for (const number of [1, 2, 3]) lefts.add((await getCell(page, number).boundingBox())?.x ?? -1);
      expect(lefts.size).toBe(columns);
      expect(await findLayoutErrorsInBothSchemes(page, [page.getByRole("main")])).toEqual([]);
      await saveScreenshot(page, `picture-grid-${width}`);
    }
  });
});
