import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { closeInterrupted } from "../../server/telemetry/flights/restoreFlights.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";
import { restart } from "./restart.ts";
import { encodeChunk, storeTask } from "./storeTask.ts";

const ctx = await createTestPlatform();
const company = await (await createFlightFactory(ctx)).createCompany();
afterAll(() => ctx.close());

type Source = "simulator" | "replay" | "device";

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** The drone's clock is two hours behind the server's. */
const clockOffsetMs = 2 * hourMs;
const firstStart = Date.UTC(2026, 2, 2, 2);
const secondStart = firstStart + 20 * minuteMs;

/** A chunk of the second flight: it flies north by 90 × 10⁻⁷ degrees a second and is highest after 10 s, at 30.5 m. */
function createChunk(second: number, count: number) {
  const t0 = secondStart + second * 1_000;
  const bytes = encodeChunk(t0, count, (columns, i) => {
    columns.lat[i] = 399_200_000 + (second + i) * 90;
    columns.hRel[i] = second + i === 10 ? 305 : 120;
  });
  return { t0, count, bytes, lastAt: t0 + (count - 1) * 1_000 + clockOffsetMs };
}

/** A running task whose first flight has ended with figures, and whose second is under way: 90 samples in two chunks. */
async function storeRunning(source: Source, chunks = [createChunk(0, 60), createChunk(60, 30)]) {
  const { taskId, flightIds } = await storeTask(ctx, company, [[], chunks], { source, status: "running" });
  const [ended = "", open = ""] = flightIds;
  await ctx.db
    .update(flights)
    .set({
      source,
      startedAt: new Date(firstStart),
      endedAt: new Date(firstStart + 5 * minuteMs),
      endReason: "航线完成",
      durationS: 300,
      distanceM: 1_500,
      maxHeightM: 80,
      photoCount: 4,
    })
    .where(eq(flights.id, ended));
  await ctx.db
    .update(flights)
    .set({ source, startedAt: new Date(secondStart + clockOffsetMs), endedAt: null, photoCount: 3 })
    .where(eq(flights.id, open));
  return { taskId, ended, open };
}

async function getTask(id: string) {
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, id));
  return task;
}

async function getFlight(id: string) {
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.id, id));
  return flight;
}

const closeSimulated = () =>
  closeInterrupted(
    ctx.db,
    { source: "simulator", endReason: "仿真重启", now: ctx.clock.now() },
    ctx.platform.onError,
  );

test.each([
  ["simulator", "仿真重启", closeSimulated],
  ["replay", "服务重启", () => restart(ctx)],
] as const)(
  "an interrupted flight of a %s ends with its last sample and has the figures of its track",
  async (source, endReason, close) => {
    const { taskId, ended, open } = await storeRunning(source);
    await close();
    const endedAt = new Date(secondStart + 89_000 + clockOffsetMs);
    expect(await getFlight(open)).toMatchObject({
      endedAt,
      endReason,
      durationS: 89,
      distanceM: 89,
      maxHeightM: 30.5,
      photoCount: 3,
      takeoffLat: 39.92,
      takeoffLng: 105.46,
      landingLat: 39.920801,
      landingLng: 105.46,
      takeoffRegionId: "152921",
    });
    expect(await getFlight(ended)).toMatchObject({
      endedAt: new Date(firstStart + 5 * minuteMs),
      durationS: 300,
      distanceM: 1_500,
    });
    expect(await getTask(taskId)).toMatchObject({
      status: "aborted",
      endReason,
      endedAt,
      durationS: 389,
      distanceM: 1_589,
      maxHeightM: 80,
      photoCount: 7,
    });
  },
);

test("the history's copy of the task follows", async () => {
  const { open } = await storeRunning("simulator");
  await closeSimulated();
  expect(await getFlight(open)).toMatchObject({ taskStatus: "aborted" });
});

test("a flight without a stored track ends when it was heard of last, where it took off, without figures", async () => {
  const { open, taskId } = await storeRunning("simulator", []);
  const lastAt = new Date(secondStart + 7_000);
  const takeoff = { takeoffLat: 30.642, takeoffLng: 104.043 };
  await ctx.db
    .update(flights)
    .set({ lastAt, ...takeoff })
    .where(eq(flights.id, open));
  await closeSimulated();
  expect(await getFlight(open)).toMatchObject({
    endedAt: lastAt,
    endReason: "仿真重启",
    durationS: null,
    distanceM: null,
    maxHeightM: null,
    ...takeoff,
    landingLat: null,
  });
  expect(await getTask(taskId)).toMatchObject({ endedAt: lastAt, durationS: 300, distanceM: 1_500 });
});

test("a chunk that cannot be read is reported and left out", async () => {
  const { open } = await storeRunning("simulator");
  await ctx.db
    .update(flightTracks)
    .set({ bytes: Buffer.from("damaged") })
    .where(eq(flightTracks.t0, new Date(secondStart + 60_000)));
  const told = ctx.errors.length;
  await closeSimulated();
  expect(await getFlight(open)).toMatchObject({
    endedAt: new Date(secondStart + 59_000 + clockOffsetMs),
    durationS: 59,
    distanceM: 59,
  });
  expect(ctx.errors.splice(told)).toHaveLength(1);
});

test("tasks without a flight end now, however many; those of real devices go on", async () => {
  const device = await storeRunning("device");
  const planned: string[] = [];
  for (let i = 0; i < 101; i++) {
    const stored = await storeTask(ctx, company, [], { source: "simulator", status: "planned" });
    planned.push(stored.taskId);
  }
  await closeSimulated();
  const now = ctx.clock.now();
  for (const id of planned)
    expect(await getTask(id)).toMatchObject({ status: "aborted", endedAt: now, durationS: null });
  expect(await getFlight(device.open)).toMatchObject({ endedAt: null });
  expect(await getTask(device.taskId)).toMatchObject({ status: "running", endedAt: null });
});
