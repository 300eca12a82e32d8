import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { decodeTrackChunk, TrackChunkError } from "../../adapters/contract/track.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";
import { encodeChunk, storeTask } from "./storeTask.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
afterAll(() => ctx.close());

const readTrack = async (id: string, flightId?: string) =>
  (
    await ctx.callAs("maintainer", taskCalls.taskTrack, {
      params: { id },
      query: flightId === undefined ? {} : { flightId },
    })
  ).body;

/** A flight that has ended, without a track. */
async function createFlight(taskId: string, droneSn: string): Promise<string> {
  const [id, at] = [ctx.platform.newId(), ctx.clock.now()];
  const row = { id, taskId, companyId: company.id, droneSn, source: "device" as const };
  await ctx.db.insert(flights).values({ ...row, startedAt: at, endedAt: at });
  return id;
}

describe("a track that cannot be read as asked", () => {
  test("of an unknown task is refused", { tags: "full" }, async () => {
    expect(await readTrack("4711")).toMatchObject({ state: -1, message: "任务不存在或已删除" });
  });

  test("of a flight that is not the task's is refused, also where the flight exists", {
    tags: "full",
  }, async () => {
    const [task, other] = [await factory.task(company), await factory.task(company)];
    const flightId = await createFlight(other.id, other.droneSn);
    const refusal = { state: -1, message: "该任务没有这次飞行，请从历史任务重新打开" };
    expect(await readTrack(task.id, "4711")).toMatchObject(refusal);
    expect(await readTrack(task.id, flightId)).toMatchObject(refusal);
  });

  test("of a flight without one is empty", { tags: "full" }, async () => {
    const task = await factory.task(company);
    const flightId = await createFlight(task.id, task.droneSn);
    expect(await readTrack(task.id, flightId)).toMatchObject({
      state: 0,
      data: { flights: [{ id: flightId, clockOffsetMs: 0 }], points: [] },
    });
  });

  test("with a damaged last chunk still answers with all its bytes", { tags: "full" }, async () => {
    const task = await factory.task(company, { droneSn: "DAMAGED-1" });
    const key = await factory.key(company.id);
    const flyer = createFlyer(ctx, key, "DAMAGED-1");
    await flyer.fly("mission", 640);
    await flyer.fly("mission", 5, samplePosition(3_200));
    const body = { id: task.id, reason: "损坏测试", requestId: "damaged-track-1" };
    await ctx.callAs("duty", taskCalls.taskClose, { body });
    await ctx.live.writes.flush();
    const stored = await ctx.db
      .select()
      .from(flightTracks)
      .innerJoin(flights, eq(flights.id, flightTracks.flightId))
      .where(eq(flights.taskId, task.id))
      .orderBy(flightTracks.t0);
    const last = stored.at(-1)?.flight_tracks;
    expect(stored.length).toBe(2);
    await ctx.db
      .update(flightTracks)
      .set({ bytes: Buffer.from("damaged") })
      .where(
        and(eq(flightTracks.flightId, last?.flightId ?? ""), eq(flightTracks.t0, last?.t0 ?? new Date())),
      );
    const { state, data } = await readTrack(task.id);
    const { flights: flown, points } = data as {
      flights: { clockOffsetMs: number }[];
      points: { bytes: string }[];
    };
    expect([state, flown.map(({ clockOffsetMs }) => clockOffsetMs)]).toEqual([0, [0]]);
    const [whole = "", damaged = ""] = points.map(({ bytes }) => bytes);
    const decode = (bytes: string) => decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer);
    expect(decode(whole).count).toBe(600);
    expect(Buffer.from(damaged, "base64").toString()).toBe("damaged");
    expect(() => decode(damaged)).toThrow(TrackChunkError);
  });

  test("with a last chunk whose bytes were changed has the clock of the chunk before", {
    tags: "full",
  }, async () => {
    const [t0, hour] = [Date.UTC(2026, 2, 1, 2), 3_600_000];
    const createChunk = (from: number, count: number, fill?: Parameters<typeof encodeChunk>[2]) => ({
      t0: from,
      count,
      bytes: encodeChunk(from, count, fill),
      // The drone's clock was an hour behind.
      lastAt: from + (count - 1) * 1_000 + hour,
    });
    const whole = createChunk(t0, 600);
    const { taskId } = await storeTask(ctx, company, [
      [whole, createChunk(t0 + 600_000, 10, (columns, i) => (columns.dt[i] = 4_000_000_000 - i))],
      [whole, { ...createChunk(t0 + 600_000, 10), bytes: Buffer.from("damaged") }],
    ]);
    const { data } = await readTrack(taskId);
    const { flights: flown } = data as { flights: { clockOffsetMs: number }[] };
    expect(flown.map(({ clockOffsetMs }) => clockOffsetMs)).toEqual([hour, hour]);
  });
});

describe("the pieces of a track", () => {
  const t0 = Date.UTC(2026, 2, 1, 2);
  const createChunk = (from: number) => ({ t0: from, count: 5, bytes: encodeChunk(from, 5) });
  const getStarts = (data: unknown) =>
    (data as { points: { bytes: string }[] }).points.map(
      ({ bytes }) => decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer).t0 - t0,
    );

  test("come in the order of the flights, also where the drone's clock was set back between them", async () => {
    const { taskId, flightIds } = await storeTask(ctx, company, [
      [createChunk(t0 + 7_200_000), createChunk(t0 + 7_800_000)],
      [createChunk(t0)],
    ]);
    const [first = "", second = ""] = flightIds;
    const startAt = (id: string, minute: number) =>
      ctx.db
        .update(flights)
        .set({ startedAt: new Date(t0 + minute * 60_000) })
        .where(eq(flights.id, id));
    await startAt(first, 0);
    await startAt(second, 30);
    const { data } = await readTrack(taskId);
    expect((data as { flights: { id: string }[] }).flights.map(({ id }) => id)).toEqual([first, second]);
    expect(getStarts(data)).toEqual([7_200_000, 7_800_000, 0]);
  });

  test("are those of one flight only where one is asked for", { tags: "full" }, async () => {
    const { taskId, flightIds } = await storeTask(ctx, company, [
      [createChunk(t0)],
      [createChunk(t0 + 3_600_000)],
    ]);
    const { data } = await readTrack(taskId, flightIds[1]);
    expect(data).toMatchObject({ flights: [{ id: flightIds[1] }] });
    expect(getStarts(data)).toEqual([3_600_000]);
  });

  test("have the growing one before what was stored since", { tags: "full" }, async () => {
    const task = await factory.task(company, { droneSn: "GROWING-1" });
    const flyer = createFlyer(ctx, await factory.key(company.id), "GROWING-1");
    const firstAt = ctx.clock.now().getTime() + 1_000;
    await flyer.fly("mission", 5);
    const later = createChunk(firstAt + 600_000);
    const flightId = ctx.live.registry.getByTask(task.id)?.flight?.id ?? "";
    const row = { flightId, samples: later.count, bytes: later.bytes };
    await ctx.db.insert(flightTracks).values({ ...row, t0: new Date(later.t0) });
    const { data } = await readTrack(task.id);
    expect(getStarts(data)).toEqual([firstAt - t0, firstAt - t0 + 600_000]);
  });
});
