import { connectAsync } from "mqtt";
import { expect, test, vi } from "vitest";
import { createMqttSource } from "../../server/telemetry/mqtt/createMqttSource.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { brokerUser, createBroker } from "./startBroker.ts";

const position = { latitude: 22.9078, longitude: 113.7034, elevation: 60, horizontal_speed: 9, mode_code: 5 };

test("messages that come while others are processed have come when they came", { tags: "full" }, async () => {
  const ctx = await createTestPlatform();
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  for (const sn of ["ARRIVAL-1", "ARRIVAL-2"]) await factory.registerDrone(company, sn);
  await using broker = await createBroker();
  await broker.start();
  // The first batch waits for the database.
  const { getTaskNumbers } = ctx.live;
  const database = Promise.withResolvers<void>();
  const waits = vi.spyOn(ctx.live, "getTaskNumbers").mockImplementation(async () => {
    await database.promise;
    return getTaskNumbers();
  });
  const source = await createMqttSource(
    ctx.platform,
    ctx.live,
    { url: broker.url, ...brokerUser, caFile: undefined, clientId: undefined },
    null,
  );
  source.start();
  const log = () => ctx.logLines.join("");
  await expect.poll(log).toContain("mqtt connected");
  const device = await connectAsync(broker.url, { ...brokerUser });
  const now = () => ctx.clock.now().getTime();
  const send = (sn: string, text: string) => device.publishAsync(`thing/product/${sn}/osd`, text, { qos: 1 });
  const sendPosition = (sn: string) =>
    send(
      sn,
      JSON.stringify({ tid: "t", bid: "b", timestamp: now(), gateway: "4TADKAQ000000A", data: position }),
    );
  await sendPosition("ARRIVAL-1");
  await expect.poll(() => waits.mock.calls.length).toBe(1);
  ctx.clock.advance(6_000);
  await sendPosition("ARRIVAL-2");
  // Messages come in their order: once this one was read, the one before has come.
  await send("ARRIVAL-3", "{");
  await expect.poll(log).toContain("ARRIVAL-3");
  database.resolve();
  const getState = (sn: string) => {
    const open = ctx.live.registry.getByDrone(sn);
    return open && ctx.live.registry.getLiveState(open);
  };
  await expect.poll(() => getState("ARRIVAL-2")).toBeTruthy();
  const states = ["ARRIVAL-1", "ARRIVAL-2"].map((sn) => {
    const state = getState(sn);
    return [state?.clockOffsetMs, state?.groupAt.position];
  });
  expect(states).toEqual([
    [0, now() - 6_000],
    [0, now()],
  ]);
  await device.endAsync();
  source.stop();
  await ctx.close();
});
