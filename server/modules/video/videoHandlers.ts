import { and, asc, eq, isNull } from "drizzle-orm";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import {
  type FlightVideo,
  type PulledStream,
  type PullMode,
  type PullStatus,
  pullModes,
  type Quality,
  type videoCalls,
} from "../../../adapters/contract/video.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Actor, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights, flightVideos } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { choosePicture } from "../../media/clips.ts";
import { fillTemplate, getEdgeExpiry } from "../../media/edgeStreams.ts";
import {
  type MediaViewer,
  parseDemoLocation,
  signRecordingAddress,
  signRelayAddress,
  signStreamAddress,
  toStreamName,
} from "../../media/mediaAddresses.ts";
import { watchWithinMs } from "../../media/mediaSignature.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { isScreen } from "../../screens/isScreen.ts";
import type { MediaEdge } from "../../settings/mediaSettings.ts";
import type { TaskRecord } from "../../telemetry/flights/openTasks.ts";
import { assertShown } from "../screen/assertShown.ts";
import { followAttachments } from "../task/flightHandlers.ts";

/** Reads a task, or the one that its flights were attached to; refuses if there is none. */
async function getTask(db: Db, id: string): Promise<TaskRecord> {
  const [taskId = id] = await followAttachments(db, [id]);
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), isNull(tasks.deletedAt)));
  return requireRecord(task, word.task);
}

type VideoRecord = typeof flightVideos.$inferSelect;

interface AddressContext {
  readonly secretKey: Buffer;
  readonly now: Date;
  readonly actor: Pick<Actor, "id" | "sessionId">;
}

const toSessionViewer = ({ id: staffId, sessionId: id }: Pick<Actor, "id" | "sessionId">): MediaViewer => ({
  kind: "session",
  id,
  staffId,
});

/** A video as the console gets it. `flightStart`: UTC ms. */
function toVideo(
  record: VideoRecord,
  flightStart: number,
  { secretKey, now, actor }: AddressContext,
): FlightVideo {
  const scene = parseDemoLocation(record.location);
  const { durationS } = record;
  const address = scene
    ? signRecordingAddress(secretKey, { scene, durationS }, now, toSessionViewer(actor))
    : { url: record.location, expires: now.getTime() + watchWithinMs };
  return {
    id: record.id,
    version: record.version,
    taskId: record.taskId,
    flightId: record.flightId,
    name: record.name,
    url: address.url,
    expiresAt: new Date(address.expires).toISOString(),
    cover: record.cover,
    startedAt: record.startedAt.toISOString(),
    offsetMs: record.startedAt.getTime() + record.offsetMs - flightStart,
    durationS,
    bytes: Number(record.bytes),
    lens: record.lens,
  };
}

export const videoHandlers: Handlers<typeof videoCalls> = {
  mediaPull: async ({ params: { taskId, mode }, query: { quality } }, call) => {
    const { db, live, secretKey, now, mediaEdge: edge, actor } = call;
    const task = await getTask(db, taskId);
    const isFlying = live.registry.getByTask(task.id) !== undefined;
    const screenId = isScreen(actor) ? actor.id : null;
    if (actor.view) await assertShown(db, live.registry, actor.view, task.id);
    return pullStream({ task, mode, quality, isFlying }, { edge, secretKey, now, screenId, actor });
  },

  taskVideos: async ({ params }, call) => {
    const task = await getTask(call.db, params.id);
    const found = await call.db
      .select({ video: flightVideos, flightStart: flights.startedAt })
      .from(flightVideos)
      .innerJoin(flights, eq(flights.id, flightVideos.flightId))
      // By its flights: they may have been attached to this task.
      .where(and(eq(flights.taskId, task.id), isNull(flightVideos.deletedAt)))
      .orderBy(asc(flightVideos.startedAt), asc(flightVideos.id))
      .limit(wholeListMax);
    return found.map(({ video, flightStart }) => toVideo(video, flightStart.getTime(), call));
  },

  videoOffset: async ({ body: { id, version, offsetMs } }, call) => {
    const { db, now } = call;
    const [found] = await db
      .select({ video: flightVideos, flightStart: flights.startedAt })
      .from(flightVideos)
      .innerJoin(flights, eq(flights.id, flightVideos.flightId))
      .where(and(eq(flightVideos.id, id), isNull(flightVideos.deletedAt)))
      .for("update", { of: flightVideos });
    const { video, flightStart } = requireRecord(found, word.video);
    const before = toVideo(video, flightStart.getTime(), call);
    if (video.version !== version) throw createVersionConflict(before);
    const correction = offsetMs - (video.startedAt.getTime() - flightStart.getTime());
    await db
      .update(flightVideos)
      .set({ offsetMs: correction, version: version + 1, updatedAt: now })
      .where(eq(flightVideos.id, id));
    call.audit({
      entityId: id,
      before: { offsetMs: before.offsetMs },
      after: { name: video.name, offsetMs },
    });
    return { id, version: version + 1 };
  },
};

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

interface PullRequest {
  readonly task: Pick<TaskRecord, "id" | "status" | "source" | "droneSn">;
  readonly mode: PullMode;
  readonly quality: Quality;
  /** Whether a flight of the task is under way. */
  readonly isFlying: boolean;
}

interface PullContext {
  readonly edge: MediaEdge | null;
  readonly secretKey: Buffer;
  readonly now: Date;
  /** The screen that asks; null for a person. */
  readonly screenId: string | null;
  /** Who asks; a screen's session has no end of its own. */
  readonly actor: Pick<Actor, "id" | "sessionId">;
}

type Address = Pick<PulledStream, "url" | "wsUrl" | "expiresAt">;

/** The address of a task's picture, and its status. */
function pullStream(request: PullRequest, context: PullContext): PulledStream {
  const { task, mode, isFlying } = request;
  const isDemo = task.source !== "device";
  const offered = isDemo ? (["flv", "hls"] as const) : getOfferedModes(context);
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

/** How a device's picture can be had. To a screen the platform passes FLV on: an address of the video server is bound to nobody. */
const getOfferedModes = ({ edge, screenId }: PullContext): readonly PullMode[] =>
  pullModes.filter((mode) => edge?.templates[mode] !== undefined && (screenId === null || mode === "flv"));

const getFallback = (mode: PullMode, offered: readonly PullMode[]) =>
  playedModes.filter((each) => each !== mode && offered.includes(each));

/** Why there is no picture; null where there is one. */
function getRefusal(
  { task, mode }: PullRequest,
  { edge, screenId }: PullContext,
  offered: readonly PullMode[],
): { readonly status: PullStatus; readonly message: string } | null {
  if (task.status === "planned") return { status: "offline", message: "任务尚未起飞，起飞后才有画面" };
  if (task.status !== "running")
    return { status: "ended", message: "任务已经结束，没有实时画面；录像在历史任务中查看" };
  if (task.source === "device" && !edge)
    return { status: "offline", message: "平台没有配置视频服务，无法取得设备画面；请联系运维人员" };
  if (offered.includes(mode)) return null;
  if (screenId !== null && offered.length === 0)
    return { status: "offline", message: "视频服务没有 FLV 方式，大屏无法显示设备画面；请联系运维人员" };
  const label = modeLabels[mode];
  return { status: "offline", message: `这路画面不提供 ${label} 方式，请换一种播放方式` };
}

function createDemoAddress({ task, mode, quality }: PullRequest, context: PullContext): Address {
  const { secretKey, now, screenId, actor } = context;
  const name = toStreamName(task.id, quality);
  const file = mode === "hls" ? "index.m3u8" : "stream.flv";
  const viewer = screenId === null ? toSessionViewer(actor) : ({ kind: "screen", id: screenId } as const);
  const { url, expires } = signStreamAddress(secretKey, name, file, now, viewer);
  // The same path: the embedded edge answers an upgrade there.
  return { url, ...(mode === "flv" ? { wsUrl: url } : {}), expiresAt: new Date(expires).toISOString() };
}

function createDeviceAddress({ task, mode, quality }: PullRequest, context: PullContext): Address {
  const { edge, secretKey, now, screenId } = context;
  const stream = { taskId: task.id, droneSn: task.droneSn, quality };
  if (screenId !== null) {
    const { url, expires } = signRelayAddress(secretKey, stream, now, screenId);
    return { url, wsUrl: url, expiresAt: new Date(expires).toISOString() };
  }
  const expires = getEdgeExpiry(now);
  const fill = (template: string | undefined) =>
    edge && template !== undefined ? fillTemplate(template, edge, stream, expires) : undefined;
  const wsUrl = mode === "flv" ? fill(edge?.templates.wsFlv) : undefined;
  return {
    url: fill(edge?.templates[mode]) ?? "",
    ...(wsUrl === undefined ? {} : { wsUrl }),
    expiresAt: new Date(expires * 1_000).toISOString(),
  };
}
