import { and, asc, eq, gte, inArray, isNull, or } from "drizzle-orm";
import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { taskEventsMax, wholeListMax } from "../../../adapters/contract/page.ts";
import type { taskCalls } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toAlarmRow } from "../../alarms/alarmRow.ts";
import { attachAlarms } from "../../alarms/alarmStore.ts";
import type { Call, EndpointInput, Handler, Handlers, PrepareCall, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { alarms } from "../../db/schema/alarm.ts";
import { flights, flightTracks, flightVideos } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { rejectedSamples, taskEvents } from "../../db/schema/taskEvent.ts";
import { RefusalError } from "../../errors.ts";
import { requireRecord } from "../../records/refusals.ts";
import { startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import { maskNames } from "../../screens/maskNames.ts";
import { toScreenAlarm } from "../../screens/toScreenAlarm.ts";
import type { RecordedChunk } from "../../telemetry/fleet/trackRecorder.ts";
import { copyTasksToFlights } from "../../telemetry/flights/copyTasksToFlights.ts";
import type { TaskRecord } from "../../telemetry/flights/openTasks.ts";
import { withTakeoffRegion } from "../../telemetry/flights/takeoffRegion.ts";
import { updateTasks } from "../../telemetry/flights/updateTasks.ts";
import type { LiveService } from "../../telemetry/liveService.ts";
import { alignStoredChunks, getTrackClockOffset } from "../../telemetry/recording/storedTrack.ts";
import { assertShown } from "../screen/assertShown.ts";
import { readOutages } from "./readOutages.ts";
import { toTaskRow } from "./taskRow.ts";

/** Locks a task; refuses one that is deleted. */
async function lockTask(db: Db, id: string): Promise<TaskRecord> {
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
    .for("update");
  return requireRecord(task, word.task);
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
  // A quota that cannot be consumed is reported, as when a task ends by itself: it keeps no task open.
  await updateTasks(db, [{ id, set }], (error) => call.afterCommit(() => Promise.reject(error)));
  await db
    .update(flights)
    .set(withTakeoffRegion(preview?.flight?.set ?? { endedAt: now, endReason: reason }))
    .where(and(eq(flights.taskId, id), isNull(flights.endedAt)));
  await copyTasksToFlights(db, [id]);
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
  await db.update(flightVideos).set({ taskId: to.id }).where(eq(flightVideos.taskId, from.id));
  await db.update(taskEvents).set({ taskId: to.id }).where(eq(taskEvents.taskId, from.id));
  await db.update(rejectedSamples).set({ taskId: to.id }).where(eq(rejectedSamples.taskId, from.id));
  const moved = await attachAlarms(db, from.id, to);
  const { status, source, startedAt, endedAt, endReason } = from;
  const { durationS, distanceM, maxHeightM, photoCount, videoCount, alarmCount } = from;
  const figures = { durationS, distanceM, maxHeightM, photoCount, videoCount, alarmCount };
  // Whoever flies it now: a simulator's plan does not stay one, or its samples would open another task.
  const flown = { status, source, startedAt, endedAt, ...figures, endReason };
  await db
    .update(tasks)
    .set({ ...flown, updatedAt: now })
    .where(eq(tasks.id, to.id));
  await db
    .update(tasks)
    .set({ deletedAt: now, updatedAt: now, attachedTo: to.id, status: "cancelled" })
    .where(eq(tasks.id, from.id));
  await copyTasksToFlights(db, [to.id]);
  call.afterCommit(() => live.registry.attach(from.id, { ...to, status, source, startedAt }));
  if (moved.length > 0) call.publish("alarm.changed", { alarms: moved.map(toAlarmRow), floods: null });
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

/** The piece of the flight under way that is not full yet. */
type UnsavedChunk = RecordedChunk & { readonly flightId: string; readonly lastAt: Date };

function getUnsaved({ registry }: LiveService, taskId: string): UnsavedChunk | null {
  const open = registry.getByTask(taskId);
  const chunk = open?.flight ? registry.fleet.getPartialChunk(open.slot) : null;
  if (!open?.flight || !chunk) return null;
  return { flightId: open.flight.id, lastAt: new Date(registry.fleet.getLastAt(open.slot)), ...chunk };
}

/** Reads the memory first, then stores what was complete before: no sample falls between the two. */
const prepareTrack: PreparedHandler<typeof taskCalls.taskTrack>["prepare"] = async (
  { params },
  { db, live },
) => {
  const [taskId = params.id] = await followAttachments(db, [params.id]);
  const unsaved = getUnsaved(live, taskId);
  await live.writes.flush();
  return (input, call) => readTrack(taskId, unsaved, input, call);
};

/** The track of a task's flights as it is stored, with what was in memory of the one under way. To a screen that of today. */
async function readTrack(
  taskId: string,
  unsaved: UnsavedChunk | null,
  { query: { flightId } }: EndpointInput<typeof taskCalls.taskTrack>,
  { db, live, actor, now }: Call,
): Promise<EndpointData<typeof taskCalls.taskTrack>> {
  const since = actor.view ? startOfShanghaiDay(now) : null;
  const [found] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  const task = requireRecord(found, word.task);
  const { view } = actor;
  if (view) await assertShown(db, live.registry, view, task.id);
  const flown = await db
    .select()
    .from(flights)
    .where(
      and(
        eq(flights.taskId, taskId),
        flightId ? eq(flights.id, flightId) : undefined,
        since ? or(isNull(flights.endedAt), gte(flights.endedAt, since)) : undefined,
      ),
    )
    .orderBy(asc(flights.startedAt), asc(flights.id));
  if (since && flown.length === 0)
    throw new RefusalError("大屏只显示今天的航迹；以前的航迹请在控制台的历史任务中查看");
  if (flightId !== undefined && flown.length === 0)
    throw new RefusalError("该任务没有这次飞行，请从历史任务重新打开");
  const open = live.registry.getByTask(taskId);
  const stored = mergeUnsaved(
    await loadChunks(db, flown),
    flown.some(({ id }) => id === unsaved?.flightId) ? unsaved : null,
  );
  const clockOffsets = new Map(
    flown.map(({ id, clockOffsetMs }) => [
      id,
      getTrackClockOffset(
        id === open?.flight?.id ? live.registry.fleet.clockOffset[open.slot] : clockOffsetMs,
        stored.filter((chunk) => chunk.flightId === id),
      ),
    ]),
  );
  const chunks = flown.flatMap(({ id }) =>
    alignStoredChunks(
      stored.filter(({ flightId: ofFlight }) => ofFlight === id),
      clockOffsets.get(id) ?? 0,
    ),
  );
  const events = await db
    .select()
    .from(taskEvents)
    .where(and(eq(taskEvents.taskId, taskId), since ? gte(taskEvents.at, since) : undefined))
    .orderBy(asc(taskEvents.at), asc(taskEvents.id))
    .limit(taskEventsMax);
  const raised = await db
    .select()
    .from(alarms)
    .where(
      and(
        eq(alarms.taskId, taskId),
        flightId ? eq(alarms.flightId, flightId) : undefined,
        since ? gte(alarms.raisedAt, since) : undefined,
      ),
    )
    .orderBy(asc(alarms.raisedAt), asc(alarms.id))
    .limit(wholeListMax);
  const row = toTaskRow(task, open ? live.registry.getLiveState(open) : null);
  return {
    task: view?.audience === "visitors" ? { ...maskNames(row, "companyName", "hangarName"), name: "" } : row,
    flights: flown.map(({ id, startedAt, endedAt, ...flight }) => ({
      id,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      flightNo: flight.flightNo,
      endReason: flight.endReason,
      durationS: flight.durationS,
      distanceM: flight.distanceM,
      isDistanceIncomplete: flight.isDistanceIncomplete,
      maxHeightM: flight.maxHeightM,
      photoCount: flight.photoCount,
      alarmCount: flight.alarmCount,
      clockOffsetMs: clockOffsets.get(id) ?? 0,
    })),
    points: chunks.map(({ flightId: ofFlight, bytes }) => ({
      flightId: ofFlight,
      bytes: bytes.toString("base64"),
    })),
    events: events.map(({ at, kind, fromValue, toValue }) => ({
      taskId,
      droneSn: task.droneSn,
      kind,
      at: at.toISOString(),
      from: fromValue,
      to: toValue,
    })),
    outages: await readOutages(db, flown, now),
    alarms: raised
      .map((alarm) => (view ? toScreenAlarm(toAlarmRow(alarm), view) : toAlarmRow(alarm)))
      .map(toTrackAlarm),
  };
}

const toTrackAlarm = (alarm: AlarmRow) => ({
  id: alarm.id,
  flightId: alarm.flightId,
  kind: alarm.kind,
  priority: alarm.priority,
  state: alarm.state,
  zoneName: alarm.zoneName,
  place: alarm.place,
  count: alarm.count,
  raisedAt: alarm.raisedAt,
  acknowledgedAt: alarm.acknowledgedAt,
  endedAt: alarm.clearedAt ?? alarm.closedAt,
});

type TrackRow = Pick<typeof flightTracks.$inferSelect, "flightId" | "t0" | "samples" | "bytes" | "lastAt">;

/** The stored chunks, and the one that was growing in memory in place of what was stored of it by then. */
function mergeUnsaved(chunks: readonly TrackRow[], unsaved: UnsavedChunk | null): readonly TrackRow[] {
  if (!unsaved) return chunks;
  const { flightId, t0, count, bytes, lastAt } = unsaved;
  const isSame = (chunk: TrackRow) => chunk.flightId === flightId && chunk.t0.getTime() === t0;
  if (chunks.some((chunk) => isSame(chunk) && chunk.samples >= count)) return chunks;
  const growing = { flightId, t0: new Date(t0), samples: count, bytes: Buffer.from(bytes), lastAt };
  return [...chunks.filter((chunk) => !isSame(chunk)), growing];
}

/** Stored chunks of flights. */
async function loadChunks(db: Db, flown: readonly { readonly id: string }[]): Promise<TrackRow[]> {
  if (flown.length === 0) return [];
  const ids = flown.map(({ id }) => id);
  return db.select().from(flightTracks).where(inArray(flightTracks.flightId, ids));
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
  taskTrack: { prepare: prepareTrack },
};
