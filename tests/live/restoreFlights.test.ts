import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents } from "../../server/db/schema/taskEvent.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { restart, sendTo } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

async function fly(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  return createFlyer(ctx, key, droneSn);
}

test("a flight whose first sample came just before the server was killed is on the map again", async () => {
  const flyer = await fly("YOUNG-1");
  await flyer.fly("mission", 1);
  const { registry } = await restart(ctx);
  const open = registry.getByDrone("YOUNG-1");
  expect(open && registry.getLiveState(open)).toMatchObject({ lat: samplePosition(0).lat });
});

test("after a restart every open flight is where it was, as old as it is", async () => {
  const flyer = await fly("LOST-1");
  // A clock eight hours behind, as of local time sent as UTC.
  const behind = () => ctx.clock.now().getTime() - 8 * 3_600_000;
  for (let i = 0; i < 40; i++)
    await flyer.send({
      tSrc: behind() + 1_000,
      phase: "mission",
      hRel: 60,
      hEll: 1_500,
      batPct: 71,
      vH: 5,
      ...samplePosition(i * 5),
    });
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, "LOST-1"));
  ctx.live.registry.persistTracks();
  await ctx.live.writes.flush();
  ctx.clock.advance(120_000);
  const { registry } = await restart(ctx);
  const open = registry.getByTask(task?.id ?? "");
  if (!open) throw new Error("The task is not open");
  // Before the first tick, which comes seconds later.
  expect(registry.fleet.getLinkState(open.slot)).toBe("lastKnown");
  registry.tick(ctx.clock.now().getTime());
  const state = registry.getLiveState(open);
  expect(state).toMatchObject({
    droneSn: "LOST-1",
    lat: samplePosition(195).lat,
    hRel: 60,
    hEll: 1_500,
    batPct: 71,
    phase: "mission",
    linkState: "lastKnown",
    periodMs: 1_000,
    clockOffsetMs: 8 * 3_600_000,
  });
  expect(ctx.clock.now().getTime() - (state?.groupAt.position ?? 0)).toBe(120_000);
  expect(registry.fleet.getFlightStats(open.slot).distanceM).toBeCloseTo(195, 0);
  expect(open.flight).toMatchObject({ hasTakenOff: true });
});

test("the time of a restart is no drone's loss: only who stays silent after it has an event", async () => {
  const flyers = [await fly("BACK-1"), await fly("SILENT-1")];
  for (let i = 0; i < 5; i++)
    for (const flyer of flyers) await flyer.send({ phase: "mission", hRel: 60, ...samplePosition(i * 5) });
  ctx.live.registry.persistTracks();
  await ctx.live.writes.flush();
  ctx.clock.advance(30_000);
  const live = await restart(ctx);
  const [back, silent] = ["BACK-1", "SILENT-1"].map((droneSn) => live.registry.getByDrone(droneSn));
  if (!back || !silent) throw new Error("A task is not open");
  const startedAt = ctx.clock.now().getTime();
  const readLinks = async ({ task }: typeof back) => {
    await live.writes.flush();
    const events = await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, task.id));
    return events.flatMap(({ kind, fromValue, toValue }) => (kind === "link" ? [[fromValue, toValue]] : []));
  };
  live.registry.tick(startedAt + 1_000);
  expect(live.registry.fleet.getLinkState(back.slot)).toBe("lost");
  for (let second = 2; second < 10; second++)
    sendTo(live, back, {
      seq: second,
      tSrc: startedAt + second * 1_000,
      phase: "mission",
      ...samplePosition(50),
    });
  expect(live.registry.fleet.getLinkState(back.slot)).toBe("fresh");
  expect([await readLinks(back), await readLinks(silent)]).toEqual([[], []]);
  live.registry.tick(startedAt + 10_000);
  expect([await readLinks(back), await readLinks(silent)]).toEqual([[], [["fresh", "lost"]]]);
  // From then on as ever.
  live.registry.tick(startedAt + 25_000);
  live.registry.tick(startedAt + 40_000);
  expect((await readLinks(back)).at(-1)?.at(1)).toBe("lost");
  expect(await readLinks(silent)).toEqual([
    ["fresh", "lost"],
    ["lost", "lastKnown"],
  ]);
});

test("a planned task between two flights stays open, and closes at its time", async () => {
  const planned = await factory.task(company, { plannedAt: ctx.clock.now() });
  const flyer = createFlyer(ctx, key, planned.droneSn);
  await flyer.fly("mission", 5, { pct: 60 });
  await flyer.fly("landed", 62, { vH: 0, pct: 60 });
  const { registry, writes } = await restart(ctx);
  const open = registry.getByTask(planned.id);
  expect(open).toMatchObject({ flight: null, flown: { flights: 1 } });
  const now = ctx.clock.now().getTime();
  registry.tick(now + 29 * 60_000);
  expect(registry.getByTask(planned.id)).toBeDefined();
  registry.tick(now + 31 * 60_000);
  expect(registry.getByTask(planned.id)).toBeUndefined();
  await writes.flush();
  const [closed] = await ctx.db.select().from(tasks).where(eq(tasks.id, planned.id));
  expect(closed?.endedAt).not.toBeNull();
});

test("a drone that has landed opens nothing after a restart until it takes off", async () => {
  const flyer = await fly("LANDED-1");
  await flyer.fly("mission", 5);
  await flyer.fly("landed", 62, { vH: 0 });
  const { registry } = await restart(ctx);
  expect(registry.getByDrone("LANDED-1")).toBeUndefined();
  expect(registry.dronesOnGround.has("LANDED-1")).toBe(true);
});

test("a jump that was believed is no way flown, before a restart and after it", async () => {
  const flyer = await fly("JUMPS-1");
  await flyer.fly("mission", 10);
  for (let i = 0; i < 20; i++)
    await flyer.send({ phase: "mission", hRel: 60, vH: 5, ...samplePosition(500_000 + i * 5) });
  const getStats = ({ registry }: { registry: typeof ctx.live.registry }) =>
    registry.fleet.getFlightStats(registry.getByDrone("JUMPS-1")?.slot ?? -1);
  const { distanceM, isDistanceIncomplete } = getStats(ctx.live);
  expect(distanceM).toBeGreaterThan(80);
  expect(distanceM).toBeLessThan(150);
  expect(isDistanceIncomplete).toBe(true);
  const restored = await restart(ctx);
  expect(getStats(restored)).toMatchObject({ isDistanceIncomplete: true });
  expect(getStats(restored).distanceM).toBeCloseTo(distanceM, 0);
});
