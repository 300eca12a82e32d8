import type { PulledStream, PullMode, PullStatus, Quality } from "../../../adapters/contract/video.ts";
import { choosePicture } from "../../media/clips.ts";
import { fillTemplate } from "../../media/edgeAddresses.ts";
import { signStreamAddress, toStreamName } from "../../media/mediaAddresses.ts";
import type { MediaEdge, MediaTemplates } from "../../media/mediaSettings.ts";
import { openWithinMs } from "../../media/mediaSignature.ts";
import type { TaskRecord } from "../../telemetry/flights/openTasks.ts";

/** What a mode is called on the wire, and its usual delay. */
const modes = {
  flv: { protocol: "http-flv", latencyMs: 800 },
  hls: { protocol: "hls", latencyMs: 6_000 },
  webrtc: { protocol: "whep", latencyMs: 300 },
  rtmp: { protocol: "rtmp", latencyMs: 2_000 },
} as const;

const modeLabels: Readonly<Record<PullMode, string>> = {
  flv: "FLV",
  hls: "HLS",
  webrtc: "WebRTC",
  rtmp: "RTMP",
};

/** Modes that a browser plays, best first. */
const playedModes = ["flv", "hls", "webrtc"] as const satisfies readonly PullMode[];

export interface PullRequest {
  readonly task: Pick<TaskRecord, "id" | "status" | "source" | "droneSn">;
  readonly mode: PullMode;
  readonly quality: Quality;
  /** Whether a flight of the task is under way. */
  readonly isFlying: boolean;
}

export interface PullContext {
  readonly edge: MediaEdge | null;
  readonly secretKey: Buffer;
  readonly now: Date;
}

type Address = Pick<PulledStream, "url" | "wsUrl" | "expiresAt">;

/** Where the picture of a task is to be had, and how it stands. */
export function pullStream(request: PullRequest, context: PullContext): PulledStream {
  const { task, mode, isFlying } = request;
  const isDemo = task.source !== "device";
  const offered = isDemo ? (["flv", "hls"] as const) : getOfferedModes(context.edge?.templates ?? {});
  const common = {
    taskId: task.id,
    mode,
    ...modes[mode],
    source: isDemo ? "demo" : "device",
    lens: isDemo ? choosePicture(task.id).lens : "wide",
  } as const;
  const refusal = getRefusal(request, context, offered);
  if (refusal)
    return {
      ...common,
      ...refusal,
      url: "",
      playable: false,
      expiresAt: null,
      fallback: refusal.status === "ended" ? [] : getFallback(mode, offered),
    };
  return {
    ...common,
    ...(isDemo ? createDemoAddress(request, context) : createDeviceAddress(request, context)),
    playable: mode !== "rtmp",
    status: isFlying ? "live" : "connecting",
    fallback: getFallback(mode, offered),
    message: "",
  };
}

const getOfferedModes = (templates: MediaTemplates): readonly PullMode[] =>
  (["flv", "hls", "webrtc", "rtmp"] as const).filter((mode) => templates[mode] !== undefined);

const getFallback = (mode: PullMode, offered: readonly PullMode[]) =>
  playedModes.filter((each) => each !== mode && offered.includes(each));

/** Why there is no picture; null where there is one. */
function getRefusal(
  { task, mode }: PullRequest,
  { edge }: PullContext,
  offered: readonly PullMode[],
): { readonly status: PullStatus; readonly message: string } | null {
  if (task.status === "planned") return { status: "offline", message: "任务尚未起飞，起飞后才有画面" };
  if (task.status !== "running")
    return { status: "ended", message: "任务已经结束，没有实时画面；录像在历史任务中查看" };
  if (task.source === "device" && !edge)
    return { status: "offline", message: "平台没有配置视频服务，无法取得设备画面；请联系运维人员" };
  if (offered.includes(mode)) return null;
  const label = modeLabels[mode];
  return { status: "offline", message: `这路画面不提供 ${label} 方式，请换一种播放方式` };
}

function createDemoAddress({ task, mode, quality }: PullRequest, { secretKey, now }: PullContext): Address {
  const name = toStreamName(task.id, quality);
  const file = mode === "hls" ? "index.m3u8" : "stream.flv";
  const { url, expires } = signStreamAddress(secretKey, name, file, now);
  // The same path: the embedded edge answers an upgrade there.
  return { url, ...(mode === "flv" ? { wsUrl: url } : {}), expiresAt: new Date(expires).toISOString() };
}

function createDeviceAddress({ task, mode, quality }: PullRequest, { edge, now }: PullContext): Address {
  const expires = Math.floor((now.getTime() + openWithinMs) / 1_000);
  const stream = { taskId: task.id, droneSn: task.droneSn, quality, expires };
  const fill = (template: string | undefined) =>
    edge && template !== undefined ? fillTemplate(template, edge, stream) : undefined;
  const wsUrl = mode === "flv" ? fill(edge?.templates.wsFlv) : undefined;
  return {
    url: fill(edge?.templates[mode]) ?? "",
    ...(wsUrl === undefined ? {} : { wsUrl }),
    expiresAt: new Date(expires * 1_000).toISOString(),
  };
}
