import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { deviceCalls } from "../../adapters/contract/device.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../adapters/contract/ingestStatus.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { proposeClockCorrection } from "../../server/telemetry/ingest/proposeClockCorrection.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { restart } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const hour = 3_600_000;
const rollover = 7_168 * 24 * hour;
const like = (ms: number) => [0, 300, 900, 100, 2_000].map((delay) => ms + delay);

describe("what the last samples of a device suggest", () => {
  test.each([
    {
      title: "one rollover of the GPS week",
      offsets: like(rollover),
      correctionS: 619_315_200,
      cause: "rollover",
    },
    { title: "two of them", offsets: like(2 * rollover), correctionS: 1_238_630_400, cause: "rollover" },
    {
      title: "a rollover and a zone",
      offsets: like(rollover - 8 * hour),
      correctionS: 619_286_400,
      cause: "rollover",
    },
    { title: "local time sent as UTC", offsets: like(-8 * hour), correctionS: -28_800, cause: "zone" },
    {
      title: "a zone of a half hour, a minute late",
      offsets: like(5.5 * hour + 60_000),
      correctionS: 19_800,
      cause: "zone",
    },
    { title: "a wrong clock", offsets: like(3 * 24 * hour + 420_000), correctionS: 259_620, cause: "wrong" },
  ])("$title", ({ offsets, correctionS, cause }) => {
    expect(proposeClockCorrection(offsets)).toEqual({ correctionS, cause });
  });

  test.each([
    { title: "too few samples", offsets: like(8 * hour).slice(1) },
    { title: "a clock that is right", offsets: like(0) },
    { title: "a clock that is a little off", offsets: like(240_000) },
    { title: "what an outage held back", offsets: [600_000, 540_000, 480_000, 420_000, 360_000] },
    { title: "a clock that was put right", offsets: [8 * hour, 8 * hour, 0, 0, 0] },
  ])("nothing: $title", ({ offsets }) => {
    expect(proposeClockCorrection(offsets)).toBeNull();
  });
});

describe("a drone whose receiver counts GPS weeks from 2019", async () => {
  const { ctx, factory, company, key } = await setupFlights();
  afterAll(() => ctx.close());
  const sn = "ROLLOVER-1";
  await factory.registerDrone(company, sn);
  const [drone] = await ctx.db.select().from(drones).where(eq(drones.sn, sn));
  const flyer = createFlyer(ctx, key, sn);
  const readDevice = async (of = sn) => {
    const query = { sn: of };
    const { body } = await ctx.callAs("maintainer", ingestStatusCalls.ingestStatus, { query });
    return (body.data as EndpointData<typeof ingestStatusCalls.ingestStatus>).devices[0];
  };
  const fly = async () => {
    for (let second = 0; second < 6; second++)
      await flyer.send({
        phase: "mission",
        hRel: 60,
        vH: 5,
        ...samplePosition(second * 5),
        tSrc: ctx.clock.now().getTime() + 1_000 - rollover,
      });
    return readDevice();
  };
  const setCorrection = async (clockCorrectionS: number) => {
    const [{ version } = { version: 0 }] = await ctx.db.select().from(drones).where(eq(drones.sn, sn));
    const body = { id: drone?.id ?? "", version, requestId: `clock-${version}-00000000`, clockCorrectionS };
    return (await ctx.callAs("maintainer", deviceCalls.deviceSave, { body })).body;
  };

  test("is refused, is on the map once its clock is corrected, also after a restart, and no longer without", async () => {
    const before = await fly();
    expect(before).toMatchObject({
      accepted: 0,
      refused: [{ reason: "clock", count: 6 }],
      clockCorrectionS: 0,
      clockProposal: { correctionS: 619_315_200, cause: "rollover" },
    });
    expect(await setCorrection(619_315_200)).toMatchObject({ state: 0 });
    // It has sent nothing since: what it needs is set.
    expect(await readDevice()).toMatchObject({ clockCorrectionS: 619_315_200, clockProposal: null });
    const from = ctx.clock.now().getTime();
    const after = await fly();
    expect(after).toMatchObject({
      accepted: 6,
      last: { clockOffsetMs: 0 },
      clockCorrectionS: 619_315_200,
      clockProposal: null,
    });
    const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, sn));
    expect(flight?.startedAt.getTime()).toBe(from + 1_000);

    const restarted = await restart(ctx);
    await restarted.clockCorrections.load(ctx.db);
    expect(restarted.clockCorrections.get(sn)).toBe(619_315_200);

    expect(await setCorrection(0)).toMatchObject({ state: 0 });
    expect(await fly()).toMatchObject({ accepted: 6, clockCorrectionS: 0 });
  });

  test("that sends in one call what an outage held back is told nothing", async () => {
    await factory.registerDrone(company, "BACKLOG-1");
    const anHourAgo = ctx.clock.now().getTime() - 3_600_000;
    const samples = [0, 1, 2, 3, 4, 5].map((second) =>
      createSample(ctx, "BACKLOG-1", { seq: second, tSrc: anHourAgo + second * 1_000 }),
    );
    await postTelemetry(ctx, key, { samples });
    expect(await readDevice("BACKLOG-1")).toMatchObject({ clockProposal: null });
  });

  test("cannot be corrected by more than two rollovers and a day", async () => {
    expect(await setCorrection(1_238_716_801)).toMatchObject({ state: -1 });
  });
});
