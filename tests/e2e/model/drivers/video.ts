import type { PulledStream } from "../../../../adapters/contract/video.ts";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { createAnswer } from "../../../history/trackAnswer.ts";
import { videoSubject } from "../../../model/subjects/video.ts";
import { type DriverAction, defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { abortCall, holdCalls, respondToCalls, respondWith } from "../holdCalls.ts";
import { getMenu } from "../pageChecks.ts";
import { waitUntil } from "../waitUntil.ts";
import { createFlvEdge } from "./flvEdge.ts";
import { getCell, retryButton, type VideoPathContext, videoChecks } from "./videoChecks.ts";

const taskId = "7";
/** Time for what the page does by timers when it opens. */
const openingStepMs = 50;
/** A minute by the server's clock, which the page knows to half a round trip: time passes during those here. */
const cleanMinuteMs = 61_000;

/** Lets time pass at once: each timer that is due fires once, at the end. */
async function passTime({ context, elapsed }: PathContext, ms: number): Promise<void> {
  // Before: the page may ask for the server's time meanwhile.
  elapsed.wall += ms;
  elapsed.timers += ms;
  await context.clock.fastForward(ms);
}

/** Lets time pass until the page has asked for this stream. */
async function waitForAsked(ctx: VideoPathContext, stream: string): Promise<void> {
  await waitUntil(async () => {
    if (ctx.asked.now === stream) return true;
    await passTime(ctx, openingStepMs);
    return false;
  }, `a request for ${stream}`);
}

/** Lets a minute pass, and another one if the picture has stalled by itself, as it may on a busy machine. */
async function passCleanMinute(ctx: VideoPathContext): Promise<void> {
  const stalls = await getCell(ctx)
    .locator("video")
    .evaluateHandle((video) => {
      const counted = { count: 0 };
      video.addEventListener("waiting", () => {
        counted.count += 1;
      });
      return counted;
    });
  await passTime(ctx, cleanMinuteMs);
  if (await stalls.evaluate(({ count }) => count > 0)) await passTime(ctx, cleanMinuteMs);
}

/** Shows the page at the address without loading the console anew. */
const showPage = ({ page }: PathContext, address: string) =>
  page.evaluate((shown) => {
    history.pushState({}, "", shown);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, address);

const answer = (
  description: string,
  changed: Partial<PulledStream> = {},
  validMs = 300_000,
): DriverAction<VideoPathContext> => ({
  description,
  run: async ({ pulls, asked, startedAt, elapsed }) => {
    const hls = asked.now?.startsWith("hls") ?? false;
    const address = `/media/live/${taskId}-0/stream.flv?expires=${elapsed.wall}`;
    const stream: PulledStream = {
      taskId,
      mode: hls ? "hls" : "flv",
      protocol: hls ? "hls" : "http-flv",
      url: address,
      wsUrl: address,
      playable: true,
      status: "live",
      source: "demo",
      lens: "wide",
      latencyMs: 800,
      expiresAt: new Date(startedAt + elapsed.wall + validMs).toISOString(),
      fallback: ["hls", "webrtc"],
      message: "",
      ...changed,
    };
    asked.now = null;
    await pulls.respond(respondWith(0, "", stream));
  },
});
const refuse = (description: string, changed: Partial<PulledStream>) =>
  answer(description, { url: "", playable: false, expiresAt: null, ...changed });
const fail: DriverAction<VideoPathContext> = {
  description: "请求失败",
  run: async ({ pulls, asked }) => {
    asked.now = null;
    await pulls.respond(abortCall);
  },
};

/** The picture of one task in 视频宫格, on a paused clock. The video plays in real time, at a quarter of its speed. */
export const videoDriver = defineDriver<VideoPathContext>({
  machine: "video",
  title: "实时画面",
  subject: videoSubject,
  precondition: "已登录，任务 7 在飞",
  key: () => null,
  walks: [
    [
      "flv at 4 is started",
      "pulled",
      "after",
      "after",
      "pulled while connecting",
      "data arrives",
      "after",
      "is tried again",
      "pulled",
      "a frame is shown",
      "breaks",
      "after",
      "pulled",
      "breaks",
      "is stopped",
    ],
    [
      "flv at 4 is started",
      "pulled",
      "data arrives",
      "a frame is shown",
      "progresses",
      "after",
      "renewal fails",
      "after",
      "renewed",
      "after",
      "renewed, offline",
      "after",
      "renewed for 10 s",
      "after",
      "renewed while connecting",
      "is stopped",
    ],
    [
      "flv at 4 is started",
      "pulled",
      "a frame is shown",
      "stalls",
      "goes on",
      "stalls",
      "goes on",
      "stalls",
      "pulled",
      "a frame is shown",
      "progresses 60 s on",
      "pulled",
      "a frame is shown",
      "stalls",
      "after",
      "is tried again",
      "pulled",
      "a frame is shown",
      "stalls",
      "is tried again",
    ],
    [
      "flv at 4 is started",
      "pulled, offline",
      "after",
      "pulled, for another program",
      "after",
      "pull fails",
      "after",
      "pulled, without a video server",
      "is tried again",
      "pulled, ended",
      "hls at 2 is started",
      "is stopped",
    ],
  ],
  open: async (ctx) => {
    const { page, context, elapsed } = ctx;
    const asked: VideoPathContext["asked"] = { now: null };
    await context.clock.install();
    const edge = await createFlvEdge(page, /\/media\/live\/7-0\//);
    const pulls = await holdCalls(page, "**/media/pull/7/*", ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      asked.now = `${pathname.split("/").at(-1)} at ${searchParams.get("quality")}`;
      return null;
    });
    let startedAt = 0;
    const task = { ...createAnswer([]).task, id: taskId, status: "running" as const };
    await respondToCalls(page, "**/task/start/list", (call) =>
      respondWith(0, "", {
        list: [task],
        total: 1,
        at: new Date(startedAt + elapsed.wall).toISOString(),
      })(call),
    );
    await enterWithSession(ctx, "/page/directive");
    await getMenu(page).waitFor();
    await pauseClock(page);
    startedAt = (await page.evaluate(() => Date.now())) - elapsed.wall;
    return { ...ctx, pulls, edge, asked, startedAt };
  },
  close: async ({ edge }) => edge.pause(),
  actions: {
    "flv at 4 is started": {
      description: "打开视频宫格，放大任务 7 的画面",
      run: async (ctx) => {
        await showPage(ctx, `/page/pictures?tasks=${taskId},-,-,-`);
        await waitForAsked(ctx, "flv at 3");
        await getCell(ctx).getByRole("button", { name: "放大画面" }).click();
        await waitForAsked(ctx, "flv at 4");
      },
    },
    "hls at 2 is started": {
      description: "退出全屏，选 9 画面和 HLS",
      run: async (ctx) => {
        await getCell(ctx).getByRole("button", { name: "退出全屏" }).click();
        await ctx.page.getByRole("radiogroup", { name: "宫格" }).getByText("9 画面").click();
        await ctx.page.getByRole("radiogroup", { name: "播放方式" }).getByText("HLS").click();
        await waitForAsked(ctx, "hls at 2");
      },
    },
    "is stopped": {
      description: "返回历史任务",
      run: async (ctx) => {
        await showPage(ctx, "/page/directive");
        ctx.asked.now = null;
      },
    },
    "is tried again": {
      description: "点击“重新连接”；没有这个按钮时，网络恢复",
      run: async (ctx) => {
        const button = getCell(ctx).getByRole("button", { name: retryButton });
        if (await button.isVisible()) await button.click();
        else await ctx.page.evaluate(() => window.dispatchEvent(new Event("online")));
      },
    },
    pulled: answer("服务器给出地址"),
    "pulled while connecting": answer("服务器给出地址，飞机还没有推流", { status: "connecting" }),
    "pulled, offline": refuse("服务器说没有画面，可换 HLS 或 WebRTC", {
      status: "offline",
      message: "无人机没有推流",
    }),
    "pulled, without a video server": refuse("服务器说没有画面，也没有别的方式", {
      status: "offline",
      fallback: [],
      message: "没有配置视频服务",
    }),
    "pulled, for another program": answer("服务器给出浏览器不能播放的地址", {
      playable: false,
      message: "请用播放器打开",
    }),
    "pulled, ended": refuse("服务器说任务已经结束", { status: "ended", fallback: [] }),
    "pull fails": fail,
    renewed: answer("服务器给出新的地址"),
    "renewed while connecting": answer("服务器给出新的地址，飞机还没有推流", { status: "connecting" }),
    "renewed for 10 s": answer("服务器给出 10 秒后失效的地址", {}, 10_000),
    "renewed, offline": refuse("服务器说没有画面", { status: "offline", message: "无人机没有推流" }),
    "renewal fails": fail,
    "data arrives": {
      description: "视频数据到达，还没有关键帧",
      run: ({ edge }) => edge.sendInterFrames(),
    },
    "a frame is shown": { description: "画面到达", run: ({ edge }) => edge.play() },
    stalls: { description: "不再有数据到达", run: async ({ edge }) => edge.pause() },
    "goes on": { description: "数据又到达", run: ({ edge }) => edge.play() },
    progresses: { description: "播放 1 秒", run: (ctx) => passTime(ctx, 1_000) },
    "progresses 60 s on": { description: "播放 60 秒", run: passCleanMinute },
    breaks: { description: "到达浏览器不能解码的视频", run: ({ edge }) => edge.sendUnknownCodec() },
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    // A renewal is due by the server's clock, as a minute without a stall.
    const margin = ms > 60_000 ? 20_000 : 1;
    await passTime(ctx, ms - margin);
    await checkStill();
    await passTime(ctx, 2 * margin);
  },
  checks: videoChecks,
});
