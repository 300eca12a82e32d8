import { asc, eq, like } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { createApp } from "../../server/app.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { heldSamples } from "../../server/db/schema/heldSample.ts";
import { sampleJournal } from "../../server/db/schema/sampleJournal.ts";
import { createValueColumns } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createEmptyBatch, writeBatch } from "../../server/telemetry/flights/flightBatch.ts";
import { createSampleJournal, unpackRow } from "../../server/telemetry/flights/sampleJournal.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { restart } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const values = createValueColumns(() => new Float64Array(1).fill(Number.NaN));
values.lat[0] = 310_000_000;
const toSample = (flightId: string, tSrc: number) => ({ flightId, tSrc, at: tSrc + 500, values, row: 0 });
const readRow = (row: ReturnType<ReturnType<typeof createSampleJournal>["take"]>) => {
  if (!row) return null;
  const { getFlightId, getTimes, columns } = unpackRow(row);
  return Array.from({ length: row.samples }, (_, i) => [getFlightId(i), getTimes(i).tSrc, columns.lat[i]]);
};

test("a row has what was added and not covered since the one before, with exact times", () => {
  const journal = createSampleJournal();
  const t = Date.UTC(2026, 2, 1);
  expect(journal.take()).toBeNull();
  for (const [id, tSrc] of [
    ["1", t],
    ["2", t + 1],
    ["1", t + 2],
  ] as const)
    journal.add(toSample(id, tSrc));
  expect(journal.cover("1")).toBe(0);
  journal.add(toSample("1", t + 3));
  expect(readRow(journal.take())).toEqual([
    ["2", t + 1, 310_000_000],
    ["1", t + 3, 310_000_000],
  ]);
  expect(journal.getCoveredBefore()).toBe(1);
  for (let i = 0; i < 3_000; i++) journal.add(toSample("1", t + 4 + i));
  expect(journal.cover("2")).toBe(1);
  expect(readRow(journal.take())).toHaveLength(3_000);
  // Row 1 still has a sample of flight 1 that no chunk has.
  expect(journal.getCoveredBefore()).toBe(1);
  expect(journal.cover("1")).toBe(2);
  expect(journal.getCoveredBefore()).toBe(3);
});

const readTimes = async (flightId: string) => {
  const rows = await ctx.db
    .select()
    .from(flightTracks)
    .where(eq(flightTracks.flightId, flightId))
    .orderBy(asc(flightTracks.t0));
  return rows.flatMap(({ bytes }) => {
    const { t0, count, columns } = decodeTrackChunk(new Uint8Array(bytes).buffer);
    return Array.from({ length: count }, (_, i) => t0 + (columns.dt[i] ?? 0));
  });
};

test("after a kill every accepted sample is in the track once, over chunks, a restart and a landing", async () => {
  await factory.registerDrone(company, "JOURNAL-1");
  const accepted: number[] = [];
  const send = async (seconds: number, phase = "mission") => {
    for (let i = 0; i < seconds; i++) {
      ctx.clock.advance(1_000);
      const tSrc = ctx.clock.now().getTime();
      const sample = {
        droneSn: "JOURNAL-1",
        seq: 1,
        tSrc,
        phase,
        hRel: 60,
        ...samplePosition(accepted.length),
      };
      expect(await postTelemetry(ctx, key, { samples: [sample] })).toMatchObject({ data: { accepted: 1 } });
      accepted.push(tSrc);
    }
  };
  await send(20);
  // What a page reads of an open flight is written as it is; the rest of the chunk follows.
  ctx.live.registry.persistTracks();
  await send(10);
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, "JOURNAL-1"));
  const id = flight?.id ?? "";
  expect((await readTimes(id)).length).toBeLessThan(30);
  const { registry } = await restart(ctx);
  expect(await readTimes(id)).toEqual(accepted);
  expect(await ctx.db.$count(sampleJournal)).toBe(0);
  const open = registry.getByDrone("JOURNAL-1");
  if (!open) throw new Error("The flight is not open");
  expect(registry.getLiveState(open)).toMatchObject({ lat: samplePosition(29).lat, phase: "mission" });
  // A second kill before anything else came in.
  await restart(ctx);
  expect(await readTimes(id)).toEqual(accepted);
});

test("a sample is not acknowledged while the database is away, and is in the track once it is back", async () => {
  await factory.registerDrone(company, "AWAY-1");
  const flyer = createFlyer(ctx, key, "AWAY-1");
  await flyer.fly("mission", 3);
  ctx.clock.advance(1_000);
  const tSrc = ctx.clock.now().getTime();
  const sample = { droneSn: "AWAY-1", seq: 9, tSrc, phase: "mission", hRel: 60, ...samplePosition(20) };
  const { flush } = ctx.live.writes;
  Object.assign(ctx.live.writes, { flush: () => Promise.resolve(false) });
  // The second time the sample is known, and still not stored.
  for (let n = 0; n < 2; n++)
    expect(await postTelemetry(ctx, key, { samples: [sample] })).toMatchObject({
      state: -1,
      message: "数据还没有保存，请稍后重发",
    });
  Object.assign(ctx.live.writes, { flush });
  const waiting = "NotStoredError: 1 samples wait for the database";
  expect(ctx.errors.splice(0).map(String)).toEqual([waiting, waiting]);
  expect(await postTelemetry(ctx, key, { samples: [sample] })).toMatchObject({
    data: { rejected: [{ reason: "older" }] },
  });
  await restart(ctx);
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, "AWAY-1"));
  expect((await readTimes(flight?.id ?? "")).at(-1)).toBe(tSrc);
});

test("a row that cannot be read is reported, and the others are restored", async () => {
  await factory.registerDrone(company, "TORN-1");
  const flyer = createFlyer(ctx, key, "TORN-1");
  await flyer.fly("mission", 4);
  const rows = await ctx.db.select().from(sampleJournal).orderBy(asc(sampleJournal.n));
  const [, torn] = rows;
  await ctx.db
    .update(sampleJournal)
    .set({ bytes: Buffer.from("xx") })
    .where(eq(sampleJournal.n, torn?.n ?? 0));
  await restart(ctx);
  expect(ctx.errors.splice(0).map(String)).toEqual([
    `RangeError: 2 bytes are no ${torn?.samples} samples of the journal`,
  ]);
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, "TORN-1"));
  expect(await readTimes(flight?.id ?? "")).toHaveLength(rows.length - 1);
});

test("what is held of a drone that turns out to stand is not kept", async () => {
  await factory.registerDrone(company, "HELD-2");
  const { send } = createFlyer(ctx, key, "HELD-2");
  await send({ phase: "standby", hRel: 0, vH: 0 });
  await send({ phase: null, hRel: 20, vH: 0 });
  expect(await ctx.db.$count(heldSamples)).toBe(1);
  await send({ phase: null, hRel: 0, vH: 0 });
  expect(await ctx.db.$count(heldSamples)).toBe(0);
});

test("what is held of many drones is written and deleted by few statements", async () => {
  const sample = createSample(ctx, "HELD-MANY");
  const rows = Array.from({ length: 700 }, (_, n) => ({
    sender: "",
    droneSn: `HELD-MANY-${n}`,
    samples: [sample],
  }));
  const write = (held: typeof rows) =>
    ctx.db.transaction(async (tx) => {
      const spies = [vi.spyOn(tx, "execute"), vi.spyOn(tx, "insert"), vi.spyOn(tx, "delete")];
      await writeBatch(tx, { ...createEmptyBatch(), held }, ctx.platform.onError);
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    });
  expect(await write(rows)).toBeLessThanOrEqual(6);
  // The first grow, the second are kept, the last are decided.
  const changed = rows.map((row, n) =>
    n < 200 ? { ...row, samples: [...row.samples, ...row.samples] } : n < 400 ? row : { ...row, samples: [] },
  );
  expect(await write(changed)).toBeLessThanOrEqual(6);
  const stored = await ctx.db.select().from(heldSamples).where(like(heldSamples.droneSn, "HELD-MANY-%"));
  expect(stored).toHaveLength(400);
  expect(stored.filter(({ samples }) => samples.length === 2)).toHaveLength(200);
  await ctx.db.delete(heldSamples).where(like(heldSamples.droneSn, "HELD-MANY-%"));
});

// Last: the other server gives out task numbers too.
test("what was accepted before its take-off was recognised is in the track after a kill", async () => {
  await factory.registerDrone(company, "HELD-1");
  const accepted: number[] = [];
  await createFlyer(ctx, key, "HELD-1").send({ phase: "standby", hRel: 0, vH: 0 });
  const hover = async (app: typeof ctx.app, seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      ctx.clock.advance(1_000);
      const tSrc = ctx.clock.now().getTime();
      const sample = { droneSn: "HELD-1", seq: 1, tSrc, hRel: 20, vH: 0, ...samplePosition(0) };
      const answer = await postTelemetry({ ...ctx, app }, key, { samples: [sample] });
      expect(answer).toMatchObject({ data: { accepted: 1 } });
      accepted.push(tSrc);
    }
  };
  await hover(ctx.app, 3);
  expect(await ctx.db.$count(flights, eq(flights.droneSn, "HELD-1"))).toBe(0);
  await hover(await createApp(ctx.platform, { live: await restart(ctx) }), 3);
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, "HELD-1"));
  expect(await ctx.db.$count(heldSamples)).toBe(0);
  await restart(ctx);
  expect(await readTimes(flight?.id ?? "")).toEqual(accepted);
});
