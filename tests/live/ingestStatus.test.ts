import { afterAll, describe, expect, test } from "vitest";
import { deviceCalls } from "../../adapters/contract/device.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../adapters/contract/ingestStatus.ts";
import { ingestDeviceSamples } from "../../server/telemetry/ingest/ingestDeviceSamples.ts";
import { createIngestStatus } from "../../server/telemetry/ingest/ingestStatus.ts";
import { readDrone } from "../contract/device/deviceRecords.ts";
import { createCallFixture, getId } from "../contract/fixtures/createCallFixture.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const { callAs, createSaver } = createCallFixture(() => ctx, { role: "maintainer", prefix: "ingest-status" });
const saveDrone = createSaver(deviceCalls.deviceSave);
const readStatus = async (query: { readonly companyId?: string; readonly sn?: string }) =>
  (await callAs(ingestStatusCalls.ingestStatus, { query })).data as EndpointData<
    typeof ingestStatusCalls.ingestStatus
  >;
const now = () => ctx.clock.now().getTime();
const iso = () => ctx.clock.now().toISOString();

/** A company with a registered drone and a key. */
async function setupSender(sn: string) {
  const company = await factory.createCompany();
  await factory.registerDrone(company, sn);
  const key = await factory.key(company.id);
  const send = (...fields: object[]) =>
    postTelemetry(ctx, key, { samples: fields.map((one) => createSample(ctx, sn, one)) });
  return { company, key, send };
}

describe("what a drone sends", () => {
  test("is listed with its last values, counts and task", async () => {
    const { company, send } = await setupSender("STATUS-1");
    await send({ tSrc: now() - 45_000, phase: "mission", hRel: 60.5, batPct: 81 });
    const { at, devices } = await readStatus({ companyId: company.id, sn: "STATUS-1" });
    expect(at).toBe(iso());
    expect(devices).toEqual([
      {
        sn: "STATUS-1",
        via: "http",
        lastAt: iso(),
        last: {
          at: iso(),
          phase: "mission",
          ...samplePosition(0),
          hRel: 60.5,
          hAgl: null,
          hEll: null,
          batPct: 81,
          clockOffsetMs: 45_000,
        },
        taskId: ctx.live.registry.getByDrone("STATUS-1")?.task.id,
        isContradicted: false,
        accepted: 1,
        refused: [],
        refusals: [],
        clockCorrectionS: 0,
        clockProposal: null,
        cleared: [],
      },
    ]);
  });

  test("is listed with what was refused: reason, field, expectation and value", async () => {
    const { company, send } = await setupSender("STATUS-2");
    await send(
      {},
      { tSrc: now() + 1, wind: 900 },
      { tSrc: now() + 2, wind: 900 },
      { tSrc: now() + 3, lat: 39.92, lon: 105.46 },
      { tSrc: 1_700_000_000 },
    );
    const [device] = (await readStatus({ companyId: company.id, sn: "STATUS-2" })).devices;
    expect(device?.accepted).toBe(1);
    expect(device?.refused).toEqual([
      { reason: "outOfRange", count: 2 },
      { reason: "degrees", count: 1 },
      { reason: "clock", count: 1 },
    ]);
    const clock = "UTC 毫秒时间戳，与服务器相差不超过 10 年";
    const degrees = "度 × 10⁷ 的整数，例如 39.92 度写作 399200000";
    expect(device?.refusals.slice(0, 3)).toEqual([
      { at: iso(), reason: "clock", field: "tSrc", expected: clock, value: 1_700_000_000 },
      { at: iso(), reason: "degrees", field: "lat", expected: degrees, value: 39.92 },
      { at: iso(), reason: "outOfRange", field: "wind", expected: "0 至 75（米/秒）", value: 900 },
    ]);
    const metrics = await ctx.app.inject({ url: "/metrics" });
    expect(metrics.body).toMatch(/console_samples_refused_total\{reason="degrees"\} [1-9]/);
    expect(metrics.body).toMatch(/console_samples_refused_total\{reason="clock"\} [1-9]/);
    expect(metrics.body).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/);
  });

  test("is visible to its company only", async () => {
    const { send } = await setupSender("STATUS-3");
    await send({});
    const other = await factory.createCompany();
    expect((await readStatus({ companyId: other.id })).devices).toEqual([]);
    expect((await readStatus({})).devices.map(({ sn }) => sn)).toContain("STATUS-3");
  });

  test("sets when the drone was last seen, at once in the list and once a minute in the record", async () => {
    const { company, send } = await setupSender("STATUS-4");
    await send({});
    const list = await callAs(deviceCalls.droneList, {
      body: { pageNo: 1, pageSize: 20, companyId: company.id },
    });
    const [row] = (list.data as { list: { id: string; lastSeenAt: string }[] }).list;
    expect(row?.lastSeenAt).toBe(iso());
    expect((await readDrone(ctx.db, row?.id ?? "")).lastSeenAt).toBeNull();
    const sentAt = ctx.clock.now();
    ctx.clock.advance(40_000);
    for (let i = 0; i < 60; i++) ctx.live.tick();
    // Not when it was stored.
    await expect.poll(async () => (await readDrone(ctx.db, row?.id ?? "")).lastSeenAt).toEqual(sentAt);
    // A restart forgets the samples, but not that they came.
    const { lastSeenAt } = await readStatus({ companyId: company.id, sn: "STATUS-4" });
    expect(lastSeenAt).toBe(sentAt.toISOString());
    expect((await readStatus({ companyId: company.id })).lastSeenAt).toBeNull();
    const other = await factory.createCompany();
    expect((await readStatus({ companyId: other.id, sn: "STATUS-4" })).lastSeenAt).toBeNull();
    expect((await readDrone(ctx.db, row?.id ?? "")).status).toBe("online");
  });

  test("ends with its drone offline when three minutes have passed without a sample", async () => {
    const { company, send } = await setupSender("STATUS-5");
    await send({});
    const list = await callAs(deviceCalls.droneList, {
      body: { pageNo: 1, pageSize: 20, companyId: company.id },
    });
    const [{ id = "" } = {}] = (list.data as { list: { id: string }[] }).list;
    const readAfterMinute = async () => {
      for (let i = 0; i < 60; i++) ctx.live.tick();
      await ctx.live.writes.flush();
      return (await readDrone(ctx.db, id)).status;
    };
    await expect.poll(readAfterMinute).toBe("online");
    ctx.clock.advance(180_000);
    expect(await readAfterMinute()).toBe("online");
    ctx.clock.advance(1_000);
    await expect.poll(readAfterMinute).toBe("offline");
    await send({});
    await expect.poll(readAfterMinute).toBe("online");
  });
});

describe("an unregistered serial number", () => {
  test("is offered to the company of the key until it is registered", async () => {
    const { company, key } = await setupSender("KNOWN-1");
    for (let i = 0; i < 3; i++) await postTelemetry(ctx, key, { samples: [createSample(ctx, "STRANGE-1")] });
    const unregistered = { sn: "STRANGE-1", via: "http", at: iso(), count: 3 };
    const status = await readStatus({ companyId: company.id });
    expect(status.unregistered).toEqual([unregistered]);
    expect(status.devices).toEqual([]);
    const other = await factory.createCompany();
    expect((await readStatus({ companyId: other.id })).unregistered).toEqual([]);
    const saved = await saveDrone({ sn: "STRANGE-1", model: "M4", uavClass: "light", companyId: company.id });
    expect(getId(saved)).toMatch(/^\d+$/);
    expect((await readStatus({ companyId: company.id })).unregistered).toEqual([]);
    await postTelemetry(ctx, key, { samples: [createSample(ctx, "STRANGE-1")] });
    expect((await readStatus({ companyId: company.id, sn: "STRANGE-1" })).devices).toMatchObject([
      { accepted: 1, refused: [] },
    ]);
  });

  test("of a broker is offered to every company", async () => {
    const services = { db: ctx.db, live: ctx.live, newId: ctx.platform.newId, now: ctx.clock.now() };
    const sample = createSample(ctx, "BROKER-1");
    const lineOf = () => ctx.live.lines.ofGateway(null);
    await ingestDeviceSamples(services, { companyId: null, via: "mqtt", lineOf }, [sample]);
    const { company } = await setupSender("KNOWN-2");
    expect((await readStatus({ companyId: company.id })).unregistered).toContainEqual({
      sn: "BROKER-1",
      via: "mqtt",
      at: iso(),
      count: 1,
    });
  });
});

describe("refused requests", () => {
  test("are counted by key and reason, with how far the clock is off", async () => {
    const { company, key } = await setupSender("SIGN-1");
    const body = { samples: [createSample(ctx, "SIGN-1")] };
    await postTelemetry(ctx, key, body, { secret: "wrong" });
    await postTelemetry(ctx, key, body, { secret: "wrong" });
    await postTelemetry(ctx, key, body, { timestamp: String(now() - 8 * 3_600_000) });
    await postTelemetry(ctx, key, body, { nonce: "same-nonce" });
    await postTelemetry(ctx, key, body, { nonce: "same-nonce" });
    await postTelemetry(ctx, { ...key, accessKey: "AKNOBODY" }, body);
    const { signatureFailures } = await readStatus({ companyId: company.id });
    const failure = { accessKey: key.accessKey, at: iso() };
    expect(signatureFailures).toEqual([
      { ...failure, reason: "replayed", count: 1, clockOffsetMs: 0 },
      { ...failure, reason: "clock", count: 1, clockOffsetMs: 8 * 3_600_000 },
      { ...failure, reason: "signature", count: 2, clockOffsetMs: 0 },
    ]);
    const other = await factory.createCompany();
    expect((await readStatus({ companyId: other.id })).signatureFailures).toEqual([]);
  });

  test("of invented keys take no place of those of real ones, whose clock may be off since the start", async () => {
    const { company, key } = await setupSender("SIGN-2");
    const body = { samples: [createSample(ctx, "SIGN-2")] };
    const late = { timestamp: String(now() - 8 * 3_600_000) };
    await postTelemetry(ctx, key, body, late);
    for (let i = 0; i < 1_000; i++) {
      await postTelemetry(ctx, { ...key, accessKey: `AKINVENTED${i}` }, body, i % 2 === 0 ? late : {});
    }
    const { signatureFailures } = await readStatus({ companyId: company.id });
    expect(signatureFailures).toMatchObject([{ accessKey: key.accessKey, reason: "clock", count: 1 }]);
  });

  test("whose body does not fit the call are listed with the field", async () => {
    const { company, key, send } = await setupSender("FORM-1");
    await send({ altitude: 3 });
    await postTelemetry(ctx, key, "not a list");
    expect((await readStatus({ companyId: company.id })).invalidBodies).toEqual([
      { at: iso(), path: "", message: expect.stringMatching(/\p{Script=Han}/u) },
      { at: iso(), path: "samples.0.altitude", message: "不支持的字段" },
    ]);
  });
});

test("the memory of refusals, serial numbers and keys is bounded", () => {
  const status = createIngestStatus();
  const sample = (droneSn: string) => ({ droneSn, seq: 1, tSrc: 0, wind: 900 });
  const rejection = { reason: "outOfRange", field: "wind" } as const;
  for (let i = 0; i < 300; i++) {
    const sender = { companyId: "1", via: "http" } as const;
    status.addSamples(sender, i, [
      { sample: sample("A"), companyId: "1", rejection },
      { sample: sample(`X${i}`), companyId: null, rejection: { reason: "unregistered", field: "droneSn" } },
    ]);
    status.addInvalidBody("1", i, [{ path: "", message: "" }]);
  }
  const failure = { reason: "signature", clockOffsetMs: 0 } as const;
  for (let i = 0; i < 1_100; i++)
    status.addSignatureFailure({ ...failure, accessKey: `AK${i}`, at: i, isKnownKey: true });
  status.addSignatureFailure({ ...failure, accessKey: "A".repeat(65), at: 0, isKnownKey: true });
  expect(status.getDevice("1", "A")).toMatchObject({ refused: { outOfRange: 300 } });
  expect(status.getDevice("1", "A")?.refusals).toHaveLength(20);
  expect(status.listUnregistered()).toHaveLength(200);
  expect(status.listUnregistered()[0]?.sn).toBe("X299");
  expect(status.listInvalidBodies()).toHaveLength(200);
  expect(status.listSignatureFailures()).toHaveLength(1_000);
  expect(status.listSignatureFailures()[0]?.accessKey).toBe("AK1099");
  for (let i = 0; i < 1_100; i++)
    status.addSignatureFailure({ ...failure, accessKey: `NO${i}`, at: 1_050, isKnownKey: false });
  const listed = status.listSignatureFailures();
  expect(listed.filter(({ accessKey }) => accessKey.startsWith("AK"))).toHaveLength(1_000);
  expect(listed.filter(({ accessKey }) => accessKey.startsWith("NO"))).toHaveLength(100);
  expect([listed[0], listed[49], listed[50]].map((entry) => entry?.accessKey)).toEqual([
    "AK1099",
    "NO1099",
    "NO1098",
  ]);
});
