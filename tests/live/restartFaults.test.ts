import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { restart, sendTo } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const now = () => ctx.clock.now().getTime();
async function fly(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  return createFlyer(ctx, key, droneSn);
}
const loadFlights = (droneSn: string) =>
  ctx.db.select().from(flights).where(eq(flights.droneSn, droneSn)).orderBy(asc(flights.startedAt));

describe("after a restart", () => {
  test("a position from before the loss of the satellites is as old as it is", { tags: "full" }, async () => {
    const flyer = await fly("GPS-1");
    await flyer.fly("mission", 10);
    await flyer.fly("mission", 300, { lat: null, lon: null });
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    const { registry } = await restart(ctx);
    registry.tick(now());
    const open = registry.getByDrone("GPS-1");
    if (!open) throw new Error("The flight is not open");
    const state = registry.getLiveState(open);
    expect(now() - (state?.groupAt.position ?? 0)).toBe(300_000);
    expect(state).toMatchObject({ clockOffsetMs: 0, linkState: "fresh", tSrc: now() });
    // Tenths of a second, as the map greys a marker.
    expect(registry.fleet.columns.age[open.slot]).toBe(3_000);
  });

  test("what was delayed while the server was down does not count for the drone's clock", {
    tags: "full",
  }, async () => {
    const flyer = await fly("KEPT-1");
    await flyer.fly("mission", 10);
    const stoppedAt = now();
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    ctx.clock.advance(300_000);
    const { registry } = await restart(ctx);
    const open = registry.getByDrone("KEPT-1");
    if (!open) throw new Error("The flight is not open");
    const batch = createBatch(1);
    const kept = {
      seq: 11,
      tSrc: stoppedAt + 1_000,
      phase: "mission",
      vH: 5,
      ...samplePosition(50),
    } as const;
    appendSample(batch, open.slot, kept);
    expect(registry.ingest(batch, now())).toEqual([]);
    const state = registry.getLiveState(open);
    expect(state).toMatchObject({ clockOffsetMs: 0, lat: samplePosition(50).lat });
    expect(state?.groupAt.position).toBe(stoppedAt + 1_000);
  });

  test("between landing and end, without a stop in order, the flight ends a minute after its landing", async () => {
    const flyer = await fly("LAND-1");
    await flyer.fly("mission", 10);
    await flyer.fly("landed", 20, { vH: 0, ...samplePosition(45) });
    const live = await restart(ctx);
    const open = live.registry.getByDrone("LAND-1");
    if (!open) throw new Error("The flight is not open");
    // The first landed sample came 19 s before.
    const start = now();
    const stand = (second: number) =>
      sendTo(live, open, {
        seq: 0,
        tSrc: start + second * 1_000,
        phase: "landed",
        vH: 0,
        ...samplePosition(45),
      });
    for (let second = 1; second <= 40; second++) stand(second);
    expect(live.registry.getByDrone("LAND-1")).toBeDefined();
    stand(41);
    expect(live.registry.getByDrone("LAND-1")).toBeUndefined();
  });

  test("take-off, forced landing and landing are known at once, not only once its turn has come", {
    tags: "full",
  }, async () => {
    await factory.registerDrone(company, "AT-ONCE-1");
    const send = async (phase: string, second: number) => {
      ctx.clock.advance(1_000);
      const sample = createSample(ctx, "AT-ONCE-1", { phase, vH: 5, ...samplePosition(second * 5) });
      // No tick: those store one flight after the other.
      expect((await postTelemetry(ctx, key, { samples: [sample] })).data).toMatchObject({ accepted: 1 });
      const [flight] = await loadFlights("AT-ONCE-1");
      return [flight?.hasTakenOff, flight?.isForcedLanding, flight?.expiresAt];
    };
    expect(await send("preparing", 0)).toEqual([false, false, null]);
    expect(await send("takeoff", 1)).toEqual([true, false, null]);
    expect(await send("forcedLanding", 2)).toEqual([true, true, null]);
    expect(await send("landed", 3)).toEqual([true, true, new Date(now() + 60_000)]);
    expect(await send("takeoff", 4)).toEqual([true, true, null]);
  });

  test("a flight older than these columns has the clock of its track", { tags: "full" }, async () => {
    const flyer = await fly("OLD-CLOCK-1");
    for (let second = 0; second < 5; second++)
      await flyer.send({ tSrc: now() + 7_201_000, phase: "mission", vH: 5, ...samplePosition(second * 5) });
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    await ctx.db.update(flights).set({ clockOffsetMs: null }).where(eq(flights.droneSn, "OLD-CLOCK-1"));
    const { registry } = await restart(ctx);
    const open = registry.getByDrone("OLD-CLOCK-1");
    const state = open && registry.getLiveState(open);
    expect([state?.clockOffsetMs, state?.groupAt.position]).toEqual([-7_200_000, now()]);
  });

  test("a flight older than these columns, that had landed, ends too", { tags: "full" }, async () => {
    const flyer = await fly("LAND-2");
    await flyer.fly("mission", 10);
    await flyer.fly("landed", 20, { vH: 0, ...samplePosition(45) });
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    await ctx.db
      .update(flights)
      .set({ lastAt: null, lastSourceAt: null, clockOffsetMs: null, phase: null, pct: null, expiresAt: null })
      .where(eq(flights.droneSn, "LAND-2"));
    await ctx.db
      .update(flights)
      .set({ hasTakenOff: null, isForcedLanding: null })
      .where(eq(flights.droneSn, "LAND-2"));
    const { registry } = await restart(ctx);
    registry.tick(now() + 59_000);
    expect(registry.getByDrone("LAND-2")).toBeDefined();
    registry.tick(now() + 60_000);
    expect(registry.getByDrone("LAND-2")).toBeUndefined();
  });

  test("a flight that never had a position is lost when it is, and ends", { tags: "full" }, async () => {
    const flyer = await fly("NOPOS-1");
    await flyer.fly("preparing", 3, { lat: null, lon: null });
    const { registry } = await restart(ctx);
    const open = registry.getByDrone("NOPOS-1");
    if (!open) throw new Error("The flight is not open");
    registry.tick(now() + 61_000);
    expect(registry.fleet.getLinkState(open.slot)).toBe("lastKnown");
    expect(registry.fleet.hasPosition[open.slot]).toBe(0);
    registry.tick(now() + 31 * 60_000);
    expect(registry.getByDrone("NOPOS-1")).toBeUndefined();
  });

  test("a piece of a track that cannot be read is left out, and reported", { tags: "full" }, async () => {
    const flyer = await fly("BAD-1");
    await flyer.fly("mission", 3);
    ctx.live.registry.persistTracks();
    await ctx.live.writes.flush();
    const [flight] = await loadFlights("BAD-1");
    await ctx.db
      .update(flightTracks)
      .set({ bytes: Buffer.from("xx") })
      .where(eq(flightTracks.flightId, flight?.id ?? ""));
    const { registry } = await restart(ctx);
    expect(registry.getByDrone("BAD-1")?.flight).toMatchObject({ id: flight?.id, hasTakenOff: true });
    expect(ctx.errors).toHaveLength(1);
    ctx.errors.length = 0;
  });

  test("what does not fit is reported", { tags: "full" }, async () => {
    const running = await ctx.db.select().from(tasks).where(eq(tasks.status, "running"));
    await ctx.db.delete(flightTracks);
    const { registry } = await restart(ctx, 1);
    expect(registry.count()).toBe(1);
    expect(ctx.errors.map(String)).toEqual([
      `Error: ${running.length - 1} open tasks do not fit into this server and are not followed`,
    ]);
    ctx.errors.length = 0;
  });

  test("of two open tasks of one drone the older is closed", { tags: "full" }, async () => {
    const at = ctx.clock.now();
    const anHourAgo = new Date(at.getTime() - 3_600_000);
    await factory.registerDrone(company, "TWICE-1");
    const older = await factory.task(company, {
      droneSn: "TWICE-1",
      status: "running",
      startedAt: anHourAgo,
    });
    const newer = await factory.task(company, { droneSn: "TWICE-1", status: "running", startedAt: at });
    const flown = { companyId: company.id, droneSn: "TWICE-1", source: "device" as const };
    await ctx.db.insert(flights).values([
      { ...flown, id: ctx.platform.newId(), taskId: older.id, startedAt: anHourAgo, endedAt: at },
      { ...flown, id: ctx.platform.newId(), taskId: newer.id, startedAt: at },
    ]);
    const { registry, writes } = await restart(ctx);
    registry.tick(now());
    await writes.flush();
    expect(registry.getByTask(older.id)).toBeUndefined();
    expect(registry.getByDrone("TWICE-1")?.task.id).toBe(newer.id);
    expect(registry.dronesOnGround.has("TWICE-1")).toBe(false);
    const [closed] = await ctx.db.select().from(tasks).where(eq(tasks.id, older.id));
    expect(closed?.endedAt).toEqual(at);
  });
});
