import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createLiveService } from "../../server/createLiveService.ts";
import type { Db } from "../../server/db/handle.ts";
import { platformEvents, taskEvents } from "../../server/db/schema/taskEvent.ts";
import { createOwnOutage } from "../../server/telemetry/ingest/ownOutage.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterEach(async () => {
  vi.restoreAllMocks();
  await ctx.db.delete(platformEvents);
});
afterAll(() => ctx.close());

const listStalls = async () =>
  (await ctx.db.select().from(platformEvents)).map(({ durationMs }) => durationMs);
const listLinkEvents = async () =>
  (await ctx.db.select().from(taskEvents)).filter(({ kind }) => kind === "link");

async function setupFlight(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  await flyer.fly("mission", 10);
  const open = ctx.live.registry.getByDrone(droneSn);
  if (!open) throw new Error("The flight is not open");
  return { ...flyer, getLink: () => ctx.live.registry.fleet.getLinkState(open.slot) };
}

/** The database of signed calls is away: every statement fails as at a server that shuts down. */
function takeDatabaseAway() {
  const fail = () => {
    throw Object.assign(new Error("the database system is shutting down"), { code: "57P03" });
  };
  const db: Db = ctx.platform.priorityDb;
  const mocks = [vi.spyOn(db, "execute"), vi.spyOn(db, "select")];
  for (const mock of mocks) mock.mockImplementation(fail);
  return () => {
    for (const mock of mocks) mock.mockRestore();
  };
}

describe("samples that are refused because the platform's own database is away", () => {
  test("make no drone lost, and one event of the platform", async () => {
    const { getLink, send } = await setupFlight("AWAY-1");
    const bringBack = takeDatabaseAway();
    const refused: object[] = [];
    for (let i = 0; i < 120; i++) {
      ctx.clock.advance(1_000);
      const sample = createSample(ctx, "AWAY-1", { phase: "mission", vH: 5, ...samplePosition(50 + i * 5) });
      refused.push(sample);
      expect((await postTelemetry(ctx, key, { samples: [sample] })).status).toBe(503);
      ctx.live.tick();
      expect(getLink()).toBe("fresh");
    }
    bringBack();
    ctx.clock.advance(1_000);
    // What was kept comes first: it is old, but it could not come before.
    expect((await postTelemetry(ctx, key, { samples: refused.slice(0, 60) })).data).toMatchObject({
      accepted: 60,
    });
    ctx.live.tick();
    expect(getLink()).toBe("fresh");
    await postTelemetry(ctx, key, { samples: refused.slice(60) });
    await send({ phase: "mission", vH: 5, ...samplePosition(655) });
    expect(getLink()).toBe("fresh");
    expect(await listLinkEvents()).toEqual([]);
    const stalls = await listStalls();
    expect(stalls).toHaveLength(1);
    // The first call was refused at 1 s and the first taken at 121 s.
    expect(stalls[0]).toBeGreaterThanOrEqual(120_000);
    expect(stalls[0]).toBeLessThan(125_000);
    // What is silent after that is lost as ever.
    ctx.clock.advance(11_000);
    ctx.live.tick();
    expect(getLink()).toBe("lost");
  });

  test("count for 30 s after the last attempt, and a short one writes no event", () => {
    const outage = createOwnOutage();
    expect(outage.advance(1_000)).toEqual({ stalledMs: 0, endedAfterMs: 0 });
    outage.addRefusal(1_500, 1_400);
    expect(outage.advance(2_000)).toEqual({ stalledMs: 600, endedAfterMs: 0 });
    expect(outage.advance(31_500)).toEqual({ stalledMs: 29_500, endedAfterMs: 0 });
    expect(outage.advance(32_500)).toEqual({ stalledMs: 1_000, endedAfterMs: 31_100 });
    expect(outage.advance(33_500)).toEqual({ stalledMs: 0, endedAfterMs: 0 });
    outage.addRefusal(40_000, 40_000);
    outage.addSuccess(40_200);
    expect(outage.advance(41_000)).toEqual({ stalledMs: 200, endedAfterMs: 200 });
  });
});

describe("the timer of the live service", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("writes one event for a tick that is more than 3 s late, and drones are given that time", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const live = createLiveService(ctx.platform, 10);
    const tick = vi.spyOn(live.registry, "tick");
    live.start();
    /** The next tick, so long after the one before. */
    const tickAfter = async (ms: number) => {
      ctx.clock.advance(ms);
      vi.advanceTimersByTime(1_000);
      await live.writes.flush();
    };
    await tickAfter(1_000);
    await tickAfter(4_000);
    expect(await listStalls()).toEqual([]);
    await tickAfter(4_001);
    expect(await listStalls()).toEqual([3_001]);
    await tickAfter(1_000);
    await tickAfter(30_000);
    expect(await listStalls()).toEqual([3_001, 29_000]);
    expect(tick.mock.calls.map(([, stalledMs]) => stalledMs)).toEqual([0, 0, 3_001, 0, 29_000]);
    await live.stop();
  });

  test("counts a stall during an outage once", async () => {
    const live = createLiveService(ctx.platform, 10);
    const tick = vi.spyOn(live.registry, "tick");
    const since = ctx.clock.now().getTime();
    live.ownOutage.addRefusal(since, since);
    ctx.clock.advance(10_000);
    live.tick(8_000);
    ctx.clock.advance(6_000);
    // The timer measures from its last tick, the outage from its last second that was counted.
    live.tick(7_000);
    expect(tick.mock.calls.map(([, stalledMs]) => stalledMs)).toEqual([10_000, 7_000]);
    await live.stop();
  });

  test("notices a stall before its first tick", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const live = createLiveService(ctx.platform, 10);
    live.start();
    ctx.clock.advance(20_000);
    vi.advanceTimersByTime(1_000);
    await live.stop();
    expect(await listStalls()).toEqual([19_000]);
  });
});
