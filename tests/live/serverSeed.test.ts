import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { deviceCalls } from "../../adapters/contract/device.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { zoneCalls } from "../../adapters/contract/zone.ts";
import { demoFlightScale, seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { loadSimDrones } from "../../demo/simulator/loadSimDrones.ts";
import { createSimulator } from "../../demo/simulator/simulator.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { flights, flightTracks, flightVideos } from "../../server/db/schema/flight.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { controlZones } from "../../server/db/schema/zone.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../helpers/testPlatform.ts";

const smallSeed = { hangars: 3, drones: 6, zones: 9, pastTasks: 40, trackedTasks: 8 };

const ctx = await createTestPlatform({ seedDemoData: true });
const other = await createTestPlatform({ seedDemoData: true });
for (const { db, clock } of [ctx, other]) expect(await seedFlights(db, clock.now(), smallSeed)).toBe(true);
afterAll(async () => {
  await ctx.close();
  await other.close();
});

describe("the demo flight data", () => {
  test("has 24 hangars, 60 drones, 20 zones and 3,000 past tasks, 200 of them with tracks", () => {
    expect(demoFlightScale).toEqual({
      hangars: 24,
      drones: 60,
      zones: 20,
      pastTasks: 3_000,
      trackedTasks: 200,
    });
  });

  test("has the requested size and is not seeded twice", { tags: "full" }, async () => {
    const { db } = ctx;
    expect(await seedFlights(db, ctx.clock.now(), smallSeed)).toBe(false);
    const counts = [hangars, drones, controlZones, tasks].map((table) => db.$count(table));
    expect(await Promise.all(counts)).toEqual([3, 6, 9, 40]);
    const [{ tracked } = { tracked: 0 }] = await db
      .select({ tracked: sql<number>`count(distinct ${flightTracks.flightId})::int` })
      .from(flightTracks);
    expect(tracked).toBe(8);
    // Each task that started has its flight.
    expect(await db.$count(flights)).toBe(await db.$count(tasks, isNotNull(tasks.startedAt)));
  });

  test("is deterministic", { tags: "full" }, async () => {
    const all = ({ db }: TestPlatform) => db.select().from(tasks).orderBy(asc(tasks.id));
    const flown = ({ db }: TestPlatform) => db.select().from(flights).orderBy(asc(flights.id));
    const tracks = ({ db }: TestPlatform) =>
      db.select().from(flightTracks).orderBy(asc(flightTracks.flightId), asc(flightTracks.t0));
    expect(await all(ctx)).toEqual(await all(other));
    expect(await flown(ctx)).toEqual(await flown(other));
    expect(await tracks(ctx)).toEqual(await tracks(other));
  });

  test("has task numbers of their day, ends after starts, and tracks in between", {
    tags: "full",
  }, async () => {
    for (const task of await ctx.db.select().from(tasks)) {
      expect(task.taskNo).toMatch(/^RW20\d{6}\d{6}$/);
      expect(["finished", "partial", "aborted", "failed", "cancelled"]).toContain(task.status);
      if (task.status === "cancelled") continue;
      expect(task.endedAt?.getTime()).toBeGreaterThan(task.startedAt?.getTime() ?? Number.NaN);
      expect(task.endedAt?.getTime()).toBeLessThan(ctx.clock.now().getTime());
    }
    const rows = await ctx.db
      .select()
      .from(flightTracks)
      .innerJoin(flights, eq(flights.id, flightTracks.flightId))
      .innerJoin(tasks, eq(tasks.id, flights.taskId));
    for (const { flight_tracks: row, tasks: task } of rows) {
      const { t0, count, columns } = decodeTrackChunk(new Uint8Array(row.bytes).buffer);
      expect([t0, count]).toEqual([row.t0.getTime(), row.samples]);
      expect(count).toBeLessThanOrEqual(600);
      expect(t0).toBeGreaterThanOrEqual(task.startedAt?.getTime() ?? Number.NaN);
      expect(t0 + (columns.dt[count - 1] ?? 0)).toBeLessThanOrEqual(task.endedAt?.getTime() ?? 0);
      expect(Math.abs((columns.lat[0] ?? 0) / 1e7 - (task.lat ?? 0))).toBeLessThan(0.1);
    }
  });

  test("has videos of some flights with tracks, within the flight, counted on flight and task", {
    tags: "full",
  }, async () => {
    const videos = await ctx.db.select().from(flightVideos);
    expect(videos.length).toBeGreaterThan(1);
    expect(new Set(videos.map(({ lens }) => lens))).toEqual(new Set(["wide", "ir"]));
    for (const flight of await ctx.db.select().from(flights)) {
      const own = videos.filter(({ flightId }) => flightId === flight.id);
      expect(flight.videoCount).toBe(own.length);
      expect(own.length).toBeLessThanOrEqual(2);
      for (const { taskId, startedAt, durationS, bytes } of own) {
        expect(taskId).toBe(flight.taskId);
        expect(startedAt.getTime()).toBeGreaterThan(flight.startedAt.getTime());
        expect(startedAt.getTime() + durationS * 1_000).toBeLessThan(flight.endedAt?.getTime() ?? 0);
        expect(Number(bytes)).toBeGreaterThan(durationS * 5_000);
        expect(await ctx.db.$count(flightTracks, eq(flightTracks.flightId, flight.id))).toBeGreaterThan(0);
      }
    }
    for (const task of await ctx.db.select().from(tasks))
      expect(task.videoCount).toBe(videos.filter(({ taskId }) => taskId === task.id).length);
  });

  test("assigns each hangar a drone of its own company", { tags: "full" }, async () => {
    const homes = await ctx.db
      .select()
      .from(drones)
      .innerJoin(hangars, eq(hangars.id, drones.hangarId))
      .where(isNotNull(drones.hangarId));
    expect(homes).toHaveLength(3);
    for (const { drones: drone, hangars: hangar } of homes)
      expect([hangar.droneSn, hangar.companyId]).toEqual([drone.sn, drone.companyId]);
  });

  test("can be listed: zones by kind and view, devices by kind", async () => {
    const duty = await ctx.loginAs("duty");
    const zones = async (body: object) => {
      const page = { pageNo: 1, pageSize: 50, ...body };
      const { body: answer } = await injectCall(ctx.app, zoneCalls.controlZoneListPage, { body: page }, duty);
      return (answer.data as { list: { name: string; kind: string }[]; total: number }).list;
    };
    expect(await zones({})).toHaveLength(9);
    expect((await zones({ kind: "noFly" })).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 6 }, () => "noFly"),
    );
    expect((await zones({ bbox: [116.4, 40, 116.5, 40.1] })).map(({ name }) => name)).toEqual([
      "北京首都机场净空区",
    ]);
    expect(await zones({ bbox: [170, -10, -170, 10] })).toEqual([]);
    const { body } = await injectCall(ctx.app, deviceCalls.deviceList, { query: { kind: "hangar" } }, duty);
    expect(body.data).toHaveLength(3);
    expect((body.data as { hangar: object }[])[0]?.hangar).toMatchObject({
      cover: "closed",
      droneBattery: 100,
    });
  });
});

describe("the simulator", () => {
  test("starts with running and planned flights, completes them and plans the next", async () => {
    const { live, platform, db, clock } = ctx;
    const simulator = await createSimulator(platform, live, 6);
    const open = async () => {
      // A new session each time: the flights take longer than the idle timeout.
      const session = await openSession(platform, ctx.staff.duty.id);
      const { body } = await injectCall(ctx.app, taskCalls.taskStartList, { body: {} }, session);
      return (body.data as { list: { id: string; status: string; last: { phase: string } | null }[] }).list;
    };
    const first = await open();
    expect(first.length).toBe(6);
    const flying = first.filter(({ status }) => status === "running");
    expect(flying.length).toBeGreaterThan(1);
    expect(flying.every(({ last }) => last !== null)).toBe(true);
    for (let second = 0; second < 2_400; second++) {
      clock.advance(1_000);
      simulator.run();
      live.tick();
    }
    await live.writes.flush();
    const ids = flying.map(({ id }) => id);
    const ended = await db.select().from(tasks).where(inArray(tasks.id, ids));
    for (const task of ended) {
      expect(["finished", "partial"]).toContain(task.status);
      expect(task.distanceM).toBeGreaterThan(1_000);
      const tracked = await db
        .select()
        .from(flightTracks)
        .innerJoin(flights, eq(flights.id, flightTracks.flightId))
        .where(eq(flights.taskId, task.id));
      expect(tracked.length).toBeGreaterThan(0);
    }
    expect(await open()).toHaveLength(6);
    const covers = (await db.select().from(hangars)).map(({ cover, status, droneBattery }) => ({
      cover,
      status,
      away: droneBattery === null,
    }));
    for (const { cover, status, away } of covers) {
      if (away && cover === "closed") expect(status).toBe("working");
      if (status === "idle") expect([cover, away]).toEqual(["closed", false]);
    }
    expect(ctx.errors).toEqual([]);
  });

  test("leaves no open flights of a previous run", { tags: "full" }, async () => {
    const simulator = await createSimulator(ctx.platform, ctx.live, 6);
    const running = await ctx.db.select().from(tasks).where(eq(tasks.status, "running"));
    const planned = await ctx.db.$count(tasks, eq(tasks.status, "planned"));
    expect(running.length + planned).toBe(6);
    expect(running.every(({ startedAt }) => startedAt !== null)).toBe(true);
    simulator.stop();
  });

  test("starts no flight from a hangar out of service until it is back", { tags: "full" }, async () => {
    const { live, platform, db, clock } = other;
    const [hangar] = await db.select().from(hangars).orderBy(asc(hangars.id)).limit(1);
    const its = eq(tasks.hangarId, hangar?.id ?? "");
    const is = (status: "service" | "idle") =>
      db
        .update(hangars)
        .set({ status })
        .where(eq(hangars.id, hangar?.id ?? ""));
    await is("service");
    const simulator = await createSimulator(platform, live, 6);
    const seconds = async (count: number) => {
      await simulator.refreshHangars();
      for (let second = 0; second < count; second++) {
        clock.advance(1_000);
        simulator.run();
        live.tick();
      }
      await live.writes.flush();
    };
    const open = async () => {
      const rows = await db
        .select()
        .from(tasks)
        .where(and(its, inArray(tasks.status, ["planned", "running"])));
      return rows.map(({ id, status }) => ({ id, status }));
    };
    await seconds(60);
    expect(await open()).toEqual([]);
    await is("idle");
    await seconds(2);
    const [planned, ...more] = await open();
    expect([planned?.status, more]).toEqual(["planned", []]);

    await is("service");
    await seconds(1_200);
    expect(await open()).toEqual([]);
    const [dropped] = await db
      .select()
      .from(tasks)
      .where(eq(tasks.id, planned?.id ?? ""));
    expect([dropped?.status, dropped?.endReason]).toEqual(["cancelled", "机场停用检修"]);
    const [still] = await db
      .select()
      .from(hangars)
      .where(eq(hangars.id, hangar?.id ?? ""));
    expect(still?.status).toBe("service");
    simulator.stop();
  });

  test("does not update a hangar whose drone has moved to another", { tags: "full" }, async () => {
    const { live, platform, db, clock } = other;
    const [hangar] = await db.select().from(hangars).orderBy(asc(hangars.id)).limit(1);
    const own = eq(hangars.id, hangar?.id ?? "");
    const simulator = await createSimulator(platform, live, 6);
    await db.update(hangars).set({ droneSn: "", droneBattery: null, status: "idle" }).where(own);
    await simulator.refreshHangars();
    for (let second = 0; second < 2_400; second++) {
      clock.advance(1_000);
      simulator.run();
      live.tick();
    }
    await live.writes.flush();
    const [left] = await db.select().from(hangars).where(own);
    expect([left?.droneBattery, left?.cover, left?.status]).toEqual([null, "closed", "idle"]);
    simulator.stop();
  });

  test("inserts generated drones as devices, once", { tags: "full" }, async () => {
    const seeded = await ctx.db.$count(drones);
    for (let start = 0; start < 2; start++)
      (await createSimulator(ctx.platform, ctx.live, seeded + 3)).stop();
    const duty = await openSession(ctx.platform, ctx.staff.duty.id);
    const { body } = await injectCall(
      ctx.app,
      deviceCalls.deviceList,
      { query: { kind: "drone", keyword: "SIM" } },
      duty,
    );
    const made = body.data as { sn: string; name: string; companyName: string; status: string }[];
    expect(made.map(({ sn }) => sn).toSorted()).toEqual(["SIM000001", "SIM000002", "SIM000003"]);
    expect(made.every(({ name, status }) => /仿真00000[123]号机$/.test(name) && status === "online")).toBe(
      true,
    );
    expect(await ctx.db.$count(drones)).toBe(seeded + 3);
  });

  test("takes off about as high as the company lies: in Jiayuguan far above the sea", {
    tags: "full",
  }, async () => {
    const { db } = ctx;
    const [field] = await db.select().from(drones).where(isNull(drones.hangarId)).limit(1);
    await db
      .update(companies)
      .set({ regionId: "620200" })
      .where(eq(companies.id, field?.companyId ?? ""));
    const simulated = (await loadSimDrones(db, 100)).find(({ droneSn }) => droneSn === field?.sn);
    expect(simulated?.base.altitude).toBe(1_517);
  });
});
