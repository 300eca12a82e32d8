import type { VideoContext, VideoStep } from "../../../machines/videoPort.ts";

/** Steps of a picture, as they are shown. */
export const stepLabels: Readonly<Record<VideoStep, string>> = {
  requesting: "请求中",
  pushing: "推流",
  firstFrame: "首帧",
  playing: "播放",
};

/** The message of a step that took too long. */
const timeoutMessages: Readonly<Record<VideoStep, string>> = {
  requesting: "平台没有应答",
  pushing: "没有收到视频数据",
  firstFrame: "收到了数据，但没有画面",
  playing: "画面停住后没有恢复",
};

/** Which step failed, and why; empty without a failure. */
export function formatFailure({ failure }: Pick<VideoContext<unknown>, "failure">): string {
  if (!failure) return "";
  return `${stepLabels[failure.step]}失败：${failure.message || timeoutMessages[failure.step]}`;
}
