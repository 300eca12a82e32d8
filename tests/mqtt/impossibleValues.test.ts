import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createMqttSource } from "../../server/telemetry/mqtt/createMqttSource.ts";
import { readSharedInput } from "../helpers/sharedInput.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { brokerUser, createBroker } from "./startBroker.ts";

interface DeviceMessage {
  readonly topic: string;
  readonly payload: object;
}

/** Recorded messages beside the repository, one a line; null where they are not there. */
function readInput(name: string): readonly DeviceMessage[] | null {
  const bytes = readSharedInput(`${name}/messages.ndjson`);
  if (!bytes) return null;
  return new TextDecoder()
    .decode(bytes)
    .trim()
    .split("\n")
    .map((line): DeviceMessage => JSON.parse(line));
}

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const broker = await createBroker();
let device: Awaited<ReturnType<typeof connectAsync>>;
let source: Awaited<ReturnType<typeof createMqttSource>>;
beforeAll(async () => {
  await broker.start();
  const settings = { url: broker.url, ...brokerUser, caFile: undefined, clientId: undefined };
  source = await createMqttSource(ctx.platform, ctx.live, settings, null);
  source.start();
  await vi.waitFor(() => expect(ctx.logLines.join("")).toContain("mqtt connected"));
  device = await connectAsync(broker.url, { ...brokerUser });
});
afterAll(async () => {
  await device.endAsync();
  source.stop();
  await broker[Symbol.asyncDispose]();
  await ctx.close();
});

const getEntry = (sn: string) => ctx.live.ingestStatus.getDevice(company.id, sn);
const getState = (sn: string) => {
  const open = ctx.live.registry.getByDrone(sn);
  return open ? ctx.live.registry.getLiveState(open) : undefined;
};

/** Sends a message a second of the platform's clock. */
async function sendAll(messages: readonly DeviceMessage[]): Promise<void> {
  for (const { topic, payload } of messages) {
    ctx.clock.advance(1_000);
    const timestamp = ctx.clock.now().getTime();
    await device.publishAsync(topic, JSON.stringify({ ...payload, timestamp }), { qos: 1 });
  }
}

const createOsd = (sn: string, data: object): DeviceMessage => ({
  topic: `thing/product/${sn}/osd`,
  payload: { tid: "t", bid: "b", gateway: "RC-1", data },
});
const createState = (sn: string, data: object): DeviceMessage => ({
  ...createOsd(sn, data),
  topic: `thing/product/${sn}/state`,
});
const flying = {
  mode_code: 3,
  latitude: 30.66,
  longitude: 104.06,
  height: 620,
  elevation: 60,
  horizontal_speed: 4.5,
  home_distance: 10,
};

describe("an aircraft is on the map, whatever else it sends", () => {
  test("power that is no per cent", async () => {
    const sn = "IMPOSSIBLE-1";
    await factory.registerDrone(company, sn);
    const battery = { capacity_percent: 61, landing_power: 4_200, return_home_power: 5_680 };
    await sendAll(Array.from({ length: 5 }, () => createOsd(sn, { ...flying, battery })));
    await expect.poll(() => getEntry(sn)?.accepted).toBe(5);
    expect(getEntry(sn)?.refused).toEqual({});
    expect(getState(sn)).toMatchObject({ lat: 306_600_000, batPct: 61, landPct: null, rthPct: null });
    const at = ctx.clock.now().getTime();
    expect([...(getEntry(sn)?.cleared ?? [])]).toEqual([
      ["rthPct", { count: 5, at, value: 5_680, reason: "placeholder" }],
      ["landPct", { count: 5, at, value: 4_200, reason: "impossible" }],
    ]);
  });

  test("a home point and a height of return that cannot be, in one state message", {
    tags: "full",
  }, async () => {
    const sn = "IMPOSSIBLE-2";
    await factory.registerDrone(company, sn);
    const state = { home_latitude: 26_836_624.6, home_longitude: 26_836_624.6, rth_altitude: 65_535 };
    await sendAll([createState(sn, state), ...Array.from({ length: 4 }, () => createOsd(sn, flying))]);
    await expect.poll(() => getEntry(sn)?.accepted).toBe(4);
    expect(getEntry(sn)?.refused).toEqual({});
    expect(getState(sn)).toMatchObject({
      lat: 306_600_000,
      homeDist: 10,
      homeLat: null,
      homeLon: null,
      rthAltitude: null,
    });
    // Taken once, however often the drone reports afterwards.
    const counts = [...(getEntry(sn)?.cleared ?? [])].map(([field, { count }]) => [field, count]);
    expect(counts.sort()).toEqual([
      ["homeLat", 1],
      ["homeLon", 1],
      ["rthAltitude", 1],
    ]);
    await sendAll([createState(sn, { home_latitude: 30.6, home_longitude: 104 }), createOsd(sn, flying)]);
    await expect.poll(() => getState(sn)?.homeLat).toBe(306_000_000);
  });

  test("satellites, speed, heading and battery beyond what can be", async () => {
    const sn = "IMPOSSIBLE-3";
    await factory.registerDrone(company, sn);
    const odd = {
      horizontal_speed: -0.01,
      attitude_head: 361,
      battery: { capacity_percent: 101 },
      position_state: { is_fixed: 0, quality: 5, gps_number: 255, rtk_number: 12 },
    };
    await sendAll([createOsd(sn, flying), createOsd(sn, { ...flying, ...odd })]);
    await expect.poll(() => getEntry(sn)?.accepted).toBe(2);
    expect(getState(sn)).toMatchObject({ lat: 306_600_000, vH: null, heading: null, batPct: null, sats: 12 });
    const cleared = [...(getEntry(sn)?.cleared ?? [])].map(([field, { value, reason }]) => [
      field,
      value,
      reason,
    ]);
    expect(cleared.sort()).toEqual([
      ["batPct", 101, "impossible"],
      ["heading", 361, "impossible"],
      ["sats", 255, "placeholder"],
      ["vH", -0.01, "impossible"],
    ]);
  });

  test("signal and progress that its gateway reports", { tags: "full" }, async () => {
    const sn = "IMPOSSIBLE-4";
    await factory.registerDrone(company, sn);
    const gateway = {
      topic: "thing/product/RC-4/osd",
      payload: {
        gateway: "RC-4",
        data: { sub_device: { device_sn: sn }, wireless_link: { sdr_quality: 255, "4g_quality": 3 } },
      },
    };
    await sendAll([gateway, createOsd(sn, flying)]);
    await expect.poll(() => getState(sn)?.g4).toBe(3);
    expect(getState(sn)?.sdr).toBeNull();
    expect(getEntry(sn)?.cleared.get("sdr")).toMatchObject({ count: 1, value: 255 });
  });

  test("but a place that cannot be refuses the sample", async () => {
    const sn = "IMPOSSIBLE-5";
    await factory.registerDrone(company, sn);
    await sendAll([createOsd(sn, flying), createOsd(sn, { ...flying, latitude: 26_836_624.6 })]);
    await expect.poll(() => getEntry(sn)?.refused).toEqual({ outOfRange: 1 });
    expect(getEntry(sn)?.accepted).toBe(1);
  });
});

describe("messages of public reports", () => {
  test.skipIf(readInput("mqtt-power-not-percent") === null).each([
    ["mqtt-power-not-percent", "MQTTTEST000000000001", 40, ["landPct", "rthPct"]],
    ["mqtt-home-out-of-range", "MQTTTEST000000000002", 40, ["homeLat", "homeLon"]],
  ] as const)("%s are all taken", async (name, sn, samples, fields) => {
    const messages = readInput(name) ?? [];
    await factory.registerDrone(company, sn);
    await sendAll(messages);
    await expect.poll(() => getEntry(sn)?.accepted, { timeout: 15_000 }).toBe(samples);
    expect(getEntry(sn)?.refused).toEqual({});
    expect([...(getEntry(sn)?.cleared.keys() ?? [])].sort()).toEqual([...fields]);
  });
});
