import { defineExpectation } from "../createReference.ts";
import {
  allStates,
  type Does,
  failIn,
  inStates,
  leaveEffects,
  noAddress,
  noFault,
  playingStates,
  renewing,
  steady,
  type VideoObserved,
  waiting,
  wantedMode,
} from "./videoObserved.ts";

const pulls: Does = ({ mode, quality }) => [`pulls ${mode} at ${quality}`];
const stallRecently = (stalls: readonly number[], now: number) =>
  stalls.filter((at) => at > now - 30_000).length === 2;
const stallLabels = ["stalls", "stalls 29999 ms on", "stalls 30000 ms on"];
const progressLabels = ["progresses", "progresses 59999 ms on", "progresses 60 s on"];
const isClean = ({ cleanSince }: VideoObserved, now: number) => now - cleanSince >= 60_000;
/** An answer without a picture: it names the modes that are offered instead. */
const refuseIn = (on: string, failure: string) =>
  failIn(["requesting"], on, failure, false, "a mode that is not offered leads to another", "hls webrtc");
const wantedQuality = ({ wanted }: VideoObserved) => Number(wanted.split(" ").at(-1));

/** A live picture. */
export const videoExpectation = defineExpectation<VideoObserved>({
  seen: () => ({
    mode: "flv",
    quality: 4,
    wanted: "flv at 4",
    remaining: "",
    expiresAt: null,
    ...noFault,
    stalls: [],
    cleanSince: 0,
    latencyMs: null,
  }),
  start: [],
  regions: {
    "": {
      initial: "idle",
      states: {
        idle: ["idle"],
        requesting: ["pulling"],
        "attached.pushing": ["pulling"],
        "attached.firstFrame": ["pulling"],
        [steady]: ["playing"],
        [renewing]: ["playing"],
        [waiting]: ["playing"],
        "attached.stalled": ["stalled"],
        retrying: ["retrying"],
        failed: ["failed"],
        ended: ["ended"],
      },
      timers: {
        "attached.pushing": { ms: 10_000, row: "推流" },
        "attached.firstFrame": { ms: 5_000, row: "首帧" },
        "attached.stalled": { ms: 10_000 },
        [steady]: {
          ms: ({ expiresAt }, now) => Math.max(5_000, (expiresAt ?? 0) - now - 30_000),
          row: "address renewed before it expires",
        },
        [waiting]: { ms: 5_000 },
        retrying: {
          ms: ({ failures }) => [0, 1_000, 2_000, 4_000, 8_000, 16_000][failures] ?? 30_000,
          row: "backoff",
        },
      },
      rules: [
        ...inStates(
          allStates,
          {
            on: "flv at 4 is started",
            to: "requesting",
            sets: {
              ...noAddress,
              ...noFault,
              mode: "flv",
              quality: 4,
              wanted: "flv at 4",
              remaining: "",
              stalls: [],
            },
            row: "请求中",
          },
          () => ["pulls flv at 4"],
        ),
        ...inStates(
          allStates,
          {
            on: "hls at 2 is started",
            to: "requesting",
            sets: {
              ...noAddress,
              ...noFault,
              mode: "hls",
              quality: 2,
              wanted: "hls at 2",
              remaining: "",
              stalls: [],
            },
          },
          () => ["pulls hls at 2"],
        ),
        ...inStates(allStates, {
          on: "is stopped",
          to: "idle",
          sets: { ...noAddress, ...noFault, stalls: [] },
        }),

        {
          from: "requesting",
          on: ["pulled", "pulled while connecting"],
          to: "attached.pushing",
          sets: ({ mode, wanted, remaining }, now) => ({
            expiresAt: now + 300_000,
            remaining: wanted.startsWith(mode) ? "hls webrtc" : remaining,
          }),
          does: ["attaches first"],
          row: "推流",
        },
        {
          from: "requesting",
          on: "pulled, ended",
          to: "ended",
          sets: { ...noAddress, ...noFault, stalls: [] },
        },
        ...refuseIn("pulled, offline", "pushing: 无人机没有推流"),
        {
          from: "requesting",
          on: "pulled, without a video server",
          to: "failed",
          sets: { failure: "pushing: 没有配置视频服务" },
          row: "a refusal without another mode is final",
        },
        ...refuseIn("pulled, for another program", "pushing: 请用播放器打开"),
        ...failIn(["requesting"], "pull fails", "requesting: 连接中断", false),

        { from: "attached.pushing", on: "data arrives", to: "attached.firstFrame", row: "首帧" },
        ...["attached.pushing", "attached.firstFrame"].map((from) => ({
          from,
          on: "a frame is shown",
          to: steady,
          sets: (_: VideoObserved, now: number) => ({ failure: null, cleanSince: now }),
        })),
        ...failIn(["attached.pushing"], "after", "pushing: "),
        ...failIn(["attached.pushing"], "breaks", "pushing: 解码失败"),
        ...failIn(["attached.firstFrame"], "after", "firstFrame: "),
        ...failIn(["attached.firstFrame"], "breaks", "firstFrame: 解码失败"),
        ...failIn([...playingStates, "attached.stalled"], "breaks", "playing: 解码失败"),
        ...failIn(["attached.stalled"], "after", "playing: "),

        ...playingStates.flatMap((from) => [
          {
            from,
            on: stallLabels,
            if: ({ quality, stalls }: VideoObserved, now: number) =>
              quality > 1 && stallRecently(stalls, now),
            to: "requesting",
            sets: ({ quality }: VideoObserved) => ({ ...noAddress, quality: quality - 1, stalls: [] }),
            does: ({ mode, quality }: VideoObserved) => [
              ...(leaveEffects[from] ?? []),
              `pulls ${mode} at ${quality}`,
            ],
            row: "step-down after 3 stalls in 30 s",
          },
          {
            from,
            on: stallLabels,
            to: "attached.stalled",
            sets: ({ stalls }: VideoObserved, now: number) => ({ stalls: [...stalls, now].slice(-2) }),
            does: from === renewing ? ["aborts renew"] : [],
          },
          {
            from,
            on: progressLabels,
            if: (seen: VideoObserved, now: number) =>
              isClean(seen, now) && seen.quality < wantedQuality(seen),
            to: "requesting",
            sets: ({ quality }: VideoObserved) => ({
              ...noAddress,
              ...noFault,
              quality: quality + 1,
              stalls: [],
            }),
            does: ({ mode, quality }: VideoObserved) => [
              ...(leaveEffects[from] ?? []),
              `pulls ${mode} at ${quality}`,
            ],
            row: "up after 60 s clean",
          },
        ]),
        {
          from: playingStates,
          on: "progresses",
          if: isClean,
          sets: (_, now) => ({ ...noFault, cleanSince: now, latencyMs: 800 }),
        },
        { from: playingStates, on: "progresses", sets: { latencyMs: 800 }, row: "measured latency" },
        {
          from: playingStates,
          on: "progresses 59999 ms on",
          if: isClean,
          sets: (_, now) => ({ ...noFault, cleanSince: now, latencyMs: null }),
        },
        { from: playingStates, on: "progresses 59999 ms on", sets: { latencyMs: null } },
        {
          from: playingStates,
          on: "progresses 60 s on",
          sets: (_, now) => ({ ...noFault, cleanSince: now, latencyMs: 900 }),
        },
        { from: "attached.stalled", on: "goes on", to: steady, sets: (_, now) => ({ cleanSince: now }) },

        {
          from: [steady, waiting],
          on: "after",
          to: renewing,
          does: ({ mode, quality }) => [`renews ${mode} at ${quality}`],
          row: "address renewed before it expires",
        },
        {
          from: renewing,
          on: ["renewed", "renewed while connecting"],
          to: steady,
          sets: (_, now) => ({ expiresAt: now + 300_000 }),
          does: ["renews the player by second"],
        },
        {
          from: renewing,
          on: "renewed for 10 s",
          to: steady,
          sets: { expiresAt: 1 },
          does: ["renews the player by second"],
        },
        {
          from: renewing,
          on: ["renewed, offline", "renewed, ended", "renewed, for another program", "renewal fails"],
          to: waiting,
        },

        { from: "retrying", on: "after", to: "requesting", does: pulls, row: "1, 2, 4, 8, 16, 30 s" },
        ...inStates(
          ["retrying", "failed", "attached.stalled"],
          {
            on: "is tried again",
            to: "requesting",
            sets: (seen) => ({ ...noAddress, ...noFault, mode: wantedMode(seen), remaining: "" }),
          },
          // Of what has been set.
          ({ mode, quality }) => [`pulls ${mode} at ${quality}`],
        ),
      ],
    },
  },
});
