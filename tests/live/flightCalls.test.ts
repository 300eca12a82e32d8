import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import type { SigningKey } from "./createReportedTask.ts";
import { createFlightFactory, createFlyer } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let ctx: TestPlatform;
let factory: Awaited<ReturnType<typeof createFlightFactory>>;
let company: Awaited<ReturnType<typeof factory.createCompany>>;
let key: SigningKey;
let count = 0;
beforeAll(async () => {
  ctx = await createTestPlatform();
  factory = await createFlightFactory(ctx);
  company = await factory.createCompany();
  key = await factory.key(company.id);
});
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
  injectCall(
    ctx.app,
    taskCalls.taskClose,
    { body: { id, reason, requestId: createRequestId() } },
    await ctx.loginAs("duty"),
  );
const attach = async (id: string, toTaskId: string) =>
  injectCall(
    ctx.app,
    taskCalls.flightAttach,
    { body: { id, toTaskId, requestId: createRequestId() } },
    await ctx.loginAs("duty"),
  );
const track = async (id: string) =>
  injectCall(ctx.app, taskCalls.taskTrack, { params: { id }, query: {} }, await ctx.loginAs("duty"));

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

  test("a planned one is cancelled", async () => {
    const planned = await factory.task(company);
    expect((await close(planned.id, "天气原因")).body).toMatchObject({ data: { status: "cancelled" } });
    expect(await loadTask(planned.id)).toMatchObject({ status: "cancelled", endReason: "天气原因" });
  });

  test("a finished one counts against the quota of its company once", async () => {
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

  test("not of another drone, and not one that has started", async () => {
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
