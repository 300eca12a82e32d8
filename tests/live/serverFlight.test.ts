import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents } from "../../server/db/schema/taskEvent.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let serial = 0;
const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadTask = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];
const loadTasks = (droneSn: string) =>
  ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn)).orderBy(asc(tasks.id));
const loadFlights = (droneSn: string) =>
  ctx.db.select().from(flights).where(eq(flights.droneSn, droneSn)).orderBy(asc(flights.startedAt));
const loadEvents = async (taskId: string) =>
  (
    await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, taskId)).orderBy(asc(taskEvents.id))
  ).map(({ kind, toValue }) => `${kind} ${toValue}`);
const minutes = (count: number) => count * 60;

/** A registered drone that nobody has planned anything for. */
async function setupUnplanned() {
  const droneSn = `FREE-${++serial}`;
  await factory.registerDrone(company, droneSn);
  return { droneSn, ...createFlyer(ctx, key, droneSn) };
}

async function setupPlanned(fields: Parameters<typeof factory.task>[1] = {}) {
  const task = await factory.task(company, { plannedAt: ctx.clock.now(), ...fields });
  return { task, droneSn: task.droneSn, ...createFlyer(ctx, key, task.droneSn) };
}

describe("a flight of a planned task", () => {
  test("starts with its first sample, lands, and is stored with its track", async () => {
    const { task, droneSn, fly, wait } = await setupPlanned();
    await fly("preparing", 1);
    const startedAt = ctx.clock.now();
    expect(await loadTask(task.id)).toMatchObject({ status: "running", startedAt });
    await fly("takeoff", 1);
    await fly("mission", 20, { pct: 99 });
    await fly("landing", 1, { pct: 100, ...samplePosition(95) });
    await fly("landed", 59, { pct: 100, vH: 0, ...samplePosition(95) });
    expect(await loadFlights(droneSn)).toMatchObject([{ endedAt: null }]);
    await fly("landed", 2, { pct: 100, vH: 0, ...samplePosition(95) });
    // The first landed sample came 59 s before.
    const [flight] = await loadFlights(droneSn);
    expect(flight).toMatchObject({
      taskId: task.id,
      companyId: company.id,
      startedAt,
      durationS: 83,
      maxHeightM: 60,
      takeoffLat: 39.92,
      landingLat: samplePosition(95).lat / 1e7,
    });
    expect(flight?.endedAt).not.toBeNull();
    expect((await loadTask(task.id))?.status).toBe("running");
    await wait(minutes(30) + 1);
    expect(await loadTask(task.id)).toMatchObject({
      status: "finished",
      endReason: "航线完成",
      maxHeightM: 60,
      durationS: 83,
    });
    expect(ctx.live.registry.getByTask(task.id)).toBeUndefined();
    const chunks = await ctx.db
      .select()
      .from(flightTracks)
      .where(eq(flightTracks.flightId, flight?.id ?? ""));
    expect(chunks.map(({ samples, t0 }) => [samples, t0])).toEqual([[84, startedAt]]);
    const bytes = new Uint8Array(chunks[0]?.bytes ?? []);
    expect(decodeTrackChunk(bytes.buffer).columns.lat[83]).toBe(samplePosition(95).lat);
    expect((await loadEvents(task.id)).filter((event) => !event.startsWith("link"))).toEqual([
      "started running",
      "phase preparing",
      "phase takeoff",
      "phase mission",
      "phase landing",
      "phase landed",
      "flightEnded null",
      "ended finished",
    ]);
  });

  test("that returns early leaves its task partial, with the reason its drone gave", {
    tags: "full",
  }, async () => {
    const { task, fly, wait } = await setupPlanned();
    await fly("mission", 1, { pct: 40 });
    await fly("returning", 1, { pct: 40, modeReason: "电量不足，自动返航" });
    await fly("landed", 1, { pct: 40, vH: 0, modeReason: "电量不足，自动返航" });
    await wait(60 + minutes(30) + 1);
    expect(await loadTask(task.id)).toMatchObject({ status: "partial", endReason: "电量不足，自动返航" });
  });

  test("is followed by another flight of the same task at the next take-off", { tags: "full" }, async () => {
    const { task, droneSn, fly, wait } = await setupPlanned();
    await fly("mission", 10, { pct: 50 });
    await fly("landed", 70, { vH: 0, pct: 50 });
    // A battery is changed: samples on the ground belong to no flight.
    await fly("standby", 5, { vH: 0, pct: 50 });
    expect(await loadFlights(droneSn)).toHaveLength(1);
    await fly("takeoff", 2, { pct: 50 });
    await fly("mission", 10, { pct: 100 });
    await fly("landed", 62, { vH: 0, pct: 100 });
    const flown = await loadFlights(droneSn);
    expect(flown.map(({ taskId }) => taskId)).toEqual([task.id, task.id]);
    await wait(minutes(30) + 1);
    const closed = await loadTask(task.id);
    expect(closed).toMatchObject({ status: "finished" });
    expect(closed?.durationS).toBe(flown.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0));
    expect(closed?.distanceM).toBe(flown.reduce((sum, { distanceM }) => sum + (distanceM ?? 0), 0));
    expect((await loadEvents(task.id)).filter((event) => event.startsWith("flight"))).toEqual([
      "flightEnded null",
      "flightStarted null",
      "flightEnded null",
    ]);
  });

  test("continues where the drone takes off again within a minute", { tags: "full" }, async () => {
    const { droneSn, fly } = await setupPlanned();
    await fly("mission", 5);
    await fly("landed", 30, { vH: 0 });
    await fly("takeoff", 1);
    await fly("mission", 60);
    expect(await loadFlights(droneSn)).toMatchObject([{ endedAt: null }]);
  });

  test("is adopted within 30 minutes of the plan, and not before", { tags: "full" }, async () => {
    const early = await setupPlanned({ plannedAt: new Date(ctx.clock.now().getTime() + 1_800_000) });
    await early.fly("takeoff", 1);
    expect(await loadTasks(early.droneSn)).toMatchObject([{ id: early.task.id, status: "running" }]);
    const later = await setupPlanned({ plannedAt: new Date(ctx.clock.now().getTime() + 1_802_000) });
    await later.fly("takeoff", 1);
    expect(await loadTasks(later.droneSn)).toMatchObject([
      { id: later.task.id, status: "planned" },
      { name: "未登记任务", status: "running" },
    ]);
  });

  test("records impossible phase changes", { tags: "full" }, async () => {
    const { task, fly } = await setupPlanned();
    await fly("preparing", 1);
    await fly("returning", 1);
    expect(await loadEvents(task.id)).toContain("impossible returning");
  });
});

describe("a flight that nobody has planned", () => {
  test("gets a running task of its own, and closes with it a minute after landing", async () => {
    const { droneSn, fly, send } = await setupUnplanned();
    expect((await send({ phase: "mission", hRel: 30, ...samplePosition(0) })).data).toEqual({
      accepted: 1,
      rejected: [],
    });
    expect(await loadTasks(droneSn)).toMatchObject([
      { name: "未登记任务", plannedAt: null, status: "running", kind: "other", companyId: company.id },
    ]);
    await fly("landed", 59, { vH: 0 });
    expect(await loadTasks(droneSn)).toMatchObject([{ status: "running" }]);
    await fly("landed", 3, { vH: 0 });
    expect(await loadTasks(droneSn)).toMatchObject([{ status: "finished", endReason: "已降落" }]);
    // On the ground it opens nothing more; the next take-off does.
    await fly("landed", 3, { vH: 0 });
    expect(await loadTasks(droneSn)).toHaveLength(1);
    await fly("takeoff", 1);
    expect(await loadTasks(droneSn)).toMatchObject([{ status: "finished" }, { status: "running" }]);
  });

  test("is not opened by samples that are not believed", { tags: "full" }, async () => {
    const { droneSn, send } = await setupUnplanned();
    await send({ phase: "mission", lat: 0, lon: 0 });
    expect(await loadTasks(droneSn)).toEqual([]);
    await send({ phase: "mission", ...samplePosition(0) });
    expect(await loadTasks(droneSn)).toHaveLength(1);
  });

  test("is in the air by height and speed where its drone reports no phase", async () => {
    const { droneSn, fly } = await setupUnplanned();
    await fly(null, 4, { hRel: 0, vH: 0 });
    await fly(null, 10, { hRel: 40 });
    // Hovering is not landing.
    await fly(null, 70, { hRel: 40, vH: 0, ...samplePosition(45) });
    expect(await loadTasks(droneSn)).toMatchObject([{ status: "running" }]);
    await fly(null, 62, { hRel: 0.5, vH: 0, ...samplePosition(45) });
    expect(await loadTasks(droneSn)).toMatchObject([{ status: "finished", endReason: "已降落" }]);
  });

  test("ends after 30 minutes lost in its landing, and lost in the air after a day, as 失去联系", async () => {
    const [high, low] = [await setupUnplanned(), await setupUnplanned()];
    await high.fly("mission", 5);
    const lostAt = ctx.clock.now().getTime();
    await low.fly("mission", 5);
    await low.fly("landing", 5);
    await high.wait(minutes(30) - 1);
    expect(await loadTasks(low.droneSn)).toMatchObject([{ status: "running" }]);
    await high.wait(6);
    expect(await loadTasks(low.droneSn)).toMatchObject([{ status: "finished", endReason: "失联" }]);
    const { registry } = ctx.live;
    const slot = registry.getByDrone(high.droneSn)?.slot ?? -1;
    ctx.clock.advance(lostAt + 24 * 3_600_000 - 2_000 - ctx.clock.now().getTime());
    await high.wait(1);
    expect(registry.fleet.getLinkState(slot)).toBe("lastKnown");
    expect(await loadFlights(high.droneSn)).toMatchObject([{ endedAt: null }]);
    await high.wait(1);
    expect(registry.getByDrone(high.droneSn)).toBeUndefined();
    expect(await loadTasks(high.droneSn)).toMatchObject([{ status: "failed", endReason: "失去联系" }]);
    expect(await loadFlights(high.droneSn)).toMatchObject([
      { endedAt: ctx.clock.now(), endReason: "失去联系" },
    ]);
    // Its place is another's, and the drone may fly again.
    const next = await setupUnplanned();
    await next.fly("mission", 1);
    expect(registry.getByDrone(next.droneSn)?.slot).toBe(slot);
    await high.fly("mission", 1);
    expect(await loadTasks(high.droneSn)).toMatchObject([{ status: "failed" }, { status: "running" }]);
  });

  test("keeps its place in the fleet while the server itself was suspended", { tags: "full" }, async () => {
    const { droneSn, fly } = await setupUnplanned();
    await fly("mission", 10);
    const open = ctx.live.registry.getByDrone(droneSn);
    if (!open) throw new Error("The flight is not open");
    const getLink = () => ctx.live.registry.fleet.getLinkState(open.slot);
    ctx.clock.advance(30_000);
    ctx.live.tick(29_000);
    expect(getLink()).toBe("fresh");
    ctx.clock.advance(12_000);
    ctx.live.tick();
    expect(getLink()).toBe("lost");
  });
});

test("two drones with one serial number: the believed one stays, the other is named", {
  tags: "full",
}, async () => {
  const { droneSn, fly } = await setupUnplanned();
  await fly("mission", 5);
  const reasons: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    ctx.clock.advance(500);
    const far = createSample(ctx, droneSn, { ...samplePosition(90_000 + i), vH: 5, phase: "mission" });
    const answer = await postTelemetry(ctx, key, { samples: [far] });
    reasons.push(answer.data);
    ctx.clock.advance(500);
    const own = createSample(ctx, droneSn, { ...samplePosition(25 + i * 5), vH: 5, phase: "mission" });
    expect((await postTelemetry(ctx, key, { samples: [own] })).data).toMatchObject({ accepted: 1 });
  }
  expect(reasons.at(-1)).toEqual({
    accepted: 0,
    rejected: [
      {
        at: 0,
        reason: "otherPlace",
        field: "droneSn",
        expected: "一个序列号只由一台设备使用；另一处的设备正在使用它",
      },
    ],
  });
});
