import { and, asc, eq, isNull } from "drizzle-orm";
import type { FlightVideo, videoCalls } from "../../../adapters/contract/video.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights, flightVideos } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { parseDemoLocation, signRecordingAddress } from "../../media/mediaAddresses.ts";
import { watchWithinMs } from "../../media/mediaSignature.ts";
import type { TaskRecord } from "../../telemetry/flights/openTasks.ts";
import { createVersionConflict, requireRecord } from "../refusals.ts";
import { followAttachments } from "../task/flightHandlers.ts";
import { pullStream } from "./pullStream.ts";

/** Reads a task, or the one that its flights were attached to; refuses if there is none. */
async function getTask(db: Db, id: string): Promise<TaskRecord> {
  const [taskId = id] = await followAttachments(db, [id]);
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), isNull(tasks.deletedAt)));
  return requireRecord(task, "任务");
}

type VideoRecord = typeof flightVideos.$inferSelect;

interface AddressContext {
  readonly secretKey: Buffer;
  readonly now: Date;
}

/** A video as the console gets it. `flightStart`: UTC ms. */
function toVideo(record: VideoRecord, flightStart: number, { secretKey, now }: AddressContext): FlightVideo {
  const scene = parseDemoLocation(record.location);
  const { durationS } = record;
  const address = scene
    ? signRecordingAddress(secretKey, { scene, durationS }, now)
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
    const { db, live, secretKey, now, mediaEdge: edge } = call;
    const task = await getTask(db, taskId);
    const isFlying = live.registry.getByTask(task.id) !== undefined;
    return pullStream({ task, mode, quality, isFlying }, { edge, secretKey, now });
  },

  taskVideos: async ({ params }, call) => {
    const task = await getTask(call.db, params.id);
    const found = await call.db
      .select({ video: flightVideos, flightStart: flights.startedAt })
      .from(flightVideos)
      .innerJoin(flights, eq(flights.id, flightVideos.flightId))
      // By its flights: they may have been attached to this task.
      .where(and(eq(flights.taskId, task.id), isNull(flightVideos.deletedAt)))
      .orderBy(asc(flightVideos.startedAt), asc(flightVideos.id));
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
    const { video, flightStart } = requireRecord(found, "视频");
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
