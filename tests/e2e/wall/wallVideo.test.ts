/** @module-tag full */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod/mini";
import { test as base } from "../../browser/browserTest.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";
import { createScreen } from "./createScreen.ts";
import { countColoured } from "./pictureChecks.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

const fullHd = { stored: [], screen: { width: 1920, height: 1080 } };

const shapes = [
  [1920, 1080],
  [3840, 1080],
  [1080, 3840],
] as const;

const getVideos = (wall: Page) => wall.locator("video");
const countFrames = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);

const flyingDrones = z.object({ flying: z.array(z.string()) });

/** Lets a manned aircraft come near to a drone that the wall does not show: a P1. Returns its serial number. */
async function raiseAlarm(wall: Page, url: string): Promise<string> {
  const shown = await wall.locator("main").innerText();
  const faults = `${url}/dev/simulator/faults`;
  const { flying } = flyingDrones.parse(await (await wall.request.get(faults)).json());
  const droneSn = flying.find((sn) => !shown.includes(sn));
  if (droneSn === undefined) throw new Error("The wall shows all drones");
  await wall.request.post(faults, { data: { droneSn, kind: "aircraftNear", seconds: 120 } });
  return droneSn;
}

/** Waits until all pictures show new frames. */
async function expectMoving(wall: Page, count: number) {
  await expect.poll(() => getVideos(wall).count()).toBe(count);
  for (const video of await getVideos(wall).all()) {
    await expect.poll(() => countFrames(video)).toBeGreaterThan(10);
    let before = await countFrames(video);
    await expect
      .poll(async () => {
        const frames = await countFrames(video);
        // Another picture, which the tour has put there meanwhile, counts from zero.
        before = Math.min(before, frames);
        return frames - before;
      })
      .toBeGreaterThan(10);
  }
}

test("four pictures play, those with an alarm first; one that stands still is grey and says since when", async ({
  openPage,
  server,
}) => {
  const token = await createScreen(server.url, "video4");
  const proxy = await startFlakyProxy(Number(new URL(server.url).port), "GET /wall/media");
  const wall = await openPage(fullHd);
  await wall.goto(`${proxy.origin}/wall#${token}`);
  await expectMoving(wall, 4);
  const alarmed = wall.getByRole("region").filter({ hasText: await raiseAlarm(wall, server.url) });
  await alarmed.getByText("■ 有人机接近").waitFor();
  await expectMoving(wall, 4);
  await expect.poll(() => wall.getByText("演示", { exact: true }).count()).toBe(4);
  expect(
    await getVideos(wall).evaluateAll((videos: HTMLVideoElement[]) =>
      videos.every(({ muted, controls }) => muted && !controls),
    ),
  ).toBe(true);
  expect(await wall.getByRole("button").count()).toBe(0);

  const calm = wall.locator("section:has(video):not(:has([data-level]))").first();
  // Texts are bluish, those of the rest of the wall too.
  const style = "section > :not(video) { visibility: hidden }";
  const shoot = async () => (await calm.screenshot({ style })).toString("base64");
  await expect.poll(async () => countColoured(wall, await shoot())).toBeGreaterThan(1_000);
  await wall.route("**/wall/media/**", (route) => route.abort());
  proxy.freeze();
  // The tour may have put another flight in one place just before: that one has no last frame, but a time too.
  const stopped = wall.getByRole("region").filter({ has: wall.getByRole("status") });
  await expect.poll(() => stopped.count()).toBe(4);
  await expect.poll(() => wall.getByText(/^画面已中断 \d\d:\d\d:\d\d$/).count()).toBeGreaterThanOrEqual(3);
  await expect.poll(() => stopped.getByText(/(画面已中断|没有画面) \d\d:\d\d:\d\d/).count()).toBe(4);
  await expect.poll(async () => countColoured(wall, await shoot())).toBe(0);
  // The frozen frames have been given up, and are asked for again and again.
  await calm.getByText(/失败：.*，正在自动重连$/).waitFor();
  expect(await countColoured(wall, await shoot())).toBe(0);

  await wall.unroute("**/wall/media/**");
  proxy.restore();
  await wall
    .getByText(/画面已中断/)
    .first()
    .waitFor({ state: "detached" });
  await expectMoving(wall, 4);
  await proxy.close();
});

test("nine pictures play in turns; other layouts load no player", async ({ openPage, server, requests }) => {
  const token = await createScreen(server.url, "alarms");
  const wall = await openPage(fullHd);
  await wall.goto(`${server.url}/wall#${token}`);
  await wall.getByRole("columnheader", { name: "告警" }).waitFor();
  const players = /\/assets\/(?:VideoBoard|flvPlayer|hlsPlayer|mpegts|hls)/;
  expect(requests.filter((request) => players.test(request))).toEqual([]);

  await wall.goto(`${server.url}/wall/video9`);
  await expectMoving(wall, 9);
  expect(requests.some((request) => players.test(request))).toBe(true);
  expect(requests.filter((request) => request.includes("hlsPlayer"))).toEqual([]);
  const readNames = () =>
    wall.getByRole("region").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  const before = await readNames();
  const countChanged = async () => (await readNames()).filter((name, at) => name !== before[at]).length;
  await expect.poll(countChanged).toBe(1);
});

test("on wide and on high screens the pictures stand in another order", async ({ openPage, server }) => {
  const token = await createScreen(server.url, "video9");
  const wall = await openPage(fullHd);
  await wall.goto(`${server.url}/wall#${token}`);
  await wall.getByRole("region").first().waitFor();
  const countTracks = () =>
    wall.locator("div[data-size]").evaluate((grid) => {
      const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(grid);
      return [gridTemplateColumns, gridTemplateRows].map((tracks) => tracks.split(" ").length).join("×");
    });
  for (const [layout, ...orders] of [
    ["video4", "2×2", "4×1", "1×4"],
    ["video9", "3×3", "5×2", "2×5"],
  ]) {
    await wall.goto(`${server.url}/wall/${layout}`);
    for (const [index, [width, height]] of shapes.entries()) {
      await wall.setViewportSize({ width, height });
      await expect.poll(countTracks).toBe(orders[index]);
    }
  }
});
