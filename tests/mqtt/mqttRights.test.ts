import { connectAsync } from "mqtt";
import { expect, test, vi } from "vitest";
import type { LiveAlarms } from "../../server/telemetry/alarms/liveAlarms.ts";
import { createMqttSource } from "../../server/telemetry/mqtt/createMqttSource.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { brokerUser, createBroker } from "./startBroker.ts";

const drone = "RIGHTS-1";
const osd = { latitude: 22.9078, longitude: 113.7034, elevation: 60, horizontal_speed: 9, mode_code: 5 };
const onGround = { ...osd, elevation: 0, horizontal_speed: 0, mode_code: 1 };

test("a gateway of another company or of none ends no task and raises no health, and the log names it", async () => {
  const ctx = await createTestPlatform();
  const factory = await createFlightFactory(ctx);
  const [company, stranger] = [await factory.createCompany(), await factory.createCompany()];
  await insertHangar(ctx.db, company, { sn: "OWN-DOCK" });
  await insertHangar(ctx.db, stranger, { sn: "STRANGE-DOCK" });
  const task = await factory.task(company, { droneSn: drone });
  await using broker = await createBroker();
  await broker.start();
  const setDeviceHealth = vi.fn<LiveAlarms["setDeviceHealth"]>();
  const failPlan = vi.fn<LiveAlarms["failPlan"]>();
  // Cast: the source uses nothing else of the rules.
  const live = { ...ctx.live, alarmRules: { setDeviceHealth, failPlan } as unknown as LiveAlarms };
  const settings = { url: broker.url, ...brokerUser, caFile: undefined, clientId: undefined };
  const source = await createMqttSource(ctx.platform, live, settings, null);
  source.start();
  const readLog = () => ctx.logLines.join("");
  await expect.poll(readLog).toContain("mqtt connected");

  const device = await connectAsync(broker.url, { ...brokerUser });
  const publish = (topic: string, message: object) =>
    device.publishAsync(topic, JSON.stringify({ timestamp: ctx.clock.now().getTime(), ...message }), {
      qos: 1,
    });
  const sendOsd = (data: object) => {
    ctx.clock.advance(1_000);
    return publish(`thing/product/${drone}/osd`, { gateway: "OWN-DOCK", data });
  };
  const sendEvent = (gateway: string, method: string, data: object) =>
    publish(`thing/product/${gateway}/events`, { method, data });
  const nameDrone = (gateway: string) =>
    publish(`sys/product/${gateway}/status`, {
      method: "update_topo",
      data: { sub_devices: [{ sn: drone }] },
    });
  const sendFailure = (gateway: string) =>
    sendEvent(gateway, "flighttask_progress", {
      result: 314_004,
      output: { status: "failed", progress: { percent: 5, current_step: 24 } },
    });
  const sendHealth = (gateway: string) => sendEvent(gateway, "hms", { list: [{ code: "0x1", level: 2 }] });
  const getState = () => {
    const open = ctx.live.registry.getByDrone(drone);
    return open && { taskId: open.task.id, ...ctx.live.registry.getLiveState(open) };
  };

  await sendOsd(onGround);
  for (const gateway of ["STRANGE-DOCK", "NOBODYS-REMOTE"]) {
    await nameDrone(gateway);
    await sendFailure(gateway);
    await sendHealth(gateway);
  }
  await expect.poll(readLog).toContain("mqtt events ignored");
  await sendOsd(osd);
  await expect
    .poll(getState)
    .toMatchObject({ taskId: task.id, phase: "mission", pct: null, modeReason: null });
  expect(setDeviceHealth).not.toHaveBeenCalled();
  expect(failPlan).not.toHaveBeenCalled();

  await nameDrone("OWN-DOCK");
  await sendHealth("OWN-DOCK");
  await sendFailure("OWN-DOCK");
  await expect.poll(() => setDeviceHealth.mock.calls).toEqual([[drone, 2, ["0x1"]]]);
  const failure = [drone, "航线任务失败（代码 314004，步骤 24）", expect.any(Number)];
  await expect.poll(() => failPlan.mock.calls).toEqual([failure]);
  await sendOsd(onGround);
  await expect.poll(getState).toBeUndefined();
  await device.endAsync();
  source.stop();
  await ctx.close();
});
