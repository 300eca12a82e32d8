import { afterAll, describe, expect, test } from "vitest";
import { createFlyer, createSample, postTelemetry, setupFlights, signTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let count = 0;
const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const now = () => ctx.clock.now().getTime();
const year = 365.25 * 86_400_000;

async function send(fields: object) {
  const droneSn = `BAD-${++count}`;
  await factory.registerDrone(company, droneSn);
  return (await postTelemetry(ctx, key, { samples: [createSample(ctx, droneSn, fields)] })).data;
}

describe("a bad value is refused by name, with what was expected", () => {
  test.each([
    ["tSrc", 1e300, "clock", "UTC 毫秒时间戳，与服务器相差不超过 10 年"],
    // 2026 in seconds.
    ["tSrc", 1_772_416_800, "clock", "UTC 毫秒时间戳，与服务器相差不超过 10 年"],
    ["wind", 900, "outOfRange", "0 至 75（米/秒）"],
    ["windDir", -400, "outOfRange", "0 至 360（度）"],
    ["tRemain", -5, "outOfRange", "0 至 86400（秒）"],
    ["rthPct", 500, "outOfRange", "0 至 100（%）"],
    ["landPct", -1, "outOfRange", "0 至 100（%）"],
    ["homeLat", 99e9, "outOfRange", "-900000000 至 900000000（度 × 10⁷）"],
    ["homeDist", -3, "outOfRange", "0 至 1000000（米）"],
    ["rthAltitude", 20_000, "outOfRange", "0 至 9000（米）"],
    ["sdr", 99, "outOfRange", "0 至 5（格）"],
    ["g4", 6, "outOfRange", "0 至 5（格）"],
    ["traffic", 9, "outOfRange", "0 至 4（级）"],
    ["wp", -4, "outOfRange", "wp 不大于 wpTotal，且在 0 至 65535 之间"],
    ["heading", 361, "outOfRange", "0 至 360（度）"],
    ["batPct", 101, "outOfRange", "0 至 100（%）"],
    ["hEll", 12_001, "outOfRange", "-500 至 12000（米）"],
  ])("%s %d: %s", async (field, value, reason, expected) => {
    expect(await send({ [field]: value })).toEqual({
      accepted: 0,
      rejected: [{ at: 0, reason, field, expected }],
    });
  });

  test("waypoint 5 of 3", async () => {
    expect(await send({ wp: 5, wpTotal: 3 })).toMatchObject({
      rejected: [{ reason: "outOfRange", field: "wp" }],
    });
    expect(await send({ wp: 3, wpTotal: 3 })).toMatchObject({ accepted: 1 });
  });

  test("degrees instead of degrees × 10⁷", async () => {
    expect(await send({ lat: 39.92, lon: 105.46 })).toEqual({
      accepted: 0,
      rejected: [
        { at: 0, reason: "degrees", field: "lat", expected: "度 × 10⁷ 的整数，例如 39.92 度写作 399200000" },
      ],
    });
  });

  test.each(["lat", "lon"] as const)("a fraction of 10⁻⁷ degrees in %s", async (field) => {
    const place = { lat: 399_000_000, lon: 1_054_600_000 };
    expect(await send({ ...place, [field]: place[field] + 0.5 })).toEqual({
      accepted: 0,
      rejected: [
        { at: 0, reason: "degrees", field, expected: "度 × 10⁷ 的整数，例如 39.92 度写作 399200000" },
      ],
    });
    expect(await send(place)).toMatchObject({ accepted: 1 });
  });

  test("a latitude without a longitude", async () => {
    expect(await send({ lat: 399_200_000, lon: null })).toMatchObject({
      rejected: [{ reason: "notFinite", field: "lat", expected: "lat 与 lon 同时有值，或同时为 null" }],
    });
  });

  test("and is counted by its reason", async () => {
    const before = ctx.live.samples.rejected()["degrees"] ?? 0;
    await send({ lat: 39.92, lon: 105.46 });
    expect(ctx.live.samples.rejected()["degrees"]).toBe(before + 1);
  });
});

describe("a drone's clock", () => {
  test.each([
    ["8 hours behind", -8 * 3_600_000],
    ["8 hours ahead", 8 * 3_600_000],
    ["5 years behind", -5 * year],
    ["9 years ahead", 9 * year],
  ])("%s ages in the server's time", async (_name, offset) => {
    const droneSn = `CLOCK-${++count}`;
    await factory.registerDrone(company, droneSn);
    const flyer = createFlyer(ctx, key, droneSn);
    for (let i = 0; i < 30; i++)
      await flyer.send({ phase: "mission", vH: 5, tSrc: now() + 1_000 + offset, ...samplePosition(i * 5) });
    const open = ctx.live.registry.getByDrone(droneSn);
    if (!open) throw new Error("The flight is not open");
    const getState = () => ctx.live.registry.getLiveState(open);
    expect(getState()).toMatchObject({ linkState: "fresh", clockOffsetMs: -offset });
    expect(getState()?.groupAt.position).toBe(now());
    await flyer.wait(20);
    expect(getState()?.linkState).toBe("lost");
    expect(ctx.live.registry.fleet.columns.age[open.slot]).toBe(200);
  });

  test("that jumps by ten minutes is believed once samples agree for 10 s, and stays in the server's time", async () => {
    const droneSn = `CLOCK-${++count}`;
    await factory.registerDrone(company, droneSn);
    const flyer = createFlyer(ctx, key, droneSn);
    await flyer.fly("mission", 20);
    const answers: unknown[] = [];
    for (let i = 0; i < 12; i++)
      answers.push(
        (
          await flyer.send({
            phase: "mission",
            vH: 5,
            tSrc: now() + 601_000,
            ...samplePosition(100 + i * 5),
          })
        ).data,
      );
    expect(answers.map((data) => (data as { accepted: number }).accepted)).toEqual([
      ...Array.from({ length: 10 }, () => 0),
      1,
      1,
    ]);
    const open = ctx.live.registry.getByDrone(droneSn);
    expect(open && ctx.live.registry.getLiveState(open)?.groupAt.position).toBe(now());
  });

  test("may skip minutes within a batch that an outage held up", async () => {
    const droneSn = `CLOCK-${++count}`;
    await factory.registerDrone(company, droneSn);
    const flyer = createFlyer(ctx, key, droneSn);
    await flyer.fly("mission", 10);
    const lastLive = now();
    await flyer.wait(600);
    const held = [1_000, 2_000, 200_000, 201_000, 500_000].map((after, i) =>
      createSample(ctx, droneSn, { tSrc: lastLive + after, phase: "mission", ...samplePosition(50 + i) }),
    );
    expect((await postTelemetry(ctx, key, { samples: held })).data).toMatchObject({ accepted: 5 });
  });

  test("does not make samples young that an outage held up", async () => {
    const droneSn = `CLOCK-${++count}`;
    await factory.registerDrone(company, droneSn);
    const flyer = createFlyer(ctx, key, droneSn);
    await flyer.fly("mission", 30);
    const lastLive = now();
    await flyer.wait(120);
    // The first hundred seconds of the outage come in one batch.
    const held = Array.from({ length: 100 }, (_, i) =>
      createSample(ctx, droneSn, {
        tSrc: lastLive + (i + 1) * 1_000,
        phase: "mission",
        vH: 5,
        ...samplePosition(145 + (i + 1) * 5),
      }),
    );
    expect((await postTelemetry(ctx, key, { samples: held })).data).toMatchObject({ accepted: 100 });
    const open = ctx.live.registry.getByDrone(droneSn);
    expect(open && ctx.live.registry.getLiveState(open)?.groupAt.position).toBe(lastLive + 100_000);
  });
});

describe("a figure that is none, as programs write it", () => {
  /** Signs and sends a body as it is. */
  async function postText(payload: string) {
    const headers = { "content-type": "application/json", ...signTelemetry(ctx, key, payload) };
    const answer = await ctx.app.inject({ method: "POST", url: "/iapi/telemetry", headers, payload });
    return answer.json<{ data: unknown }>().data;
  }

  test("is unknown, and all else of the call is kept", async () => {
    const [droneSn, other] = [`NAN-${++count}`, `NAN-${++count}`];
    for (const sn of [droneSn, other]) await factory.registerDrone(company, sn);
    const sample = JSON.stringify(createSample(ctx, droneSn, { phase: "mission", batPct: 55 }));
    const broken = `${sample.slice(0, -1)},"wind":NaN,"hAgl" : -Infinity}`;
    const text = `{"samples":[${broken},${JSON.stringify(createSample(ctx, other, { phase: "mission" }))}]}`;
    expect(await postText(text)).toEqual({ accepted: 2, rejected: [] });
    const open = ctx.live.registry.getByDrone(droneSn);
    expect(open && ctx.live.registry.getLiveState(open)).toMatchObject({
      batPct: 55,
      wind: null,
      hAgl: null,
    });
  });

  test("leaves out its own sample alone where it has to be known", async () => {
    const [droneSn, other] = [`NAN-${++count}`, `NAN-${++count}`];
    for (const sn of [droneSn, other]) await factory.registerDrone(company, sn);
    const text = `{"samples":[{"droneSn":"${droneSn}","seq":1,"tSrc":NaN},${JSON.stringify(createSample(ctx, other, { phase: "mission" }))}]}`;
    expect(await postText(text)).toEqual({
      accepted: 1,
      rejected: [{ at: 0, reason: "malformed", field: "tSrc", expected: "应为数字" }],
    });
  });
});

describe("a sample of another form beside others", () => {
  test("is refused by itself, and its drone is said to be refused", async () => {
    const [well, broken] = [`WELL-${++count}`, `BROKEN-${++count}`];
    for (const droneSn of [well, broken]) await factory.registerDrone(company, droneSn);
    const post = (fields: object, metres: number) =>
      postTelemetry(ctx, key, {
        samples: [
          createSample(ctx, broken, { phase: "mission", ...samplePosition(metres), ...fields }),
          createSample(ctx, well, { phase: "mission", ...samplePosition(metres + 500) }),
        ],
      });
    expect((await post({}, 0)).data).toMatchObject({ accepted: 2 });
    for (let second = 1; second <= 15; second++) {
      ctx.clock.advance(1_000);
      const { status, data } = await post({ batPct: "NaN" }, second);
      expect(status).toBe(200);
      expect(data).toEqual({
        accepted: 1,
        rejected: [{ at: 0, reason: "malformed", field: "batPct", expected: "应为数字" }],
      });
      ctx.live.tick();
    }
    const getLink = (droneSn: string) =>
      ctx.live.registry.fleet.getLinkState(ctx.live.registry.getByDrone(droneSn)?.slot ?? -1);
    expect([getLink(well), getLink(broken)]).toEqual(["fresh", "lost"]);
    const refused = ctx.live.ingestStatus.listRefused(now(), () => true);
    expect(refused.filter(({ sn }) => sn === broken)).toMatchObject([
      { rejection: { reason: "malformed", field: "batPct" } },
    ]);
    expect(ctx.live.ingestStatus.listInvalidBodies()[0]).toMatchObject({ path: "samples.0.batPct" });
  });

  test("keeps the places of the others in the answer", async () => {
    const droneSn = `PLACES-${++count}`;
    await factory.registerDrone(company, droneSn);
    const sample = createSample(ctx, droneSn, { phase: "mission" });
    const lone = "\u0000";
    const { data } = await postTelemetry(ctx, key, {
      samples: [
        { ...sample, hight: 3 },
        { ...sample, lat: 0, lon: 0 },
        { ...sample, modeReason: lone },
        sample,
        7,
      ],
    });
    expect(data).toMatchObject({
      accepted: 1,
      rejected: [
        { at: 0, reason: "malformed", field: "hight", expected: "不支持的字段" },
        { at: 1, reason: "nullIsland" },
        { at: 2, reason: "malformed", field: "modeReason", expected: "包含无法保存的字符" },
        { at: 4, reason: "malformed", field: null },
      ],
    });
  });

  test("refuses the call where no other is there", async () => {
    const sample = createSample(ctx, "NOBODY", { batPct: "NaN" });
    const { status, data } = await postTelemetry(ctx, key, { samples: [sample, sample] });
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ path: "samples.0.batPct", message: "应为数字" }, {}] });
  });
});
