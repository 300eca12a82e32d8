import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { linkStates } from "../../adapters/contract/flight.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents } from "../../server/db/schema/taskEvent.ts";
import { selectOpenTasks } from "../../server/modules/task/selectOpenTasks.ts";
import { isInAir } from "../../server/telemetry/flights/flightPhases.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { restart } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

/** Figures of one company's tasks are those of all: each test closes its own. */
const count = () =>
  selectOpenTasks(ctx.live.registry, {
    foundIds: null,
    sort: { field: "startedAt", order: "desc" },
    offset: 0,
    limit: 1,
  }).counts;
const close = (droneSn: string) => {
  const open = ctx.live.registry.getByDrone(droneSn);
  if (open) ctx.live.registry.closeStored(open.task.id, "", ctx.clock.now().getTime());
};

test("a drone between two flights is neither in the air nor lost", { tags: "full" }, async () => {
  const planned = await factory.task(company, { plannedAt: ctx.clock.now() });
  const { fly, wait } = createFlyer(ctx, key, planned.droneSn);
  await fly("preparing", 1, { pct: 40 });
  expect(count().flying).toBe(0);
  await fly("mission", 5, { pct: 40 });
  expect(count().flying).toBe(1);
  await fly("landed", 62, { vH: 0, pct: 40, ...samplePosition(20) });
  expect(count()).toMatchObject({ flying: 0, lost: 0 });
  await wait(120);
  const open = ctx.live.registry.getByDrone(planned.droneSn);
  if (!open) throw new Error("The task is not open");
  expect(linkStates[ctx.live.registry.fleet.columns.link[open.slot] ?? -1]).toBe("fresh");
  const events = await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, planned.id));
  expect(events.filter(({ kind }) => kind === "link")).toEqual([]);
  close(planned.droneSn);
});

test("a drone whose source reports no phase is in the air by height, or where nothing is known of it", async () => {
  for (const droneSn of ["HIGH", "BARE", "DOWN"]) await factory.registerDrone(company, droneSn);
  await createFlyer(ctx, key, "HIGH").fly(null, 1);
  expect(count().flying).toBe(1);
  await createFlyer(ctx, key, "BARE").send({});
  expect(count().flying).toBe(2);
  const down = createFlyer(ctx, key, "DOWN");
  await down.fly(null, 8);
  expect(count().flying).toBe(3);
  await down.fly(null, 2, { hRel: 0, vH: 0, ...samplePosition(35) });
  expect(count().flying).toBe(2);
  for (const droneSn of ["HIGH", "BARE", "DOWN"]) close(droneSn);
});

const loadTrack = async (droneSn: string) => {
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, droneSn));
  const open = ctx.live.registry.getByDrone(droneSn);
  ctx.live.registry.persistTracks();
  await ctx.live.writes.flush();
  const chunks = await ctx.db
    .select()
    .from(flightTracks)
    .where(eq(flightTracks.flightId, flight?.id ?? "0"));
  return { open, samples: chunks.reduce((sum, { samples }) => sum + samples, 0) };
};

test("a drone that climbs straight up without a phase is on the map after 5 s, and all of it in the track", async () => {
  await factory.registerDrone(company, "CLIMBS");
  const { fly, send } = createFlyer(ctx, key, "CLIMBS");
  await fly(null, 5, { hRel: 0, vH: 0, ...samplePosition(0) });
  for (let second = 1; second <= 10; second++) {
    await send({ hRel: second * 4, vH: 0.1, ...samplePosition(0) });
    expect(count().flying).toBe(second > 5 ? 1 : 0);
  }
  expect((await loadTrack("CLIMBS")).samples).toBe(10);
  close("CLIMBS");
});

test.each([
  ["MOVES", 0, 62, false],
  ["STOPS", 50, 1, false],
  ["RESTS", 122, 1, true],
  ["FALLS-SILENT", 7, 62, false],
  ["FALLS-SILENT-LATE", 62, 62, true],
] as const)(
  "a flight down a valley without a phase ends where it rests or fell silent at rest: %s",
  async (droneSn, restS, silentS, isOver) => {
    await factory.registerDrone(company, droneSn);
    const { fly, wait } = createFlyer(ctx, key, droneSn);
    await fly(null, 8, { hRel: -40 });
    expect(count().flying).toBe(1);
    await fly(null, restS, { hRel: -40, vH: 0, ...samplePosition(40) });
    await wait(silentS);
    expect(ctx.live.registry.getByDrone(droneSn) === undefined).toBe(isOver);
    close(droneSn);
  },
);

test("a drone that flies with a phase of the ground is on the map, and said to contradict itself", async () => {
  await factory.registerDrone(company, "STANDBY");
  const { fly, wait } = createFlyer(ctx, key, "STANDBY");
  await fly("standby", 5, { hRel: 0, vH: 0 });
  await fly("standby", 8, { hRel: 100, vH: 15 });
  expect(count().flying).toBe(1);
  const { open, samples } = await loadTrack("STANDBY");
  expect(samples).toBe(8);
  const still = { vH: 0, ...samplePosition(35) };
  await fly("standby", 90, { hRel: 100, ...still });
  expect(count().flying).toBe(1);
  const events = await ctx.db
    .select()
    .from(taskEvents)
    .where(eq(taskEvents.taskId, open?.task.id ?? ""));
  expect(events.filter(({ kind }) => kind === "contradiction")).toHaveLength(1);
  await fly("standby", 62, { hRel: 0, ...still });
  expect(ctx.live.registry.getByDrone("STANDBY")).toBeUndefined();
  await wait(1);
});

test("a drone that climbs slowly with a phase of the ground is on the map, and said to contradict itself", async () => {
  await factory.registerDrone(company, "SLOW-CLIMB");
  const { send, fly } = createFlyer(ctx, key, "SLOW-CLIMB");
  const still = { phase: "standby", vH: 0.2, ...samplePosition(0) };
  for (let second = 0; second <= 27; second++) {
    await send({ ...still, hRel: second * 0.5, vV: 0.5 });
    expect(count().flying).toBe(second > 26 ? 1 : 0);
  }
  const open = ctx.live.registry.getByDrone("SLOW-CLIMB");
  expect(open?.isContradicted).toBe(true);
  await fly("standby", 90, { ...still, hRel: 13.5, vV: 0 });
  expect(count().flying).toBe(1);
  close("SLOW-CLIMB");
});

test("a phase of the ground in flight does not end it while its samples fly", async () => {
  await factory.registerDrone(company, "OFFLINE");
  const { fly } = createFlyer(ctx, key, "OFFLINE");
  await fly("mission", 10);
  for (const phase of ["offline", "standby"]) {
    await fly(phase, 90, { hRel: 60, vH: 10 });
    expect(count().flying).toBe(1);
  }
  expect(await ctx.db.$count(flights, eq(flights.droneSn, "OFFLINE"))).toBe(1);
  close("OFFLINE");
});

test("a drone that falls silent on the ground without a word has landed", { tags: "full" }, async () => {
  await factory.registerDrone(company, "SWITCHED-OFF");
  const { fly, wait } = createFlyer(ctx, key, "SWITCHED-OFF");
  await fly("manual", 10);
  await fly("manual", 5, { hRel: 0.3, vH: 0.1 });
  await wait(61);
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, "SWITCHED-OFF"));
  expect(task).toMatchObject({ status: "finished", endReason: "已降落" });
});

test("a drone that is lost below its take-off, or while it climbs out, stays on the map", {
  tags: "full",
}, async () => {
  for (const [droneSn, fields] of [
    ["BRIDGE", { phase: "hover", hRel: -30, vH: 0.2 }],
    ["CLIMBING-OUT", { phase: "takeoff", hRel: 1.5, vH: 0 }],
  ] as const) {
    await factory.registerDrone(company, droneSn);
    const { fly, wait } = createFlyer(ctx, key, droneSn);
    await fly("mission", 3);
    await fly(fields.phase, 5, { ...fields, ...samplePosition(15) });
    await wait(120);
    expect(ctx.live.registry.getByDrone(droneSn)?.flight, droneSn).toBeTruthy();
    close(droneSn);
  }
});

test("the seconds before a second flight was recognized are in its track, and nothing of long before", {
  tags: "full",
}, async () => {
  const planned = await factory.task(company, { plannedAt: ctx.clock.now() });
  const { fly, send, wait } = createFlyer(ctx, key, planned.droneSn);
  const still = { vH: 0.1, ...samplePosition(0) };
  await fly(null, 10, { ...still, vH: 5 });
  await fly(null, 70, { ...still, hRel: 0, vH: 0 });
  // A single reading that nothing follows.
  await send({ ...still, hRel: 15 });
  await wait(120);
  for (let second = 1; second <= 10; second++) await send({ ...still, hRel: second * 4 });
  const open = ctx.live.registry.getByTask(planned.id);
  expect(open).toMatchObject({ flown: { flights: 1 }, flight: { hasTakenOff: true } });
  ctx.live.registry.persistTracks();
  await ctx.live.writes.flush();
  const chunks = await ctx.db
    .select()
    .from(flightTracks)
    .where(eq(flightTracks.flightId, open?.flight?.id ?? "0"));
  expect(chunks.reduce((sum, { samples }) => sum + samples, 0)).toBe(10);
  close(planned.droneSn);
});

test("a drone that flies with a phase of the ground flies on after a restart", { tags: "full" }, async () => {
  await factory.registerDrone(company, "STANDBY-2");
  const { fly } = createFlyer(ctx, key, "STANDBY-2");
  await fly("standby", 5, { hRel: 0, vH: 0 });
  await fly("standby", 8, { hRel: 100, vH: 15 });
  ctx.clock.advance(120_000);
  const { registry } = await restart(ctx);
  registry.tick(ctx.clock.now().getTime());
  const open = registry.getByDrone("STANDBY-2");
  expect(open && isInAir(registry.fleet, open)).toBe(true);
});

/** Second by second: what a drone tells of itself. */
type Told = (second: number) => object;

const getStage = (droneSn: string) =>
  ctx.live.registry.getStage(ctx.live.registry.getByDrone(droneSn)?.slot ?? -1);

const standsStill = samplePosition(0);
/** Up from second 5 on, 4 m/s, to 100 m. */
const climb = (second: number) => Math.min(100, Math.max(0, second - 5) * 4);
const noise = (second: number, amplitude: number) => amplitude * Math.sin(second * 2.4);

test.each<[droneSn: string, told: Told]>([
  // The phase of the quick start's example, and nothing that says how fast.
  ["UP-BY-HEIGHT", (s) => ({ phase: "standby", hRel: climb(s), ...standsStill })],
  ["AWAY-BY-PLACE", (s) => ({ phase: "standby", hRel: s < 5 ? 0 : 60, vV: 0, ...samplePosition(12 * s) })],
  ["UP-BY-ELLIPSOID", (s) => ({ phase: "standby", hEll: 430 + climb(s), ...standsStill })],
  ["UP-BARE", (s) => ({ hEll: 430 + climb(s), vH: 0, vV: 0, ...standsStill })],
])(
  "a drone that stood before flies by where it is, where it does not say how it moves: %s",
  async (droneSn, told) => {
    await factory.registerDrone(company, droneSn);
    const { fly, send } = createFlyer(ctx, key, droneSn);
    await fly("standby", 3, { hRel: 0, vH: 0, ...standsStill });
    for (let second = 0; second < 6; second++) await send({ hEll: 430, ...told(second) });
    expect(ctx.live.registry.getByDrone(droneSn)).toBeUndefined();
    for (let second = 6; second < 90; second++) await send({ hEll: 430, ...told(second) });
    expect(getStage(droneSn)).toBe("inAir");
    expect((await loadTrack(droneSn)).samples).toBeGreaterThan(70);
    close(droneSn);
  },
);

test("a drone that comes into sight with a height over the ellipsoid alone is on the map at once", async () => {
  await factory.registerDrone(company, "INTO-SIGHT");
  const { send } = createFlyer(ctx, key, "INTO-SIGHT");
  await send({ hEll: 510, vH: 0, vV: 0, ...standsStill });
  expect(getStage("INTO-SIGHT")).toBe("underWay");
  close("INTO-SIGHT");
});

test("the height over the ellipsoid counts from where the drone stood, and it lands there", async () => {
  await factory.registerDrone(company, "ELLIPSOID");
  const { fly, send, wait } = createFlyer(ctx, key, "ELLIPSOID");
  await fly("standby", 3, { hEll: 430, vH: 0, ...standsStill });
  const isAt = (hEll: number, vV: number) => send({ phase: "standby", hEll, vV, vH: 0, ...standsStill });
  for (let height = 0; height <= 80; height += 4) await isAt(430 + height, 4);
  for (let second = 0; second < 30; second++) await isAt(510, 0);
  expect(getStage("ELLIPSOID")).toBe("inAir");
  for (let height = 80; height >= 0; height -= 4) await isAt(430 + height, -4);
  await isAt(430, 0);
  expect(getStage("ELLIPSOID")).toBe("underWay");
  for (let second = 0; second < 62; second++) await isAt(431, 0);
  await wait(1);
  expect(ctx.live.registry.getByDrone("ELLIPSOID")).toBeUndefined();
});

test.each<[droneSn: string, told: Told]>([
  ["ON-ROOF", (s) => ({ phase: "landed", hRel: 40 + noise(s, 0.8) })],
  ["ON-FIELD", (s) => ({ phase: "standby", hEll: 430 + s * 0.05 + noise(s, 1.5) })],
  ["BARE-ON-FIELD", (s) => ({ hEll: 430 + s * 0.05 + noise(s, 1.5), vH: 0, vV: 0 })],
])("a drone that stands opens no flight by the noise of its receiver: %s", async (droneSn, told) => {
  await factory.registerDrone(company, droneSn);
  const { fly, send } = createFlyer(ctx, key, droneSn);
  await fly("standby", 3, { hRel: 0, vH: 0, ...standsStill });
  for (let second = 0; second < 120; second++) {
    const [lat, lon] = [noise(second, 150), noise(second + 1, 150)].map(Math.round);
    await send({ lat: standsStill.lat + (lat ?? 0), lon: standsStill.lon + (lon ?? 0), ...told(second) });
  }
  expect(ctx.live.registry.getByDrone(droneSn)).toBeUndefined();
});
