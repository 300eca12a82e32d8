import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { signIn } from "../browser/signIn.ts";
import { serveFlvWithSound } from "../media/flvWithSound.ts";

const getFlyingTasks = (page: Page) =>
  page.getByRole("region", { name: "任务列表" }).getByRole("listitem").filter({ hasText: "航线飞行" });
const getVideo = (page: Page) => page.locator("video");

/** Opens a task that flies, as the duty. */
async function openTask(page: Page) {
  await signIn(page, "duty");
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
  expect((await readVideo(page)).frames).toBeGreaterThan(before.frames + 25);
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

  test("shows which step failed, and continues with HLS", async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    await openTask(page);
    await page.route("**/media/live/**/stream.flv?**", (route) => route.abort());
    await page.getByRole("button", { name: "实时画面" }).click();
    await page.getByText(/^推流失败：视频流连接中断，稍后自动重试（第 1 次）…$/).waitFor();
    // The second failure of FLV leads to HLS.
    await page.waitForRequest((request) => request.url().includes("/index.m3u8"));
    await expectMoving(page);
  });

  test("goes on trying, and on demand at once", async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    await openTask(page);
    let isAway = true;
    await page.route("**/media/pull/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "实时画面" }).click();
    const retry = page.getByRole("button", { name: "重新连接" });
    await retry.waitFor({ timeout: 60_000 });
    // More often than it once gave up.
    await page.getByText(/^请求中失败：.*（第 5 次）/).waitFor({ timeout: 60_000 });
    isAway = false;
    await retry.click();
    await expectMoving(page);
  });

  test("is carried as it is chosen; RTMP is an address for other programs", async ({ page }) => {
    await openTask(page);
    await page.getByRole("button", { name: "实时画面" }).click();
    await expectMoving(page);
    const modes = page.getByRole("radiogroup", { name: "播放方式" });
    expect(await page.getByRole("button", { name: "打开声音" }).count()).toBe(0);
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

  test("has a switch where the stream has sound; nothing is heard before it is used", async ({ page }) => {
    await openTask(page);
    using edge = await serveFlvWithSound();
    await page.route("**/media/live/**/stream.flv?**", (route) => route.continue({ url: edge.url }));
    await page.getByRole("button", { name: "实时画面" }).click();
    const unmute = page.getByRole("button", { name: "打开声音" });
    await unmute.waitFor();
    const isMuted = () => getVideo(page).evaluate((video: HTMLVideoElement) => video.muted);
    expect(await isMuted()).toBe(true);
    await expectAccessibleInBothSchemes(page);
    await unmute.focus();
    await page.keyboard.press("Enter");
    const mute = page.getByRole("button", { name: "关闭声音" });
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

  test("comes back by itself as soon as the browser is online again", async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    await openTask(page);
    let isAway = true;
    await page.route("**/media/pull/**", (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "实时画面" }).click();
    // Eight seconds would pass before the next attempt.
    await page.getByText(/^请求中失败：.*（第 4 次）/).waitFor({ timeout: 30_000 });
    isAway = false;
    const asked = page.waitForRequest((request) => request.url().includes("/media/pull/"), {
      timeout: 3_000,
    });
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await asked;
    await expectMoving(page);
  });

  test("stops while another page is shown, and plays again after", async ({ page }) => {
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
});
