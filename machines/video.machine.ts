import { assign, fromCallback, fromPromise, sendTo, setup } from "xstate";
import { toErrorInfo } from "./errorInfo.ts";
import type {
  PulledVideo,
  VideoContext,
  VideoEvent,
  VideoPort,
  VideoRequest,
  VideoTag,
} from "./videoPort.ts";
import * as rules from "./videoRules.ts";

const noFault = { failures: 0, modeFailures: 0, failure: null } as const;
const noPicture = { video: null, stalls: [], latencyMs: null } as const;

/** A live picture: start in named steps, retries, other modes, quality by stalls, renewal of its address. */
export const videoMachine = <Video extends PulledVideo>(port: VideoPort<Video>) =>
  setup({
    types: {} as { context: VideoContext<Video>; events: VideoEvent; tags: VideoTag },
    actors: {
      pull: fromPromise<Video, VideoRequest>(({ input, signal }) => port.pull(input, signal)),
      player: fromCallback<{ type: "player.renew"; video: Video }, { video: Video | null }>(
        ({ input: { video }, sendBack, receive }) => {
          if (!video) return;
          const player = port.attach(video, {
            onData: () => sendBack({ type: "player.data" }),
            onFrame: () => sendBack({ type: "player.frame" }),
            onStall: () => sendBack({ type: "player.stall" }),
            onResume: () => sendBack({ type: "player.resume" }),
            onProgress: (latencyMs) => sendBack({ type: "player.progress", latencyMs }),
            onError: (message) => sendBack({ type: "player.error", message }),
          });
          receive((command) => player.renew(command.video));
          return () => player.detach();
        },
      ),
    },
    actions: {
      setWanted: assign((_, { mode, quality }: VideoRequest) => ({
        ...noPicture,
        ...noFault,
        mode,
        quality,
        wanted: { mode, quality },
        remaining: [],
      })),
      startAnew: assign(({ context: { wanted } }) => ({ ...noFault, mode: wanted.mode, remaining: [] })),
      clear: assign({ ...noPicture, ...noFault }),
      clearVideo: assign({ video: null, latencyMs: null }),
      setVideo: assign((_, { video }: { video: Video }) => ({ video })),
      // The answers for other modes name those that have been tried.
      setRemaining: assign(({ context: { mode, wanted, remaining } }, { fallback }: PulledVideo) => ({
        remaining: mode === wanted.mode ? fallback : remaining,
      })),
      renewPlayer: sendTo("player", (_, { video }: { video: Video }) => ({ type: "player.renew", video })),
      setFailure: assign((_, failure: NonNullable<VideoContext<Video>["failure"]>) => ({ failure })),
      countFailure: assign(({ context }) => rules.countFailure(context)),
      setShown: assign({ failure: null, cleanSince: () => port.now() }),
      setClean: assign({ cleanSince: () => port.now() }),
      setLatency: assign((_, latencyMs: number | null) => ({ latencyMs })),
      forgetFaults: assign({ ...noFault, cleanSince: () => port.now() }),
      addStall: assign(({ context }) => ({ stalls: rules.addStall(context.stalls, port.now()) })),
      lowerQuality: assign(({ context: { quality } }) => ({
        quality: rules.changeQuality(quality, -1),
        stalls: [],
      })),
      raiseQuality: assign(({ context: { quality } }) => ({
        ...noFault,
        quality: rules.changeQuality(quality, 1),
        stalls: [],
      })),
    },
    guards: {
      hasEnded: (_, { status }: PulledVideo) => status === "ended",
      // Neither another mode nor waiting would help.
      isRefused: (_, { status, playable, fallback }: PulledVideo) =>
        (status === "offline" || !playable) && fallback.length === 0,
      isOffline: (_, { status, playable }: PulledVideo) => status === "offline" || !playable,
      isUsable: (_, { status, playable }: PulledVideo) =>
        playable && (status === "live" || status === "connecting"),
      shouldLower: ({ context }) => rules.shouldLower(context, port.now()),
      isClean: ({ context }) => rules.isClean(context, port.now()),
      canRise: ({ context }) =>
        context.quality < context.wanted.quality && rules.isClean(context, port.now()),
    },
    delays: {
      backoff: ({ context }) => rules.getBackoffMs(context.failures),
      pushLimit: 10_000,
      frameLimit: 5_000,
      stallLimit: 10_000,
      renewal: ({ context: { video } }) => rules.getRenewalMs(video?.expiresAt ?? 0, port.now()),
      renewalRetry: 5_000,
    },
  }).createMachine({
    id: "video",
    context: {
      mode: "flv",
      quality: 4,
      wanted: { mode: "flv", quality: 4 },
      remaining: [],
      ...noPicture,
      ...noFault,
      cleanSince: 0,
    },
    initial: "idle",
    on: {
      "video.start": {
        target: ".requesting",
        reenter: true,
        actions: {
          type: "setWanted",
          params: ({ event: { mode, quality } }) => ({ mode, quality }),
        },
      },
      "video.stop": { target: ".idle", actions: "clear" },
    },
    states: {
      idle: { tags: "idle" },
      /** 请求中: the platform is asked for an address. */
      requesting: {
        tags: "pulling",
        entry: "clearVideo",
        invoke: {
          id: "pull",
          src: "pull",
          input: ({ context: { mode, quality } }) => ({ mode, quality }),
          onDone: [
            { guard: { type: "hasEnded", params: ({ event }) => event.output }, target: "ended" },
            {
              guard: { type: "isRefused", params: ({ event }) => event.output },
              target: "failed",
              actions: {
                type: "setFailure",
                params: ({ event }) => ({ step: "pushing", message: event.output.message }),
              },
            },
            {
              guard: { type: "isOffline", params: ({ event }) => event.output },
              target: "retrying",
              // A mode that is refused may be the only one that is not offered.
              actions: [
                { type: "setRemaining", params: ({ event }) => event.output },
                {
                  type: "setFailure",
                  params: ({ event }) => ({ step: "pushing", message: event.output.message }),
                },
              ],
            },
            {
              target: "attached",
              actions: [
                { type: "setRemaining", params: ({ event }) => event.output },
                { type: "setVideo", params: ({ event }) => ({ video: event.output }) },
              ],
            },
          ],
          onError: {
            target: "retrying",
            actions: {
              type: "setFailure",
              params: ({ event }) => ({ step: "requesting", message: toErrorInfo(event.error).message }),
            },
          },
        },
      },
      /** A player has the address. */
      attached: {
        invoke: { id: "player", src: "player", input: ({ context: { video } }) => ({ video }) },
        initial: "pushing",
        states: {
          /** 推流: nothing has arrived yet. */
          pushing: {
            tags: "pulling",
            on: {
              "player.data": "firstFrame",
              "player.frame": { target: "playing", actions: "setShown" },
              "player.error": {
                target: "#video.retrying",
                actions: {
                  type: "setFailure",
                  params: ({ event }) => ({ step: "pushing", message: event.message }),
                },
              },
            },
            after: {
              pushLimit: {
                target: "#video.retrying",
                actions: { type: "setFailure", params: { step: "pushing", message: "" } },
              },
            },
          },
          /** 首帧: bytes arrive, but no picture yet. */
          firstFrame: {
            tags: "pulling",
            on: {
              "player.frame": { target: "playing", actions: "setShown" },
              "player.error": {
                target: "#video.retrying",
                actions: {
                  type: "setFailure",
                  params: ({ event }) => ({ step: "firstFrame", message: event.message }),
                },
              },
            },
            after: {
              frameLimit: {
                target: "#video.retrying",
                actions: { type: "setFailure", params: { step: "firstFrame", message: "" } },
              },
            },
          },
          playing: {
            tags: "playing",
            on: {
              "player.stall": [
                { guard: "shouldLower", target: "#video.requesting", actions: "lowerQuality" },
                { target: "stalled", actions: "addStall" },
              ],
              "player.progress": [
                { guard: "canRise", target: "#video.requesting", actions: "raiseQuality" },
                {
                  guard: "isClean",
                  actions: [{ type: "setLatency", params: ({ event }) => event.latencyMs }, "forgetFaults"],
                },
                { actions: { type: "setLatency", params: ({ event }) => event.latencyMs } },
              ],
              "player.error": {
                target: "#video.retrying",
                actions: {
                  type: "setFailure",
                  params: ({ event }) => ({ step: "playing", message: event.message }),
                },
              },
            },
            initial: "steady",
            states: {
              steady: { after: { renewal: "renewing" } },
              /** The picture continues with the old address. */
              renewing: {
                invoke: {
                  id: "renew",
                  src: "pull",
                  input: ({ context: { mode, quality } }) => ({ mode, quality }),
                  onDone: [
                    {
                      guard: { type: "isUsable", params: ({ event }) => event.output },
                      target: "steady",
                      actions: [
                        { type: "setVideo", params: ({ event }) => ({ video: event.output }) },
                        { type: "renewPlayer", params: ({ event }) => ({ video: event.output }) },
                      ],
                    },
                    { target: "waiting" },
                  ],
                  onError: "waiting",
                },
              },
              waiting: { after: { renewalRetry: "renewing" } },
            },
          },
          stalled: {
            tags: "stalled",
            on: {
              "player.resume": { target: "playing", actions: "setClean" },
              "video.retry": { target: "#video.requesting", actions: "startAnew" },
              "player.error": {
                target: "#video.retrying",
                actions: {
                  type: "setFailure",
                  params: ({ event }) => ({ step: "playing", message: event.message }),
                },
              },
            },
            after: {
              stallLimit: {
                target: "#video.retrying",
                actions: { type: "setFailure", params: { step: "playing", message: "" } },
              },
            },
          },
        },
      },
      /** Tries again with growing pauses for as long as the picture is shown. */
      retrying: {
        tags: "retrying",
        entry: ["countFailure", "clearVideo"],
        after: { backoff: "requesting" },
        on: { "video.retry": { target: "requesting", actions: "startAnew" } },
      },
      /** The platform cannot offer this picture. */
      failed: {
        tags: "failed",
        on: { "video.retry": { target: "requesting", actions: "startAnew" } },
      },
      /** The task is over. */
      ended: { tags: "ended", entry: "clear" },
    },
  });
