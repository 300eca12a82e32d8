import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { taskCalls } from "../../../adapters/contract/task.ts";
import { decodeTrackChunk } from "../../../adapters/contract/track.ts";
import { type Handler, type Handlers, type PrepareCall, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { rejectedSamples, taskEvents } from "../../db/schema/taskEvent.ts";
import type { OpenTask, TaskRecord } from "../../telemetry/flights/openTasks.ts";
import { updateTasks } from "../../telemetry/flights/writeBehind.ts";
import type { LiveService } from "../../telemetry/liveService.ts";
import { requireRecord } from "../refusals.ts";
import { toTaskRow } from "./taskRow.ts";

/** Locks a task; refuses one that is deleted. */
async function lockTask(db: Db, id: string): Promise<TaskRecord> {
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
    .for("update");
  return requireRecord(task, "任务");
}

/** The ids themselves, or those of the tasks that their flights were attached to. */
export async function followAttachments(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ id: tasks.id, attachedTo: tasks.attachedTo })
    .from(tasks)
    .where(inArray(tasks.id, [...ids]));
  const attachedTo = new Map(found.map((task) => [task.id, task.attachedTo]));
  return ids.map((id) => attachedTo.get(id) ?? id);
}

/** What was recorded of flights so far is stored before a call changes their task. */
const flushWrites = async ({ live }: PrepareCall) => {
  live.registry.persistTracks();
  await live.writes.flush();
};

const endedStatuses: readonly string[] = ["finished", "partial", "failed", "aborted", "cancelled"];

/** Closes an open task by hand: a planned one is cancelled, a running one ends with what was flown. */
const taskClose: Handler<typeof taskCalls.taskClose> = async ({ body: { id, reason } }, call) => {
  const { db, now, live } = call;
  const task = await lockTask(db, id);
  if (endedStatuses.includes(task.status)) throw new RefusalError("任务已经结束，请刷新列表");
  const preview = live.registry.previewClose(id, reason, now.getTime());
  const fallback = { status: "aborted" as const, endReason: reason, endedAt: now, updatedAt: now };
  const cancelled = { ...fallback, status: "cancelled" as const };
  const set = task.status === "planned" ? cancelled : (preview?.task ?? fallback);
  await updateTasks(db, [{ id, set }], (error) => {
    throw error;
  });
  await db
    .update(flights)
    .set(preview?.flight?.set ?? { endedAt: now, endReason: reason })
    .where(and(eq(flights.taskId, id), isNull(flights.endedAt)));
  call.afterCommit(() => live.registry.closeStored(id, reason, now.getTime()));
  call.audit({
    entityId: id,
    before: { status: task.status },
    after: { taskNo: task.taskNo, status: set.status, endReason: reason },
  });
  return { id, status: set.status };
};

const flightAttach: Handler<typeof taskCalls.flightAttach> = async ({ body: { id, toTaskId } }, call) => {
  const { db, now, live } = call;
  const [from, to] = [await lockTask(db, id), await lockTask(db, toTaskId)];
  assertAttachable(from, to);
  await db.update(flights).set({ taskId: to.id }).where(eq(flights.taskId, from.id));
  await db.update(taskEvents).set({ taskId: to.id }).where(eq(taskEvents.taskId, from.id));
  await db.update(rejectedSamples).set({ taskId: to.id }).where(eq(rejectedSamples.taskId, from.id));
  const { status, startedAt, endedAt, durationS, distanceM, maxHeightM, photoCount, endReason } = from;
  const flown = { status, startedAt, endedAt, durationS, distanceM, maxHeightM, photoCount, endReason };
  await db
    .update(tasks)
    .set({ ...flown, updatedAt: now })
    .where(eq(tasks.id, to.id));
  await db
    .update(tasks)
    .set({ deletedAt: now, updatedAt: now, attachedTo: to.id, status: "cancelled" })
    .where(eq(tasks.id, from.id));
  call.afterCommit(() => live.registry.attach(from.id, { ...to, status, startedAt }));
  call.audit({ entityId: to.id, before: { taskNo: from.taskNo }, after: { taskNo: to.taskNo } });
  return { id: to.id };
};

function assertAttachable(from: TaskRecord, to: TaskRecord): void {
  if (from.plannedAt !== null) throw new RefusalError("只有未登记任务可以关联到计划任务");
  if (to.plannedAt === null) throw new RefusalError("请选择一个计划任务");
  if (from.droneSn !== to.droneSn || from.companyId !== to.companyId)
    throw new RefusalError("只能关联同一企业、同一架无人机的计划任务");
  if (to.status !== "planned") throw new RefusalError("该计划任务已经开始或已结束，请刷新后重新选择");
}

/** The track of a task's flights as it is stored, with what is still in memory of the one under way. */
const taskTrack: Handler<typeof taskCalls.taskTrack> = async (
  { params, query: { flightId } },
  { db, live },
) => {
  const [taskId = params.id] = await followAttachments(db, [params.id]);
  const [found] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  const task = requireRecord(found, "任务");
  const flown = await db
    .select()
    .from(flights)
    .where(and(eq(flights.taskId, taskId), flightId ? eq(flights.id, flightId) : undefined))
    .orderBy(asc(flights.startedAt), asc(flights.id));
  const open = live.registry.getByTask(taskId);
  const chunks = await loadChunks(db, flown);
  const events = await db
    .select()
    .from(taskEvents)
    .where(eq(taskEvents.taskId, taskId))
    .orderBy(asc(taskEvents.at), asc(taskEvents.id));
  return {
    task: toTaskRow(task, open ? live.registry.getLiveState(open) : null),
    flights: flown.map(({ id, startedAt, endedAt }) => ({
      id,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      clockOffsetMs: getClockOffset(
        id === open?.flight?.id ? live.registry.fleet.clockOffset[open.slot] : undefined,
        chunks.findLast((chunk) => chunk.flightId === id),
      ),
    })),
    points: mergeUnsaved(chunks, open, live),
    events: events.map(({ at, kind, fromValue, toValue }) => ({
      taskId,
      droneSn: task.droneSn,
      kind,
      at: at.toISOString(),
      from: fromValue,
      to: toValue,
    })),
  };
};

type TrackRow = typeof flightTracks.$inferSelect;

/** The offset that is known now, otherwise that of the last stored chunk; 0 in tracks that do not have it. */
function getClockOffset(current: number | undefined, last: TrackRow | undefined): number {
  if (current !== undefined && !Number.isNaN(current)) return current;
  if (!last?.lastAt) return 0;
  const { t0, count, columns } = decodeTrackChunk(new Uint8Array(last.bytes).buffer);
  return last.lastAt.getTime() - t0 - (columns.dt[count - 1] ?? 0);
}

/** The stored chunks, and the one that is still growing in memory in place of what is stored of it. */
function mergeUnsaved(chunks: readonly TrackRow[], open: OpenTask | undefined, { registry }: LiveService) {
  const flightId = open?.flight?.id;
  const unsaved = open?.flight ? registry.fleet.getPartialChunk(open.slot) : null;
  const points = chunks
    .filter((chunk) => !(unsaved && chunk.flightId === flightId && chunk.t0.getTime() === unsaved.t0))
    .map((chunk) => ({ flightId: chunk.flightId, bytes: chunk.bytes.toString("base64") }));
  if (!unsaved || flightId === undefined) return points;
  return [...points, { flightId, bytes: Buffer.from(unsaved.bytes).toString("base64") }];
}

/** Stored chunks of flights, in the order of the flights. */
async function loadChunks(db: Db, flown: readonly { readonly id: string }[]): Promise<TrackRow[]> {
  if (flown.length === 0) return [];
  const ids = flown.map(({ id }) => id);
  const rows = await db
    .select()
    .from(flightTracks)
    .where(inArray(flightTracks.flightId, ids))
    .orderBy(asc(flightTracks.t0));
  return rows.toSorted((a, b) => ids.indexOf(a.flightId) - ids.indexOf(b.flightId));
}

/** Calls about the flights of a task. */
export const flightHandlers: Pick<Handlers<typeof taskCalls>, "taskClose" | "flightAttach" | "taskTrack"> = {
  taskClose: {
    prepare: async (_input, call) => {
      await flushWrites(call);
      return taskClose;
    },
  },
  flightAttach: {
    prepare: async (_input, call) => {
      await flushWrites(call);
      return flightAttach;
    },
  },
  taskTrack,
};
