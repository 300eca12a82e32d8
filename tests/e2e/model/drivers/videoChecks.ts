import { equal } from "node:assert/strict";
import type { Observed } from "../../../model/createReference.ts";
import type { DriverCheck, PathContext } from "../defineDriver.ts";
import type { PendingCalls } from "../holdCalls.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";
import type { FlvEdge } from "./flvEdge.ts";

export interface VideoPathContext extends PathContext {
  readonly pulls: PendingCalls;
  readonly edge: FlvEdge;
  /** The unanswered request for an address, as `flv at 4`; null where there is none. */
  readonly asked: { now: string | null };
  /** The page's and the server's clock when the test began, UTC ms. */
  readonly startedAt: number;
}

export const getCell = ({ page }: PathContext) => page.getByRole("region", { name: "画面 1：巡检" });
const getState = (ctx: PathContext) => getCell(ctx).getByRole("status");

/** The step of the start that is marked. */
const startsWith =
  (step: string) =>
  async (ctx: PathContext): Promise<void> => {
    await getState(ctx).locator("[aria-current=step]").getByText(step, { exact: true }).waitFor();
  };

/** Pictures follow each other, with nothing drawn over them. */
async function expectMoving(ctx: VideoPathContext, { latencyMs }: Observed): Promise<void> {
  await getCell(ctx).getByText("演示", { exact: true }).waitFor();
  await waitForValue(() => getState(ctx).count(), 0, "the number of notices");
  const countFrames = () =>
    getCell(ctx)
      .locator("video")
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const before = await countFrames();
  await waitUntil(async () => (await countFrames()) > before + 2, "more frames");
  if (latencyMs !== null)
    await getCell(ctx)
      .getByText(/^延迟 \d\.\d 秒$/)
      .waitFor();
}

const expectNothingAsked = ({ asked }: VideoPathContext) => equal(asked.now, null);

/** What the page says of a failure of the expectation. */
const failureTexts: Readonly<Record<string, string>> = {
  "requesting: 连接中断": "请求中失败：平台没有应答",
  "pushing: 无人机没有推流": "推流失败：无人机没有推流",
  "pushing: 请用播放器打开": "推流失败：请用播放器打开",
  "pushing: 没有配置视频服务": "没有配置视频服务",
  "pushing: ": "推流失败：没有收到视频数据",
  "pushing: 解码失败": "推流失败：视频内容无法解码",
  "firstFrame: ": "首帧失败：收到了数据，但没有画面",
  "firstFrame: 解码失败": "首帧失败：视频内容无法解码",
  "playing: ": "播放失败：画面停住后没有恢复",
  "playing: 解码失败": "播放失败：视频内容无法解码",
};
export const retryButton = "重新连接";

/** What an operator sees of each state of a picture, and what the page asks the platform for. */
export const videoChecks: Readonly<Record<string, DriverCheck<VideoPathContext>>> = {
  idle: {
    description: "没有画面",
    check: ({ page }) => waitForValue(() => page.locator("video:visible").count(), 0, "the number of videos"),
  },
  requesting: {
    description: "显示“请求中”，按画面大小和方式请求地址",
    check: async (ctx, { mode, quality }) => {
      await startsWith("请求中")(ctx);
      const expected = `${String(mode)} at ${String(quality)}`;
      await waitForValue(() => ctx.asked.now, expected, "the stream that is asked for");
    },
  },
  "attached.pushing": { description: "显示“推流”", check: startsWith("推流") },
  "attached.firstFrame": { description: "显示“首帧”", check: startsWith("首帧") },
  "attached.playing.steady": {
    description: "画面在动，不请求新的地址",
    check: async (ctx, seen) => {
      await expectMoving(ctx, seen);
      expectNothingAsked(ctx);
    },
  },
  "attached.playing.renewing": {
    description: "画面在动，请求新的地址",
    check: async (ctx, seen) => {
      const expected = `${String(seen["mode"])} at ${String(seen["quality"])}`;
      await waitForValue(() => ctx.asked.now, expected, "the stream that is asked for");
      await expectMoving(ctx, seen);
    },
  },
  "attached.playing.waiting": {
    description: "画面在动，暂不再请求",
    check: async (ctx, seen) => {
      await expectMoving(ctx, seen);
      expectNothingAsked(ctx);
    },
  },
  "attached.stalled": {
    description: "显示“画面停住”",
    check: (ctx) => getState(ctx).getByText("画面停住，正在等待数据…").waitFor(),
  },
  retrying: {
    description: "说明失败的步骤和次数，自动重试，可以立即重新连接",
    check: async (ctx, { failure, failures }) => {
      const text = failureTexts[String(failure)] ?? `no text for ${String(failure)}`;
      await getState(ctx)
        .getByText(`${text}，稍后自动重试（第 ${String(failures)} 次）…`, { exact: true })
        .waitFor();
      await getCell(ctx).getByRole("button", { name: retryButton }).waitFor();
      expectNothingAsked(ctx);
    },
  },
  failed: {
    description: "说明为什么没有画面，可以重新连接",
    check: async (ctx, { failure }) => {
      const text = failureTexts[String(failure)] ?? `no text for ${String(failure)}`;
      await getState(ctx).getByText(text, { exact: true }).waitFor();
      await getCell(ctx).getByRole("button", { name: retryButton }).waitFor();
      expectNothingAsked(ctx);
    },
  },
  ended: {
    description: "说明任务已经结束",
    check: (ctx) => getState(ctx).getByText("任务已经结束，没有实时画面。").waitFor(),
  },
};
