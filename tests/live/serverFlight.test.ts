import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents, taskTracks } from "../../server/db/schema/taskTrack.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import type { SigningKey } from "./createReportedTask.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let ctx: TestPlatform;
let factory: Awaited<ReturnType<typeof createFlightFactory>>;
let company: Awaited<ReturnType<typeof factory.createCompany>>;
let key: SigningKey;
beforeAll(async () => {
  ctx = await createTestPlatform();
  factory = await createFlightFactory(ctx);
  company = await factory.createCompany();
  key = await factory.key(company.id);
});
afterAll(() => ctx.close());

const createBody = (droneSn: string, fields?: object) => ({ samples: [createSample(ctx, droneSn, fields)] });
const loadTask = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];

describe("a flight", () => {
  test("starts with its first sample, lands, and is stored with its track", async () => {
    const task = await factory.task(company);
    const { droneSn } = task;
    const fly = async (phase: string, metres: number, fields: object = {}) => {
      ctx.clock.advance(1_000);
      await postTelemetry(
        ctx,
        key,
        createBody(droneSn, { ...samplePosition(metres), phase, hRel: 60, vH: 10, ...fields }),
      );
      ctx.live.tick();
      await ctx.live.writes.flush();
    };
    await fly("preparing", 0);
    const began = ctx.clock.now();
    expect(await loadTask(task.id)).toMatchObject({ status: "running", startedAt: began });
    for (let i = 0; i < 20; i++) await fly(i === 0 ? "takeoff" : "mission", i * 10, { pct: i * 5 });
    await fly("landing", 195, { pct: 100 });
    await fly("landed", 195, { pct: 100, vH: 0 });
    expect((await loadTask(task.id))?.status).toBe("running");
    for (let i = 0; i < 10; i++) await fly("landed", 195, { pct: 100, vH: 0 });
    ctx.clock.advance(1_000);
    ctx.live.tick();
    await ctx.live.writes.flush();
    const ended = await loadTask(task.id);
    expect(ended).toMatchObject({ status: "finished", endReason: "航线完成", maxHeightM: 60, durationS: 32 });
    expect(ended?.distanceM).toBeGreaterThan(190);
    expect(ended?.distanceM).toBeLessThan(200);
    expect(ctx.live.registry.getByTask(task.id)).toBeUndefined();
    const chunks = await ctx.db.select().from(taskTracks).where(eq(taskTracks.taskId, task.id));
    expect(chunks.map(({ samples, t0 }) => [samples, t0])).toEqual([[33, began]]);
    const bytes = new Uint8Array(chunks[0]?.bytes ?? []);
    expect(decodeTrackChunk(bytes.buffer).columns.lat[32]).toBe(samplePosition(195).lat);
    const events = await ctx.db
      .select()
      .from(taskEvents)
      .where(eq(taskEvents.taskId, task.id))
      .orderBy(taskEvents.at);
    expect(events.map(({ kind, toValue }) => `${kind} ${toValue}`)).toEqual([
      "started running",
      "phase preparing",
      "phase takeoff",
      "phase mission",
      "phase landing",
      "phase landed",
      "ended finished",
    ]);
  });

  test("that returns early is partial, with the reason its drone gave", async () => {
    const task = await factory.task(company);
    for (const [phase, reason] of [
      ["mission", null],
      ["returning", "电量不足，自动返航"],
      ["landed", "电量不足，自动返航"],
    ]) {
      ctx.clock.advance(1_000);
      await postTelemetry(ctx, key, createBody(task.droneSn, { phase, pct: 40, modeReason: reason }));
    }
    ctx.clock.advance(11_000);
    ctx.live.tick();
    await ctx.live.writes.flush();
    expect(await loadTask(task.id)).toMatchObject({ status: "partial", endReason: "电量不足，自动返航" });
  });

  test("persists its track while flying, so that a crash loses at most 30 s", async () => {
    const task = await factory.task(company);
    for (let i = 0; i < 40; i++) {
      ctx.clock.advance(1_000);
      await postTelemetry(
        ctx,
        key,
        createBody(task.droneSn, { ...samplePosition(i), phase: "mission", vH: 1 }),
      );
      ctx.live.tick();
    }
    await ctx.live.writes.flush();
    const chunks = await ctx.db.select().from(taskTracks).where(eq(taskTracks.taskId, task.id));
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.samples).toBeGreaterThan(10);
  });

  test("records impossible phase changes", async () => {
    const task = await factory.task(company);
    for (const phase of ["preparing", "returning"]) {
      ctx.clock.advance(1_000);
      await postTelemetry(ctx, key, createBody(task.droneSn, { phase }));
    }
    await ctx.live.writes.flush();
    const events = await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, task.id));
    expect(events.map(({ kind, fromValue, toValue }) => [kind, fromValue, toValue])).toContainEqual([
      "impossible",
      "preparing",
      "returning",
    ]);
  });
});
