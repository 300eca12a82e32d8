import { eq } from "drizzle-orm";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, describe, expect, test } from "vitest";
import { tasks } from "../../server/db/schema/task.ts";
import type { MqttSettings } from "../../server/settings/mqttSettings.ts";
import { createMqttSource } from "../../server/telemetry/mqtt/createMqttSource.ts";
import type { TelemetrySource } from "../../server/telemetry/telemetrySource.ts";
import { insertHangar, readHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { brokerUser, createBroker } from "./startBroker.ts";

const dock = "4TADKAQ000000A";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
await insertHangar(ctx.db, company, { sn: dock });
const broker = await createBroker();
await broker.start();
afterAll(async () => {
  await broker[Symbol.asyncDispose]();
  await ctx.close();
});

const settings = (fields: Partial<MqttSettings> = {}): MqttSettings => ({
  url: broker.url,
  ...brokerUser,
  caFile: undefined,
  clientId: undefined,
  ...fields,
});

/** A source that stops with the test. */
async function startSource(fields: Partial<MqttSettings> = {}, ca: string | null = null) {
  const source: TelemetrySource = await createMqttSource(ctx.platform, ctx.live, settings(fields), ca);
  const from = ctx.logLines.length;
  source.start();
  return {
    log: () => ctx.logLines.slice(from).join(""),
    [Symbol.dispose]: () => source.stop(),
  };
}
const connected = async (source: Awaited<ReturnType<typeof startSource>>) =>
  await expect.poll(source.log).toContain("mqtt connected");

/** A device at the broker. */
async function connectDevice() {
  const client: MqttClient = await connectAsync(broker.url, { ...brokerUser });
  const publish = (topic: string, message: object) =>
    client.publishAsync(topic, JSON.stringify({ tid: "t-1", bid: "b-1", timestamp: now(), ...message }), {
      qos: 1,
    });
  return {
    client,
    publish,
    /** A regular message, a second after the one before. */
    sendOsd: (sn: string, data: object) => {
      ctx.clock.advance(1_000);
      return publish(`thing/product/${sn}/osd`, { timestamp: now(), gateway: dock, data });
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}

const now = () => ctx.clock.now().getTime();
const osd = { latitude: 22.9078, longitude: 113.7034, elevation: 60, horizontal_speed: 9, mode_code: 5 };
const getOpen = (sn: string) => ctx.live.registry.getByDrone(sn);
const countUnregistered = () => ctx.live.samples.rejected()["unregistered"] ?? 0;
const readTask = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];

describe("messages of devices", () => {
  test("open the flight of a registered drone; the others are counted", async () => {
    await factory.registerDrone(company, "MQTT-1");
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    const unregistered = countUnregistered();
    await device.sendOsd("MQTT-1", osd);
    await device.sendOsd("MQTT-STRANGER", osd);
    await expect.poll(() => getOpen("MQTT-1")?.flight).toBeTruthy();
    await expect.poll(countUnregistered).toBe(unregistered + 1);
    const open = getOpen("MQTT-1");
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, "MQTT-1"));
    expect(task).toMatchObject({
      id: open?.task.id,
      name: "未登记任务",
      status: "running",
      source: "device",
      companyId: company.id,
    });
    expect(open && ctx.live.registry.getLiveState(open)).toMatchObject({
      lat: 229_078_000,
      lon: 1_137_034_000,
      hRel: 60,
      phase: "mission",
      batPct: null,
    });
    expect(getOpen("MQTT-STRANGER")).toBeUndefined();
  });

  test("that the broker retained are left out", async () => {
    await factory.registerDrone(company, "MQTT-OLD");
    await using device = await connectDevice();
    const topic = "thing/product/MQTT-OLD/osd";
    await device.client.publishAsync(topic, JSON.stringify({ timestamp: now(), gateway: dock, data: osd }), {
      retain: true,
    });
    await factory.registerDrone(company, "MQTT-NEW");
    using source = await startSource();
    await connected(source);
    // Retained messages come with the subscription, so before this one.
    await device.sendOsd("MQTT-NEW", osd);
    await expect.poll(() => getOpen("MQTT-NEW")).toBeTruthy();
    expect(getOpen("MQTT-OLD")).toBeUndefined();
    await device.client.publishAsync(topic, "", { retain: true });
  });

  test("of a gateway that comes online are answered", async () => {
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    const replies: unknown[] = [];
    device.client.on("message", (topic, payload) => replies.push([topic, JSON.parse(payload.toString())]));
    await device.client.subscribeAsync(`sys/product/${dock}/status_reply`);
    await device.publish(`sys/product/${dock}/status`, {
      tid: "t-7",
      bid: "b-7",
      method: "update_topo",
      data: { domain: "3", type: 1, sub_type: 0, sub_devices: [{ sn: "MQTT-1", domain: "0", type: 91 }] },
    });
    await expect
      .poll(() => replies)
      .toEqual([
        [
          `sys/product/${dock}/status_reply`,
          { tid: "t-7", bid: "b-7", timestamp: now(), method: "update_topo", data: { result: 0 } },
        ],
      ]);
  });

  test("of a dock update its hangar; silent for 60 s it is offline; out of service it stays", async () => {
    const owner = { id: company.id, name: company.name };
    const [hangar, closed] = [
      await insertHangar(ctx.db, owner, { sn: "DOCK-1", status: "offline" }),
      await insertHangar(ctx.db, owner, { sn: "DOCK-2", status: "service" }),
    ];
    const flushed = async (id: string) => {
      await ctx.live.writes.flush();
      return readHangar(ctx.db, id);
    };
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    const data = {
      mode_code: 4,
      cover_state: 1,
      drone_in_dock: 1,
      drone_charge_state: { state: 1, capacity_percent: 88 },
      wind_speed: 3.5,
      rainfall: 1,
      environment_temperature: 19.5,
    };
    for (const gateway of ["DOCK-1", "DOCK-2"])
      await device.publish(`thing/product/${gateway}/osd`, { gateway, data });
    const reported = {
      cover: "open",
      droneBattery: 88,
      windSpeed: 3.5,
      rainfall: 0.1,
      temperature: 19.5,
      lastSeenAt: ctx.clock.now(),
    };
    await expect.poll(() => flushed(hangar.id)).toMatchObject({ ...reported, status: "working" });
    await expect.poll(() => flushed(closed.id)).toMatchObject({ ...reported, status: "service" });
    ctx.clock.advance(60_000);
    await expect.poll(() => flushed(hangar.id)).toMatchObject({ ...reported, status: "offline" });
    expect(await flushed(closed.id)).toMatchObject({ status: "service" });
  });

  test("that end a plan close its task, once the drone is on the ground", async () => {
    const task = await factory.task(company, { droneSn: "MQTT-PLAN" });
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    const sendProgress = (status: string, percent: number) =>
      device.publish(`thing/product/${dock}/events`, {
        method: "flighttask_progress",
        data: { output: { status, progress: { percent }, ext: { current_waypoint_index: 3 } } },
      });
    await device.sendOsd("MQTT-PLAN", osd);
    await expect.poll(() => getOpen("MQTT-PLAN")?.task.id).toBe(task.id);
    await sendProgress("in_progress", 50);
    const getState = () => {
      const open = getOpen("MQTT-PLAN");
      return open && ctx.live.registry.getLiveState(open);
    };
    const sendReturning = async () => {
      await device.sendOsd("MQTT-PLAN", { ...osd, mode_code: 9 });
      return getState();
    };
    // The gateway's company is looked up first.
    await expect.poll(sendReturning).toMatchObject({ phase: "returning", pct: 50, wp: 3 });
    await sendProgress("ok", 100);
    await expect.poll(getState).toMatchObject({ phase: "returning", pct: 100 });
    await device.sendOsd("MQTT-PLAN", { ...osd, mode_code: 10 });
    await expect.poll(getState).toMatchObject({ phase: "landing", pct: 100 });
    await device.sendOsd("MQTT-PLAN", { ...osd, elevation: 0, horizontal_speed: 0, mode_code: 0 });
    await expect.poll(() => getOpen("MQTT-PLAN")).toBeUndefined();
    await ctx.live.writes.flush();
    expect(await readTask(task.id)).toMatchObject({ status: "finished", endReason: "航线完成" });
  });

  test("that end a plan of a drone in the air whose phase is not known leave its task open", {
    tags: "full",
  }, async () => {
    const task = await factory.task(company, { droneSn: "MQTT-NOPHASE" });
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    const { mode_code: _, ...noMode } = osd;
    const readHeight = () => {
      const open = getOpen("MQTT-NOPHASE");
      return open && ctx.live.registry.getLiveState(open)?.hRel;
    };
    for (let i = 1; i <= 8; i++) {
      await device.sendOsd("MQTT-NOPHASE", { ...noMode, elevation: 50 + i });
      await expect.poll(readHeight).toBe(50 + i);
    }
    expect(getOpen("MQTT-NOPHASE")).toMatchObject({ task: { id: task.id }, flight: { hasTakenOff: true } });
    const output = { status: "ok", progress: { percent: 100 }, ext: { current_waypoint_index: 3 } };
    await device.publish(`thing/product/${dock}/events`, { method: "flighttask_progress", data: { output } });
    await device.sendOsd("MQTT-NOPHASE", { ...noMode, elevation: 40 });
    await expect.poll(readHeight).toBe(40);
    // Several runs of the source later.
    await new Promise((later) => setTimeout(later, 700));
    expect(getOpen("MQTT-NOPHASE")?.task.id).toBe(task.id);
    await device.sendOsd("MQTT-NOPHASE", { ...noMode, elevation: 0, horizontal_speed: 0 });
    await expect.poll(() => getOpen("MQTT-NOPHASE")).toBeUndefined();
  });

  test("that nobody can read are counted in one line of the log", async () => {
    using source = await startSource();
    await connected(source);
    await using device = await connectDevice();
    await device.client.publishAsync("thing/product/MQTT-1/osd", "{", { qos: 1 });
    await device.client.publishAsync("thing/product/MQTT-1/osd", "[]", { qos: 1 });
    await expect
      .poll(source.log)
      .toContain('"topic":"thing/product/MQTT-1/osd","msg":"mqtt messages not understood"');
    expect(source.log().match(/not understood/g)).toHaveLength(1);
  });
});

describe("a broker", () => {
  test("that restarts is connected to again", async () => {
    await factory.registerDrone(company, "MQTT-AGAIN");
    using source = await startSource();
    await connected(source);
    await broker.stop();
    await expect.poll(source.log).toContain("mqtt disconnected");
    await broker.start();
    await expect.poll(() => source.log().match(/mqtt connected/g)).toHaveLength(2);
    await using device = await connectDevice();
    await device.sendOsd("MQTT-AGAIN", osd);
    await expect.poll(() => getOpen("MQTT-AGAIN")).toBeTruthy();
  });

  test("that is away at the start is waited for", async () => {
    await using late = await createBroker();
    using source = await startSource({ url: late.url });
    await expect.poll(source.log).toContain("ECONNREFUSED");
    await late.start();
    await connected(source);
  });

  test("that refuses the password is named in one line without it, and the server runs on", {
    tags: "full",
  }, async () => {
    using source = await startSource({ password: "wrong-horse" });
    await expect.poll(source.log).toContain("Connection refused: Not authorized");
    // The next attempt is a second later.
    await new Promise((later) => setTimeout(later, 1_500));
    expect(source.log().match(/mqtt not connected/g)).toHaveLength(1);
    expect(source.log()).not.toContain("wrong-horse");
    expect((await ctx.app.inject("/health")).statusCode).toBe(200);
  });

  test("with TLS is connected to by its authority's certificate only", { tags: "full" }, async () => {
    using stranger = await startSource({ url: broker.tlsUrl });
    await expect.poll(stranger.log).toContain("self-signed certificate");
    using source = await startSource({ url: broker.tlsUrl, caFile: broker.caFile }, broker.ca);
    await connected(source);
    expect(stranger.log()).not.toContain("correct-horse-broker");
  });
});
