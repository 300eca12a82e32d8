import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AlarmRow, alarmCalls } from "../../adapters/contract/alarm.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { insertAlarm } from "./insertAlarm.ts";
import { readAlarmLog, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
beforeEach(async () => {
  ctx = await createTestPlatform();
});
afterEach(() => ctx.close());

const later = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1_000);

describe("after a restart", () => {
  test("what is open is open again, and a rule that finds its cause again raises nothing", async () => {
    const first = await startAlarms(ctx);
    first.raise({ kind: "lost", priority: "p2" });
    first.raise({ kind: "lost", priority: "p1" });
    first.raise({ kind: "batteryLow", droneSn: "SN-2" });
    await first.stop();
    ctx.clock.advance(20_000);
    const second = await startAlarms(ctx);
    // A rule that begins anew sees the lower of its priorities first.
    second.raise({ kind: "lost", priority: "p2" });
    second.raise({ kind: "batteryLow", droneSn: "SN-2" });
    await second.wait(120);
    expect(await second.read()).toMatchObject([
      { kind: "lost", priority: "p1", state: "active", count: 1, version: 2 },
      { kind: "batteryLow", state: "active", count: 1, version: 1 },
    ]);
    second.clear({ kind: "batteryLow", droneSn: "SN-2" });
    second.clear({ kind: "lost" });
    expect((await second.read()).map(({ state }) => state)).toEqual(["cleared", "gone"]);
    await second.stop();
  });

  test("what no rule finds again within 90 s is over; what a device said once stays", {
    tags: "full",
  }, async () => {
    const first = await startAlarms(ctx);
    first.raise();
    first.raise({ kind: "deviceHealth", priority: "p2" });
    first.raise({ kind: "taskFailed", priority: "p2" });
    await first.stop();
    const second = await startAlarms(ctx);
    await second.wait(89);
    expect((await second.read()).map(({ state }) => state)).toEqual(["active", "active", "active"]);
    await second.wait(2);
    expect((await second.read()).map(({ state }) => state)).toEqual(["gone", "active", "active"]);
    await second.stop();
  });

  test("a cause that ended a moment before counts up the same alarm", { tags: "full" }, async () => {
    const first = await startAlarms(ctx);
    first.raise();
    first.clear();
    await first.stop();
    ctx.clock.advance(30_000);
    const second = await startAlarms(ctx);
    second.raise();
    expect(await second.read()).toMatchObject([{ count: 2, state: "active" }]);
    await second.stop();
  });

  test("shelving that ended while the server was down has ended", { tags: "full" }, async () => {
    const id = await insertAlarm(ctx, { state: "shelved", shelvedUntil: later(60), shelveReason: "核实" });
    ctx.clock.advance(61_000);
    const server = await startAlarms(ctx);
    expect(await server.read()).toMatchObject([{ id, state: "active", shelvedUntil: null }]);
    expect(await readAlarmLog(ctx)).toEqual(["unshelve"]);
    await server.stop();
  });

  test("an alarm whose silencing cause is over is active again", { tags: "full" }, async () => {
    await insertAlarm(ctx, { state: "suppressed", suppressedBy: "platformLost" });
    const server = await startAlarms(ctx);
    expect(await server.read()).toMatchObject([{ state: "active", suppressedBy: null }]);
    await server.stop();
  });
});

describe("while the database is away", () => {
  /** Every transaction fails as at a server that shuts down. */
  function takeDatabaseAway() {
    const mock = vi.spyOn(ctx.platform.db, "transaction").mockImplementation(() => {
      throw Object.assign(new Error("the database system is shutting down"), { code: "57P03" });
    });
    return () => mock.mockRestore();
  }

  test("new alarms are shown at once, stored once it is back, and shelving that ends then ends", {
    tags: "full",
  }, async () => {
    const shelved = await insertAlarm(ctx, { state: "shelved", shelvedUntil: later(5), droneSn: "SN-9" });
    const server = await startAlarms(ctx);
    const bringBack = takeDatabaseAway();
    server.raise();
    await server.wait(8);
    expect(server.messages.flatMap(({ alarms }) => alarms)).toMatchObject([
      { kind: "batteryLow", droneSn: "SN-1", state: "active" },
    ]);
    server.clear();
    await server.wait(3);
    bringBack();
    await server.wait(2);
    const stored = await server.read();
    expect(stored).toMatchObject([
      { id: shelved, state: "active" },
      { droneSn: "SN-1", state: "gone", count: 1 },
    ]);
    const shown = server.shown();
    for (const { id, state } of stored) expect(shown.get(id)?.state).toBe(state);
    await server.stop();
  });
});

test("an alarm that was raised by one server is acknowledged through another", { tags: "full" }, async () => {
  const server = await startAlarms(ctx);
  server.raise({ kind: "lost", priority: "p1" });
  const [alarm] = await server.read();
  // The test's own app is the other one: it takes no telemetry.
  await takeDuty(ctx, "duty");
  const { body } = await ctx.callAs("duty", alarmCalls.alarmAck, {
    body: { ids: [alarm?.id ?? ""], requestId: "other-server-1" },
  });
  const [row] = (body.data as { alarms: AlarmRow[] }).alarms;
  expect(row?.state).toBe("acknowledged");
  expect(server.shown().get(row?.id ?? "")).toEqual(row);
  server.clear({ kind: "lost" });
  // Had it not heard of the acknowledgement, it would wait for one.
  expect(await server.read()).toMatchObject([{ state: "gone" }]);
  await server.stop();
});
