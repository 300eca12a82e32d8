import type { Page } from "playwright-core";
import { flightPhases } from "../../../../adapters/contract/flight.ts";
import type { TaskEvent } from "../../../../adapters/contract/liveMessages.ts";
import { createAnswer } from "../../../history/trackAnswer.ts";
import { encodeSamples, toBase64 } from "../../../history/trackBytes.ts";
import type { Observed } from "../../../model/createReference.ts";
import { playbackSubject } from "../../../model/subjects/playback.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import {
  abortCall,
  type CallHandler,
  holdCalls,
  type PendingCalls,
  respondToCalls,
  respondWith,
} from "../holdCalls.ts";
import { waitUntil } from "../waitUntil.ts";

interface PlaybackDriverContext extends PathContext {
  readonly a: PendingCalls;
  readonly b: PendingCalls;
  readonly startedAt: number;
}

const address = "/page/playback?flights=1-1,2-2";
/** Between a key and the moment that the page sees it; a pixel of the slider is less. */
const toleranceMs = 2_000;

const getSlider = (page: Page) => page.getByRole("slider", { name: "播放进度" });

/** The answer for one flight, with a sample each 10 s: first sample, take-off and last one in seconds. */
function respondWithTrack(id: string, [from, takeoff, to]: readonly [number, number, number]): CallHandler {
  const count = (to - from) / 10 + 1;
  const at = new Date(150_000).toISOString();
  const photo: TaskEvent = { taskId: id, droneSn: "SN1", at, kind: "photo", from: null, to: "1" };
  const samples = Array.from({ length: count }, (_, index) => {
    const second = from + index * 10;
    const phase = flightPhases.indexOf(second < takeoff ? "preparing" : "mission");
    return [second * 1_000, { lat: 399_200_000 + second * 900, lon: 1_054_600_000, phase }] as const;
  });
  const { task, flights, ...others } = createAnswer([]);
  return respondWith(0, "", {
    ...others,
    task: { ...task, id, taskNo: `RW${id}` },
    flights: flights.map((flight) => ({
      ...flight,
      id,
      startedAt: new Date(from * 1_000).toISOString(),
      endedAt: new Date(to * 1_000).toISOString(),
    })),
    points: [{ flightId: id, bytes: toBase64(encodeSamples(samples)) }],
    events: [photo],
  });
}

const trackA = respondWithTrack("1", [100, 110, 220]);
const trackB = respondWithTrack("2", [160, 180, 400]);
const farB = respondWithTrack("2", [8_000, 8_010, 8_100]);
const noTrackA: CallHandler = async (call) => {
  const { task, flights, points, events } = createAnswer([]);
  await respondWith(0, "", {
    task: { ...task, id: "1" },
    flights: flights.map((flight) => ({ ...flight, id: "1" })),
    points,
    events,
    alarms: [],
  })(call);
};

/** Where the slider's thumb is at a time, CSS px. */
async function findThumb(page: Page, ms?: number): Promise<readonly [x: number, y: number]> {
  const slider = getSlider(page);
  const box = await slider.boundingBox();
  if (!box) throw new Error("There is no slider");
  const [min, max, value] = await slider.evaluate((input) =>
    input instanceof HTMLInputElement ? [input.min, input.max, input.value].map(Number) : [],
  );
  const thumb = 18;
  const share = ((ms ?? value ?? 0) - (min ?? 0)) / ((max ?? 1) - (min ?? 0));
  return [box.x + thumb / 2 + share * (box.width - thumb), box.y + box.height / 2];
}

/** Expects the button that plays or pauses, and at rest the time on the slider. */
const restAt =
  (button: "播放" | "暂停") =>
  async ({ page }: PathContext, { media, from, to }: Observed) => {
    await page.getByRole("button", { name: button, exact: true }).waitFor();
    const slider = getSlider(page);
    await waitUntil(
      async () => {
        const [min, max] = [await slider.getAttribute("min"), await slider.getAttribute("max")];
        const value = Number(await slider.inputValue());
        const isThere = button === "暂停" || Math.abs(value - Number(media)) <= toleranceMs;
        return Number(min) === from && Number(max) === to && isThere;
      },
      `${String(media)} between ${String(from)} and ${String(to)}`,
    );
  };

const press = (key: string) => (ctx: PathContext) => ctx.page.keyboard.press(key);
/** Carries out an action, then notes how much time has passed: the clock of the page is the real one. */
const timed =
  (run: (ctx: PlaybackDriverContext) => Promise<unknown>) => async (ctx: PlaybackDriverContext) => {
    await run(ctx);
    ctx.elapsed.wall = performance.now() - ctx.startedAt;
    ctx.elapsed.timers = ctx.elapsed.wall;
  };
const choose = (label: string) => (ctx: PathContext) =>
  ctx.page.getByRole("radiogroup", { name: "位置显示" }).getByText(label).click();
const compare = (ctx: PathContext) => ctx.page.getByRole("switch", { name: "对齐起飞时刻" }).click();

/** 航迹回放 of two flights. */
export const playbackDriver = defineDriver<PlaybackDriverContext>({
  machine: "playback",
  title: "航迹回放",
  subject: playbackSubject,
  precondition: "已登录",
  key: () => null,
  walks: [
    [
      "a and b are opened",
      "a and b come",
      "play",
      "pause",
      "seek 150 s",
      "5 s back",
      "space",
      "home",
      "space",
      "end",
      "space",
      "end",
      "home",
      "raw positions",
      "smooth positions",
      "scrubbing starts",
      "scrubbed to 200 s",
      "scrubbing ends",
      "compare",
      "compare no more",
    ],
    [
      "a and b are opened at 150 s, twice as fast, not compared",
      "a comes, b fails",
      "retry",
      "b fails again",
      "retry",
      "b comes after all",
      // Twice as fast: at 32 times, a tenth of a second between the test and the page would be 3 s.
      "play",
      "1 times as fast",
      "scrubbing starts",
      "scrubbed to 200 s",
      "pause",
      "scrubbing ends",
      "32 times as fast",
      "compare",
    ],
    ["a and b are opened", "none comes", "retry", "a and a far b come", "compare no more", "end", "compare"],
  ],
  open: async (ctx) => {
    const { page } = ctx;
    const a = await holdCalls(page, "**/task/history/track/1?*");
    const b = await holdCalls(page, "**/task/history/track/2?*");
    await respondToCalls(page, "**/task/history/video/*", respondWith(0, "", []));
    await enterWithSession(ctx, "/page/directive");
    return { ...ctx, a, b, startedAt: performance.now() };
  },
  actions: {
    "a and b are opened": {
      description: "打开两次飞行的回放链接",
      run: timed(({ page, base }) => page.goto(`${base}${address}`)),
    },
    "a and b are opened at 150 s, twice as fast, not compared": {
      description: "打开带时刻、2 倍速、不对齐的回放链接",
      run: timed(({ page, base }) => page.goto(`${base}${address}&t=150000&speed=2&compare=0`)),
    },
    "a and b come": {
      description: "服务器给出两条航迹",
      run: timed(({ a, b }) => Promise.all([a.respond(trackA), b.respond(trackB)])),
    },
    "a and a far b come": {
      description: "服务器给出两条航迹，相隔两个多小时",
      run: timed(({ a, b }) => Promise.all([a.respond(trackA), b.respond(farB)])),
    },
    "a comes, b fails": {
      description: "第一条航迹到达，第二条请求失败",
      run: timed(({ a, b }) => Promise.all([a.respond(trackA), b.respond(abortCall)])),
    },
    "none comes": {
      description: "第一次飞行没有航迹，第二条请求失败",
      run: timed(({ a, b }) => Promise.all([a.respond(noTrackA), b.respond(abortCall)])),
    },
    "b comes after all": {
      description: "服务器给出第二条航迹",
      run: timed(({ b }) => b.respond(trackB)),
    },
    "b fails again": { description: "请求再次失败", run: timed(({ b }) => b.respond(abortCall)) },
    retry: {
      description: "点击“重试”",
      run: timed(({ page }) => page.getByRole("button", { name: "重试" }).click()),
    },
    play: { description: "按 L", run: timed(press("l")) },
    pause: { description: "按 K", run: timed(press("k")) },
    space: { description: "按空格", run: timed(press(" ")) },
    "seek 150 s": {
      description: "点击第 50 秒的事件",
      run: timed(({ page }) => page.getByRole("button", { name: "08:02:30 拍照 第 1 张" }).click()),
    },
    "5 s back": { description: "按 ←", run: timed(press("ArrowLeft")) },
    home: { description: "按 Home", run: timed(press("Home")) },
    end: { description: "按 End", run: timed(press("End")) },
    "32 times as fast": {
      description: "播放速度选 32×",
      run: timed(({ page }) => page.getByLabel("播放速度").selectOption("32")),
    },
    "1 times as fast": {
      description: "播放速度选 1×",
      run: timed(({ page }) => page.getByLabel("播放速度").selectOption("1")),
    },
    "scrubbing starts": {
      description: "按住进度条的滑块",
      run: timed(async ({ page }) => {
        await page.mouse.move(...(await findThumb(page)));
        await page.mouse.down();
      }),
    },
    "scrubbed to 200 s": {
      description: "拖到第 100 秒",
      run: timed(async ({ page }) => page.mouse.move(...(await findThumb(page, 200_000)), { steps: 4 })),
    },
    "scrubbing ends": { description: "松开", run: timed(({ page }) => page.mouse.up()) },
    compare: { description: "打开“对齐起飞时刻”", run: timed(compare) },
    "compare no more": { description: "关闭“对齐起飞时刻”", run: timed(compare) },
    "raw positions": { description: "选择“原始点位”", run: timed(choose("原始点位")) },
    "smooth positions": { description: "选择“平滑显示”", run: timed(choose("平滑显示")) },
  },
  checks: {
    loading: {
      description: "显示正在加载",
      check: ({ page }, { tracks }) =>
        tracks === ""
          ? page.getByText("正在加载航迹…").waitFor()
          : page.locator("button[data-loading]", { hasText: "重试" }).waitFor(),
    },
    failed: {
      description: "说明每次飞行无法回放的原因，可以重试",
      check: async ({ page }) => {
        await page.getByText("第 1 次飞行：这次飞行没有航迹：没有收到过它的位置。").waitFor();
        await page.getByText("第 2 次飞行：网络连接失败，请检查网络后重试。").waitFor();
      },
    },
    "ready.paused": { description: "停在该时刻", check: restAt("播放") },
    "ready.playing": { description: "正在播放", check: restAt("暂停") },
    "ready.ended": { description: "停在结尾", check: restAt("播放") },
    "ready.scrubbing": { description: "跟随滑块，不播放", check: restAt("播放") },
  },
});
