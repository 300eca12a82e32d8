import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { rejectedSamples, taskEvents } from "../../server/db/schema/taskEvent.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let count = 0;
const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadTask = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];
const loadFlights = (taskId: string) => ctx.db.select().from(flights).where(eq(flights.taskId, taskId));
const createRequestId = () => `flight-call-${++count}`;

async function fly(droneSn: string, seconds: number, fields: object = {}) {
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  await flyer.fly("mission", seconds, fields);
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn)).limit(1);
  if (!task) throw new Error("The flight has no task");
  return { flyer, task };
}
const close = async (id: string, reason = "坠机，已确认") =>
  ctx.callAs("duty", taskCalls.taskClose, { body: { id, reason, requestId: createRequestId() } });
const attach = async (id: string, toTaskId: string) =>
  ctx.callAs("duty", taskCalls.flightAttach, { body: { id, toTaskId, requestId: createRequestId() } });
const track = async (id: string) => ctx.callAs("duty", taskCalls.taskTrack, { params: { id }, query: {} });

describe("a task is closed by hand", () => {
  test("with the reason, its flight and its figures, also while its drone is lost in the air", async () => {
    const { flyer, task } = await fly("CRASHED", 10, { pct: 30 });
    await flyer.wait(3_600);
    expect((await close(task.id)).body).toMatchObject({ state: 0, data: { status: "partial" } });
    expect(await loadTask(task.id)).toMatchObject({
      status: "partial",
      endReason: "坠机，已确认",
      endedAt: ctx.clock.now(),
      durationS: 9,
      distanceM: 45,
      maxHeightM: 60,
    });
    expect(await loadFlights(task.id)).toMatchObject([
      { endedAt: ctx.clock.now(), endReason: "坠机，已确认", distanceM: 45 },
    ]);
    expect(ctx.live.registry.getByTask(task.id)).toBeUndefined();
    expect((await close(task.id)).body).toMatchObject({ state: -1, message: "任务已经结束，请刷新列表" });
  });

  test("the history shows it at once, with the county of its take-off", { tags: "full" }, async () => {
    const { task } = await fly("CLOSED-1", 5, { pct: 30 });
    await close(task.id);
    // 阿拉善左旗
    expect(await loadFlights(task.id)).toMatchObject([
      { taskStatus: "partial", endReason: "坠机，已确认", takeoffRegionId: "152921" },
    ]);
  });

  test("an earlier flight of it stays as it ended", { tags: "full" }, async () => {
    const { task } = await fly("CLOSED-2", 5, { pct: 30 });
    const endedAt = new Date(task.createdAt.getTime() - 3_600_000);
    await ctx.db.insert(flights).values({
      id: "4712",
      taskId: task.id,
      companyId: company.id,
      droneSn: task.droneSn,
      source: "device",
      startedAt: new Date(endedAt.getTime() - 60_000),
      endedAt,
      endReason: "低电量",
      distanceM: 77,
    });
    await close(task.id);
    const [earlier, closed] = (await loadFlights(task.id)).toSorted(
      (a, b) => a.startedAt.getTime() - b.startedAt.getTime(),
    );
    expect(earlier).toMatchObject({ endedAt, endReason: "低电量", distanceM: 77 });
    expect(closed).toMatchObject({ endedAt: ctx.clock.now(), endReason: "坠机，已确认" });
  });

  test("a planned one is cancelled", { tags: "full" }, async () => {
    const planned = await factory.task(company);
    expect((await close(planned.id, "天气原因")).body).toMatchObject({ data: { status: "cancelled" } });
    expect(await loadTask(planned.id)).toMatchObject({ status: "cancelled", endReason: "天气原因" });
  });

  test("a finished one counts against the quota of its company once", { tags: "full" }, async () => {
    const { task } = await fly("DONE-1", 5, { pct: 99 });
    expect((await close(task.id, "作业完成")).body).toMatchObject({ data: { status: "finished" } });
    await ctx.live.writes.flush();
    expect(ctx.errors).toEqual([]);
  });
});

describe("an unplanned flight is attached to a planned task", () => {
  test("of its drone: the old id leads there, and its samples with it", async () => {
    const { flyer, task } = await fly("LATE-1", 10);
    const planned = await factory.task(company, {
      droneSn: "LATE-1",
      plannedAt: new Date(ctx.clock.now().getTime() - 7_200_000),
    });
    expect((await attach(task.id, planned.id)).body).toMatchObject({ state: 0, data: { id: planned.id } });
    expect(await loadTask(planned.id)).toMatchObject({ status: "running", startedAt: task.startedAt });
    expect((await loadTask(task.id))?.attachedTo).toBe(planned.id);
    expect(await loadFlights(planned.id)).toHaveLength(1);
    await flyer.fly("mission", 5, samplePosition(50));
    expect(ctx.live.registry.getByTask(planned.id)).toBeDefined();
    expect(ctx.live.registry.getByTask(task.id)).toBeUndefined();
    expect((await track(task.id)).body).toMatchObject({ data: { task: { id: planned.id } } });
  });

  test("of a simulator: it is a real one from then on, with what happened and was refused", {
    tags: "full",
  }, async () => {
    const { flyer, task } = await fly("LATE-3", 5);
    await flyer.send({ phase: "mission", wind: 900, ...samplePosition(25) });
    const planned = await factory.task(company, { droneSn: "LATE-3", source: "simulator" });
    expect((await attach(task.id, planned.id)).body.state).toBe(0);
    expect(await loadTask(planned.id)).toMatchObject({ source: "device", status: "running" });
    expect(ctx.live.registry.getByTask(planned.id)?.task).toMatchObject({
      source: "device",
      status: "running",
      startedAt: task.startedAt,
    });
    const findFlights = (id: string) =>
      Promise.all([
        ctx.db.$count(taskEvents, and(eq(taskEvents.taskId, id), eq(taskEvents.kind, "started"))),
        ctx.db.$count(rejectedSamples, eq(rejectedSamples.taskId, id)),
      ]);
    expect([await findFlights(task.id), await findFlights(planned.id)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    // Its samples open no other task.
    const answer = await flyer.send({ phase: "mission", vH: 5, ...samplePosition(35) });
    expect(answer.data).toMatchObject({ accepted: 1 });
    expect(ctx.live.registry.getByDrone("LATE-3")?.task.id).toBe(planned.id);
    expect(await ctx.db.$count(tasks, eq(tasks.droneSn, "LATE-3"))).toBe(2);
  });

  test("that has ended: with how it ended and what was flown", { tags: "full" }, async () => {
    const { flyer, task } = await fly("LATE-4", 10, { pct: 40 });
    await flyer.fly("landed", 62, { vH: 0, pct: 40, ...samplePosition(45) });
    const ended = await loadTask(task.id);
    expect(ended).toMatchObject({ status: "partial", endReason: "提前返航" });
    const planned = await factory.task(company, { droneSn: "LATE-4" });
    expect((await attach(task.id, planned.id)).body.state).toBe(0);
    const { status, endReason, startedAt, endedAt, durationS, distanceM, maxHeightM } = ended ?? {};
    expect([durationS, distanceM, maxHeightM]).toEqual([70, 45, 60]);
    expect(await loadTask(planned.id)).toMatchObject({
      status,
      endReason,
      startedAt,
      endedAt,
      durationS,
      distanceM,
      maxHeightM,
    });
    // The history names its new task.
    expect(await loadFlights(planned.id)).toMatchObject([
      { flightNo: planned.taskNo, taskName: planned.name, taskStatus: "partial", endReason: "提前返航" },
    ]);
  });

  test("not of another drone, and not one that has started", { tags: "full" }, async () => {
    const { task } = await fly("LATE-2", 3);
    const other = await factory.task(company);
    expect((await attach(task.id, other.id)).body).toMatchObject({
      state: -1,
      message: "只能关联同一企业、同一架无人机的计划任务",
    });
    const started = await factory.task(company, { droneSn: "LATE-2", status: "finished" });
    expect((await attach(task.id, started.id)).body).toMatchObject({
      state: -1,
      message: "该计划任务已经开始或已结束，请刷新后重新选择",
    });
  });
});

test("a track holds its pieces that are complete and not yet stored", { tags: "full" }, async () => {
  await factory.registerDrone(company, "TRACK-2");
  const start = ctx.clock.now().getTime();
  const create = (second: number) =>
    createSample(ctx, "TRACK-2", {
      tSrc: start + second * 1_000,
      phase: "mission",
      vH: 5,
      ...samplePosition(second * 5),
    });
  ctx.clock.advance(605_000);
  const samples = Array.from({ length: 595 }, (_, second) => create(second));
  expect((await postTelemetry(ctx, key, { samples })).data).toMatchObject({ accepted: 595 });
  const open = ctx.live.registry.getByDrone("TRACK-2");
  if (!open) throw new Error("The flight is not open");
  const batch = createBatch(10);
  for (let second = 595; second < 605; second++)
    appendSample(batch, open.slot, { ...create(second), phase: "mission" });
  ctx.live.registry.ingest(batch, ctx.clock.now().getTime());
  const { body } = await track(open.task.id);
  const { points } = body.data as { points: { bytes: string }[] };
  expect(
    points.map(({ bytes }) => decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer).count),
  ).toEqual([600, 5]);
});

test("R-082 the track of a flight in the air holds every sample, stored or not", async () => {
  const { flyer, task } = await fly("TRACK-1", 640);
  await flyer.fly("mission", 10, samplePosition(3_200));
  const { body } = await track(task.id);
  const data = body.data as { flights: { endedAt: string | null }[]; points: { bytes: string }[] };
  const chunks = data.points.map(({ bytes }) =>
    decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer),
  );
  expect(chunks.map((chunk) => chunk.count)).toEqual([600, 50]);
  expect(data.flights[0]?.endedAt).toBeNull();
  const times = chunks.flatMap(({ t0, count, columns }) =>
    Array.from(columns.dt.subarray(0, count), (dt) => t0 + dt),
  );
  expect(times.every((time, i) => i === 0 || time - (times[i - 1] ?? 0) === 1_000)).toBe(true);
});
