import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { test as base } from "../browser/browserTest.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { signIn } from "../browser/signIn.ts";
import { serveFlvWithSound } from "../media/flvWithSound.ts";

const getFlyingTasks = (page: Page) =>
  page.getByRole("region", { name: "任务列表" }).getByRole("listitem").filter({ hasText: "航线飞行" });
const getVideo = (page: Page) => page.locator("video");

/** Opens a task that flies, as the duty. */
async function openTask(page: Page) {
  await signIn(page, "duty", "/page/page");
  await page.waitForURL("**/page/page**");
  await getFlyingTasks(page).first().getByRole("button").click();
  await page.getByRole("button", { name: "实时画面" }).waitFor();
}

/** Pictures shown so far, and the time of the present one. */
const readVideo = (page: Page) =>
  getVideo(page).evaluate((video: HTMLVideoElement) => ({
    time: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
  }));

async function expectMoving(page: Page) {
  await page.getByText("演示", { exact: true }).waitFor();
  await page.getByText(/^延迟 \d+\.\d 秒$/).waitFor();
  const before = await readVideo(page);
  await expect.poll(async () => (await readVideo(page)).time).toBeGreaterThan(before.time + 2);
  // A player that has fallen behind jumps in time; the pictures come after.
  await expect.poll(async () => (await readVideo(page)).frames).toBeGreaterThan(before.frames + 25);
}

/** What is seen of a new start from now on: what the element and the page tell of it. */
const watchRestarts = (page: Page) =>
  getVideo(page).evaluateHandle((video: HTMLVideoElement) => {
    const seen: string[] = [];
    for (const name of ["emptied", "loadstart", "error"]) video.addEventListener(name, () => seen.push(name));
    const frame = video.parentElement;
    if (!frame) throw new Error("The video is not in the page");
    new MutationObserver(() => {
      const step = frame.querySelector("[aria-current=step]")?.textContent;
      if (step) seen.push(step);
      if (!video.isConnected) seen.push("another element");
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });

const pullAnswer = z.looseObject({ data: z.looseObject({ url: z.string() }) });

/** Lets all addresses expire after so long; returns the times of the answers, `performance.now()` in ms. */
async function shortenExpiry(page: Page, mode: string, validMs: number): Promise<readonly number[]> {
  const answeredAt: number[] = [];
  await page.route(`**/media/pull/*/${mode}?**`, async (route) => {
    const response = await route.fetch();
    const answer = pullAnswer.parse(await response.json());
    answeredAt.push(performance.now());
    const expiresAt = new Date(Date.now() + validMs).toISOString();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, expiresAt } } });
  });
  return answeredAt;
}

/** Expects another answer long before the address of the `count`th one expires. */
async function expectRenewed(answeredAt: readonly number[], count: number) {
  await expect.poll(() => answeredAt.length).toBeGreaterThan(count);
  const [old = 0, renewed = 0] = answeredAt.slice(count - 1);
  // Eight seconds later, with some more on a busy machine.
  expect(renewed - old).toBeGreaterThan(7_500);
  expect(renewed - old).toBeLessThan(20_000);
}

const test = base.extend("withFlights", { scope: "file" }, true);

describe("the picture in the task panel", () => {
  test("plays with badge, delay and telemetry, and stops when it is closed (R-080)", async ({ page }) => {
    await openTask(page);
    const pulled = page.waitForResponse((answer) => /\/media\/pull\/\d+\/flv\?/.test(answer.url()));
    await page.getByRole("button", { name: "实时画面" }).click();
    const answer: unknown = await (await pulled).json();
    expect(answer).toMatchObject({
      state: 0,
      data: { mode: "flv", status: "live", source: "demo", playable: true },
    });
    await expectMoving(page);
    const drawn = page.locator("dl", { has: page.locator("dt", { hasText: /^速度$/ }) }).first();
    await drawn.waitFor();
    await expectAccessibleInBothSchemes(page);
    const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/stream.flv"));
    await page.getByRole("button", { name: "关闭画面" }).click();
    await ended;
    expect(await getVideo(page).count()).toBe(0);
  });

  test("shows which step failed, and continues with HLS", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await openTask(page);
    await page.route("**/media/live/**/stream.flv?**", (route) => route.abort());
    const failed = page.getByText(/^推流失败：视频流连接中断，稍后自动重试（第 1 次）…$/).waitFor();
    const opened = page.waitForRequest((request) => request.url().includes("/index.m3u8"));
    await page.getByRole("button", { name: "实时画面" }).click();
    await failed;
    // The second failure of FLV leads to HLS.
    await opened;
    await expectMoving(page);
  });

  test("goes on trying, and on demand at once", { tags: "full" }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    await openTask(page);
    let isAway = true;
    await page.route("**/media/pull/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "实时画面" }).click();
    const retry = page.getByRole("button", { name: "重新连接" });
    await retry.waitFor();
    // More often than it once gave up.
    await page.getByText(/^请求中失败：.*（第 5 次）/).waitFor();
    isAway = false;
    await retry.click();
    await expectMoving(page);
  });

  test("is carried as it is chosen; RTMP is an address for other programs", { tags: "full" }, async ({
    page,
  }) => {
    await openTask(page);
    await page.getByRole("button", { name: "实时画面" }).click();
    await expectMoving(page);
    const modes = page.getByRole("radiogroup", { name: "播放方式" });
    expect(await page.getByRole("button", { name: "打开声音", exact: true }).count()).toBe(0);
    // The embedded edge has no WebRTC.
    expect(await modes.locator("label").allTextContents()).toEqual(["FLV", "HLS"]);
    const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/stream.flv"));
    const opened = page.waitForRequest((request) => request.url().includes("/index.m3u8"));
    await modes.getByText("HLS").click();
    await Promise.all([ended, opened]);
    await expectMoving(page);
    await page.getByRole("button", { name: "RTMP 地址" }).click();
    await page.getByText("这路画面不提供 RTMP 方式，请换一种播放方式").waitFor();
    await expectAccessibleInBothSchemes(page);
  });

  test("has a switch where the stream has sound; nothing is heard before it is used", {
    tags: "full",
  }, async ({ page }) => {
    await openTask(page);
    using edge = await serveFlvWithSound();
    await page.route("**/media/live/**/stream.flv?**", (route) => route.continue({ url: edge.url }));
    await page.getByRole("button", { name: "实时画面" }).click();
    const unmute = page.getByRole("button", { name: "打开声音", exact: true });
    await unmute.waitFor();
    const isMuted = () => getVideo(page).evaluate((video: HTMLVideoElement) => video.muted);
    expect(await isMuted()).toBe(true);
    await expectAccessibleInBothSchemes(page);
    await unmute.focus();
    await page.keyboard.press("Enter");
    const mute = page.getByRole("button", { name: "关闭声音", exact: true });
    await mute.waitFor();
    expect(await isMuted()).toBe(false);
    await expect
      .poll(() =>
        getVideo(page).evaluate((video) =>
          "webkitAudioDecodedByteCount" in video ? Number(video.webkitAudioDecodedByteCount) : 0,
        ),
      )
      .toBeGreaterThan(0);
    expect(await mute.evaluate((button) => button === document.activeElement)).toBe(true);
    await saveScreenshot(page, "picture with sound");
    await page.keyboard.press("Enter");
    await unmute.waitFor();
    expect(await isMuted()).toBe(true);
  });

  test("comes back by itself as soon as the browser is online again", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await page.clock.install();
    await openTask(page);
    let isAway = true;
    await page.route("**/media/pull/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "实时画面" }).click();
    // Eight seconds would pass before the next attempt: the clock stands still meanwhile.
    await page.getByText(/^请求中失败：.*（第 4 次）/).waitFor();
    await pauseClock(page);
    isAway = false;
    const asked = page.waitForRequest((request) => request.url().includes("/media/pull/"));
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await asked;
    await page.clock.resume();
    await expectMoving(page);
  });

  test("stops while another page is shown, and plays again after", { tags: "full" }, async ({ page }) => {
    await openTask(page);
    await page.getByRole("button", { name: "实时画面" }).click();
    await expectMoving(page);
    const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/stream.flv"));
    await page.getByRole("link", { name: "历史任务" }).first().click();
    await page.waitForURL("**/page/directive");
    await ended;
    await page.goBack();
    await expectMoving(page);
  });

  test("continues over one connection while its address is renewed before it expires", {
    tags: "full",
  }, async ({ page }) => {
    await openTask(page);
    const validMs = 38_000;
    const answeredAt = await shortenExpiry(page, "flv", validMs);
    const connections: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/stream.flv?")) connections.push(request.url());
    });
    await page.getByRole("button", { name: "实时画面" }).click();
    await expectMoving(page);
    // A busy machine may start it more than once, until the quality is low enough.
    const started = { answers: answeredAt.length, connections: [...connections] };
    const restarts = await watchRestarts(page);
    await expectRenewed(answeredAt, started.answers);
    await expectMoving(page);
    expect(await restarts.jsonValue()).toEqual([]);
    expect(connections).toEqual(started.connections);
  });

  test("continues as HLS with the renewed address once the old one is refused", { tags: "full" }, async ({
    page,
  }) => {
    await openTask(page);
    const validMs = 38_000;
    const answeredAt = await shortenExpiry(page, "hls", validMs);
    const playlists: string[] = [];
    // Answered ones: until then the player reads segments of the one before.
    page.on("response", (response) => {
      const { pathname, search } = new URL(response.url());
      if (pathname.endsWith("/live.m3u8")) playlists.push(search);
    });
    await page.getByRole("button", { name: "实时画面" }).click();
    await page.getByRole("radiogroup", { name: "播放方式" }).getByText("HLS").click();
    await expect.poll(() => playlists.length).toBeGreaterThan(0);
    await expectMoving(page);
    const answers = answeredAt.length;
    const old = playlists.at(-1) ?? "";
    const restarts = await watchRestarts(page);
    await expectRenewed(answeredAt, answers);
    await expect.poll(() => playlists.at(-1)).not.toBe(old);
    const refused: string[] = [];
    await page.route(`**/media/live/**${old}`, (route) => {
      refused.push(route.request().url());
      return route.fulfill({ status: 403 });
    });
    // More than what is buffered.
    const before = await readVideo(page);
    await expect.poll(async () => (await readVideo(page)).time).toBeGreaterThan(before.time + 12);
    await expect.poll(async () => (await readVideo(page)).frames).toBeGreaterThan(before.frames + 200);
    expect(refused).toEqual([]);
    expect(await restarts.jsonValue()).toEqual([]);
    expect(await getVideo(page).evaluate((video: HTMLVideoElement) => video.buffered.length)).toBe(1);
  });
});
