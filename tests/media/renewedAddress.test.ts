/** @module-tag full */

import { expect, test } from "vitest";
import { servePlayerPage } from "./servePlayerPage.ts";

const players = servePlayerPage();
const { sign, read, expectMoving } = players;

test("HLS goes on with a renewed address, once the old one has expired, without a break", async () => {
  await players.page.evaluate(
    (address) => window.playStream({ mode: "hls", url: address }),
    sign("1007", "index.m3u8"),
  );
  await expect.poll(async () => (await read()).frames).toBeGreaterThan(0);
  const getPlaylist = (answer: { readonly url: () => string }) => new URL(answer.url());
  const isPlaylist = (answer: { readonly url: () => string }) =>
    getPlaylist(answer).pathname.endsWith("/live.m3u8");
  const old = getPlaylist(await players.page.waitForResponse(isPlaylist)).search;
  await players.page.evaluate((address) => window.renewPlayer(address), sign("1007", "index.m3u8"));
  await players.page.waitForResponse((answer) => isPlaylist(answer) && getPlaylist(answer).search !== old);
  // What the server answers once the hour is over.
  const refused: string[] = [];
  await players.page.route(`**/media/live/**${old}`, (route) => {
    refused.push(route.request().url());
    return route.fulfill({ status: 403 });
  });
  // More than what is buffered.
  const { events } = await expectMoving(12);
  expect(refused).toEqual([]);
  // It began once, and has no hole. A stall is no break: a busy machine has them before a renewal too.
  expect(events.filter((event) => event !== "stall" && event !== "resume")).toEqual(["data", "first frame"]);
  expect(await players.page.evaluate(() => document.querySelector("video")?.buffered.length)).toBe(1);
});

test("HLS goes on with the old address where the renewed one does not answer", async () => {
  await players.page.evaluate(
    (address) => window.playStream({ mode: "hls", url: address }),
    sign("1008", "index.m3u8"),
  );
  await expect.poll(async () => (await read()).frames).toBeGreaterThan(0);
  await players.page.evaluate(() => window.renewPlayer("/media/live/1008-0/index.m3u8?expires=1&sign=x"));
  const { events } = await expectMoving(6);
  expect(events.filter((event) => event !== "stall" && event !== "resume")).toEqual(["data", "first frame"]);
});
