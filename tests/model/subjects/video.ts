import { videoMachine } from "../../../machines/video.machine.ts";
import type { PulledVideo, VideoContext, VideoListener } from "../../../machines/videoPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { videoExpectation } from "../expect/video.ts";

interface Video extends PulledVideo {
  readonly url: string;
}

/** An answer to a pull, or to a renewal, whose address is valid for five minutes. */
const answerStimulus = (label: string, call: "pull" | "renew", changed: Partial<Video> = {}) => ({
  label,
  type: `xstate.done.actor.${call}`,
  event: ({ now }: { readonly now: number }) => ({
    type: `xstate.done.actor.${call}`,
    output: {
      url: call === "pull" ? "first" : "second",
      status: "live",
      playable: true,
      expiresAt: now + 300_000,
      fallback: ["hls", "webrtc"],
      message: "",
      ...changed,
    },
  }),
});

/** Whether the address expires so soon that a renewal may follow stalls within 30 s. */
const isShort = ({ video }: VideoContext<Video>) => video?.expiresAt === 1;

/** The video machine with pending calls and a player without a picture. */
export const videoSubject = defineSubject({
  name: "video",
  expectation: videoExpectation,
  build: (environment) => {
    let listener: VideoListener | null = null;
    return {
      machine: videoMachine<Video>({
        pull: ({ mode, quality }, signal) =>
          listener
            ? environment.call("renew", `renews ${mode} at ${quality}`, signal)
            : environment.call("pull", `pulls ${mode} at ${quality}`, signal),
        attach: ({ url }, attached) => {
          environment.recordEffect(`attaches ${url}`);
          listener = attached;
          return {
            renew: (video) => environment.recordEffect(`renews the player by ${video.url}`),
            detach: () => {
              listener = null;
              environment.recordEffect("detaches");
            },
          };
        },
        now: environment.now,
      }),
      deliver: (event) => {
        if (!event.type.startsWith("player.")) return "send";
        if (!listener) return "impossible";
        if (event.type === "player.data") listener.onData();
        else if (event.type === "player.frame") listener.onFrame();
        else if (event.type === "player.stall") listener.onStall();
        else if (event.type === "player.resume") listener.onResume();
        else if (event.type === "player.progress") listener.onProgress(event.latencyMs);
        else listener.onError(event.message);
        return "delivered";
      },
    };
  },
  observe: (context: VideoContext<Video>) => ({
    mode: context.mode,
    quality: context.quality,
    wanted: `${context.wanted.mode} at ${context.wanted.quality}`,
    remaining: context.remaining.join(" "),
    expiresAt: context.video?.expiresAt ?? null,
    failures: context.failures,
    modeFailures: context.modeFailures,
    failure: context.failure && `${context.failure.step}: ${context.failure.message}`,
    stalls: [...context.stalls],
    cleanSince: context.cleanSince,
    latencyMs: context.latencyMs,
  }),
  // Faults and quality are told apart one at a time: together they make thousands of paths.
  key: ({ context }) =>
    context.failures > 0
      ? [context.failures, context.mode, context.modeFailures, context.remaining.length]
      : [context.wanted.quality, context.quality, context.stalls.length, isShort(context)],
  // Everything is explored without a fault; faults only as they add up. Every event in every state comes anyway.
  shouldExplore: ({ context }, { label }) => {
    const { failures, quality, stalls, wanted } = context;
    const isQualityLabel = /^(?:stalls|goes on|progresses 60 s on)$/.test(label);
    if (wanted.quality < 4) return label === "pulled";
    if (isShort(context)) return /^(?:stalls|goes on|renewal fails)$/.test(label);
    if (quality < 4 || stalls.length > 0)
      return isQualityLabel || /^(?:pulled|a frame is shown|renewal fails)$/.test(label);
    if (failures > 6) return false;
    if (failures > 1) return /^(?:pull fails|is tried again)$/.test(label);
    if (failures > 0) return /^(?:pulled|pull fails|a frame is shown|progresses 60 s on)$/.test(label);
    return true;
  },
  stimuli: [
    { label: "flv at 4 is started", event: { type: "video.start", mode: "flv", quality: 4 } },
    { label: "hls at 2 is started", event: { type: "video.start", mode: "hls", quality: 2 } },
    { label: "is stopped", event: { type: "video.stop" } },
    { label: "is tried again", event: { type: "video.retry" } },
    answerStimulus("pulled", "pull"),
    answerStimulus("pulled while connecting", "pull", { status: "connecting" }),
    answerStimulus("pulled, offline", "pull", { status: "offline", message: "无人机没有推流" }),
    answerStimulus("pulled, without a video server", "pull", {
      status: "offline",
      fallback: [],
      message: "没有配置视频服务",
    }),
    answerStimulus("pulled, for another program", "pull", { playable: false, message: "请用播放器打开" }),
    answerStimulus("pulled, ended", "pull", { status: "ended" }),
    {
      label: "pull fails",
      event: { type: "xstate.error.actor.pull", error: { kind: "offline", message: "连接中断" } },
    },
    answerStimulus("renewed", "renew"),
    answerStimulus("renewed while connecting", "renew", { status: "connecting" }),
    answerStimulus("renewed for 10 s", "renew", { expiresAt: 1 }),
    answerStimulus("renewed, offline", "renew", { status: "offline" }),
    answerStimulus("renewed, ended", "renew", { status: "ended" }),
    answerStimulus("renewed, for another program", "renew", { playable: false }),
    {
      label: "renewal fails",
      event: { type: "xstate.error.actor.renew", error: { kind: "offline", message: "连接中断" } },
    },
    { label: "data arrives", event: { type: "player.data" } },
    { label: "a frame is shown", event: { type: "player.frame" } },
    { label: "stalls", event: { type: "player.stall" } },
    { label: "stalls 29999 ms on", event: { type: "player.stall" }, sleep: 29_999 },
    { label: "stalls 30000 ms on", event: { type: "player.stall" }, sleep: 30_000 },
    { label: "goes on", event: { type: "player.resume" } },
    { label: "progresses", event: { type: "player.progress", latencyMs: 800 } },
    { label: "progresses 59999 ms on", event: { type: "player.progress", latencyMs: null }, sleep: 59_999 },
    { label: "progresses 60 s on", event: { type: "player.progress", latencyMs: 900 }, sleep: 60_000 },
    { label: "breaks", event: { type: "player.error", message: "解码失败" } },
  ],
  invariant: ({ at, effects }) =>
    effects.some((item) => item.startsWith("pulls")) && at !== "requesting" ? `pulls in ${at}` : null,
});
