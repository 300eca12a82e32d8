import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";

export const videoLens = defineEnum("video_lens", { wide: "广角", zoom: "变焦", ir: "红外" });
export type VideoLens = z.infer<typeof videoLens.schema>;

/** How a picture is carried: HTTP-FLV, HLS, WebRTC by WHEP, or RTMP for programs outside the browser. */
export const pullModes = ["flv", "hls", "webrtc", "rtmp"] as const;
export type PullMode = (typeof pullModes)[number];

export const pullStatus = defineEnum("pull_status", {
  connecting: ["正在连接", "blue"],
  live: ["直播中", "green"],
  offline: ["无画面", "gray"],
  ended: ["已结束", "gray"],
});
export type PullStatus = z.infer<typeof pullStatus.schema>;

export const pullSource = defineEnum("pull_source", { demo: "演示", device: "设备" });

/** 0 lets the edge choose; 1 is the smallest picture, 4 the largest. */
export const qualities = [0, 1, 2, 3, 4] as const;
export type Quality = (typeof qualities)[number];

export const pulledStream = z.object({
  /** The task, or the one that its flights were attached to. */
  taskId: f.id,
  mode: z.enum(pullModes),
  protocol: z.enum(["http-flv", "hls", "whep", "rtmp"]),
  /** Whole, or a path of the platform; empty where there is no picture. Valid until `expiresAt`, to be opened. */
  url: z.string(),
  /** The same stream over a WebSocket, for pages with many pictures. */
  wsUrl: z.optional(z.string()),
  /** Whether a browser can play it. */
  playable: z.boolean(),
  status: pullStatus.schema,
  source: pullSource.schema,
  lens: videoLens.schema,
  /** Delay that the mode usually has, ms. */
  latencyMs: z.int(),
  /** Null without an address. */
  expiresAt: z.nullable(f.instant),
  /** Other modes that can be played, best first. */
  fallback: z.array(z.enum(pullModes)),
  /** Why there is no picture, and what to do; empty where there is one. */
  message: z.string(),
});
export type PulledStream = z.infer<typeof pulledStream>;

export const flightVideo = z.object({
  id: f.id,
  version: f.version,
  taskId: f.id,
  flightId: f.id,
  name: z.string(),
  /** Whole, or a path of the platform. Valid until `expiresAt`. */
  url: z.string(),
  expiresAt: f.instant,
  /** Address of a picture of it; empty where there is none. */
  cover: z.string(),
  startedAt: f.instant,
  /** Time of its first frame after the flight's start, ms, corrected by hand; negative where it began before. */
  offsetMs: z.int(),
  durationS: z.number(),
  bytes: z.int(),
  lens: videoLens.schema,
});
export type FlightVideo = z.infer<typeof flightVideo>;

/** Half a day to either side of the flight's start. */
const maxOffsetMs = 43_200_000;

export const videoCalls = defineCalls({
  /** Never starts a stream: asking twice changes nothing. An address for a screen plays on that screen alone. */
  mediaPull: {
    host: "api",
    method: "GET",
    path: "/media/pull/:taskId/:mode",
    summary: "实时画面地址",
    access: ["admin", "operator", "duty", "maintainer"],
    comesWith: ["/task/start/list", "/task/history/list"],
    params: z.object({ taskId: f.id, mode: z.enum(pullModes) }),
    query: z.object({
      quality: z._default(z.pipe(z.coerce.number(), z.literal(qualities)), 0),
    }),
    ownFields: ["quality"],
    data: pulledStream,
  },
  taskVideos: {
    host: "api",
    method: "GET",
    path: "/task/history/video/:id",
    summary: "飞行视频",
    access: ["admin", "operator", "duty", "maintainer"],
    comesWith: ["/task/start/list", "/task/history/list"],
    params: z.object({ id: f.id }),
    /** Oldest first. */
    data: wholeList(flightVideo),
  },
  /** For a recorder whose clock was off. */
  videoOffset: {
    host: "api",
    method: "POST",
    path: "/x/video/offset",
    summary: "校准视频时间",
    access: ["admin", "operator", "maintainer"],
    audit: "video",
    body: z.strictObject({
      id: f.id,
      version: f.version,
      offsetMs: z.int().check(z.minimum(-maxOffsetMs), z.maximum(maxOffsetMs)),
      requestId: f.requestId,
    }),
    data: f.saveResult,
  },
});
