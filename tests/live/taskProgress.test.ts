import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { RoutePoint } from "../../adapters/contract/task.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createRouteCoverage } from "../../server/telemetry/flights/routeCoverage.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { restart, sendTo } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const minute = 60_000;
const now = () => ctx.clock.now().getTime();
const loadTask = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];
/** A waypoint some metres north of the first position. */
const waypoint = (metres: number): RoutePoint => [105.46, samplePosition(metres).lat / 1e7, 60];

async function setupPlanned(route: RoutePoint[] = []) {
  const task = await factory.task(company, { plannedAt: ctx.clock.now(), route });
  return { task, ...createFlyer(ctx, key, task.droneSn) };
}

/** Restarts the server, and closes what is open there. */
async function closeAfterRestart(id: string) {
  const live = await restart(ctx);
  live.registry.tick(now() + 31 * minute);
  live.registry.tick(now() + 62 * minute);
  await live.writes.flush();
  return loadTask(id);
}

describe("a planned task that closes after a restart", () => {
  test("is partial where its source reported that before", async () => {
    const { task, fly } = await setupPlanned();
    await fly("mission", 5, { pct: 40 });
    await fly("landed", 62, { vH: 0, pct: 40, ...samplePosition(20) });
    expect(await closeAfterRestart(task.id)).toMatchObject({ status: "partial", endReason: "提前返航" });
  });

  test("is partial where the server stopped in the flight", async () => {
    const { task, fly } = await setupPlanned();
    await fly("mission", 40, { pct: 40 });
    await fly("landing", 1, { pct: 41, ...samplePosition(195) });
    expect(await closeAfterRestart(task.id)).toMatchObject({ status: "partial" });
  });

  test("is failed where the drone was forced down before", async () => {
    const { task, fly } = await setupPlanned();
    await fly("forcedLanding", 5, { pct: 100 });
    await fly("landed", 62, { vH: 0, pct: 100, ...samplePosition(20) });
    expect(await closeAfterRestart(task.id)).toMatchObject({ status: "failed", endReason: "强制降落" });
  });

  test("is not finished where an older version left its flight without a progress", async () => {
    const startedAt = ctx.clock.now();
    const task = await factory.task(company, { status: "running", startedAt });
    const { droneSn } = task;
    const flown = { taskId: task.id, companyId: company.id, droneSn, source: "device" as const };
    await ctx.db
      .insert(flights)
      .values({ ...flown, id: ctx.platform.newId(), startedAt, endedAt: startedAt });
    expect(await closeAfterRestart(task.id)).toMatchObject({ status: "partial", endReason: "航线进度未知" });
  });
});

describe("a planned route whose source reports no progress", () => {
  test("is finished where the drone came by all its waypoints", async () => {
    const { task, fly, wait } = await setupPlanned([waypoint(0), waypoint(100), waypoint(200)]);
    await fly("mission", 35);
    await fly("landed", 1, { vH: 0, ...samplePosition(170) });
    await wait(60 + 30 * 60 + 2);
    expect(await loadTask(task.id)).toMatchObject({ status: "finished" });
  });

  test("is partial where it missed one", async () => {
    const { task, fly, wait } = await setupPlanned([waypoint(0), waypoint(100), waypoint(300)]);
    await fly("mission", 35);
    await fly("landed", 1, { vH: 0, ...samplePosition(170) });
    await wait(60 + 30 * 60 + 2);
    expect(await loadTask(task.id)).toMatchObject({ status: "partial" });
  });

  test("is followed over a restart", async () => {
    const { task, fly } = await setupPlanned([waypoint(0), waypoint(100), waypoint(200)]);
    await fly("mission", 20);
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    const live = await restart(ctx);
    const open = live.registry.getByTask(task.id);
    if (!open) throw new Error("The task is not open");
    expect(open.coverage?.getPct()).toBeCloseTo(66.7, 1);
    for (let i = 1; i <= 15; i++)
      sendTo(live, open, {
        seq: 0,
        tSrc: now() + i * 1_000,
        phase: "mission",
        vH: 5,
        ...samplePosition(95 + i * 5),
      });
    expect(open.coverage?.getPct()).toBe(100);
  });
});

test("a waypoint is reached within 50 m of it, in any order, once", () => {
  const coverage = createRouteCoverage([waypoint(0), waypoint(1_000)]);
  expect(coverage.getPct()).toBe(0);
  const { lat, lon } = samplePosition(948);
  coverage.visit(lat, lon);
  expect(coverage.getPct()).toBe(0);
  for (const metres of [952, 960, 1_000]) coverage.visit(samplePosition(metres).lat, lon);
  expect(coverage.getPct()).toBe(50);
});
