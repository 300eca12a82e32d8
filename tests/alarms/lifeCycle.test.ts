import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type AlarmKind,
  type AlarmPriority,
  type AlarmRow,
  alarmCalls,
} from "../../adapters/contract/alarm.ts";
import { alarmEvents, alarms } from "../../server/db/schema/alarm.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { type AlarmFixture, readAlarmLog, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let server: AlarmFixture;
let requests = 0;
beforeEach(async () => {
  ctx = await createTestPlatform();
  server = await startAlarms(ctx);
  await takeDuty(ctx, "duty");
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
});

const requestId = () => `alarm-life-${++requests}`;
const states = async () => (await server.read()).map(({ state }) => state);

async function acknowledge(ids: readonly string[], role: ConsoleRole = "duty"): Promise<AlarmRow[]> {
  const { body } = await ctx.callAs(role, alarmCalls.alarmAck, {
    body: { ids: [...ids], requestId: requestId() },
  });
  expect(body.state, body.message).toBe(0);
  return (body.data as { alarms: AlarmRow[] }).alarms;
}

async function shelve(id: string, minutes: number): Promise<number> {
  const [alarm] = await ctx.db.select().from(alarms).where(eq(alarms.id, id));
  const record = { id, version: alarm?.version ?? 0, requestId: requestId() };
  const { body } = await ctx.callAs("duty", alarmCalls.alarmShelve, {
    body: { ...record, minutes, reason: "已电话核实" },
  });
  return body.state;
}

describe("an alarm", () => {
  test("is raised, acknowledged and over, and the duty log says who and when", async () => {
    server.raise();
    const [alarm] = await server.read();
    expect(alarm).toMatchObject({ state: "active", priority: "p2", count: 1, droneSn: "SN-1", version: 1 });
    expect(server.shown().get(alarm?.id ?? "")?.state).toBe("active");
    ctx.clock.advance(4_000);
    const [acknowledged] = await acknowledge([alarm?.id ?? ""]);
    expect(acknowledged).toMatchObject({
      state: "acknowledged",
      acknowledgedByName: "值班戊",
      acknowledgedAt: "2026-03-02T02:00:04.000Z",
    });
    expect(server.shown().get(alarm?.id ?? "")).toEqual(acknowledged);
    ctx.clock.advance(4_000);
    server.clear();
    expect(await states()).toEqual(["gone"]);
    expect(server.shown().get(alarm?.id ?? "")?.state).toBe("gone");
    expect(await readAlarmLog(ctx)).toEqual(["raise", "acknowledge 值班戊", "clear"]);
  });

  test("of priority 1 waits for its acknowledgement when its cause is over; others do not", async () => {
    server.raise({ kind: "lost", priority: "p1" });
    server.raise({ kind: "offRoute", priority: "p3", droneSn: "SN-2" });
    server.clear({ kind: "lost" });
    server.clear({ kind: "offRoute", droneSn: "SN-2" });
    const [lost, offRoute] = await server.read();
    expect([lost?.state, offRoute?.state]).toEqual(["cleared", "gone"]);
    expect(await acknowledge([lost?.id ?? ""])).toMatchObject([{ state: "gone" }]);
  });

  test("counts its cause up within 60 s, and is another one after that", { tags: "full" }, async () => {
    server.raise();
    server.clear();
    await server.wait(59);
    server.raise();
    expect(await server.read()).toMatchObject([{ count: 2, state: "active" }]);
    server.clear();
    await server.wait(60);
    server.raise();
    expect(await server.read()).toMatchObject([
      { count: 2, state: "gone" },
      { count: 1, state: "active" },
    ]);
  });

  test("of priority 1 that waits for its acknowledgement is counted up within 60 s, and not after that", {
    tags: "full",
  }, async () => {
    server.raise({ kind: "lost", priority: "p1" });
    server.clear({ kind: "lost" });
    await server.wait(59);
    server.raise({ kind: "lost", priority: "p1" });
    expect(await server.read()).toMatchObject([{ count: 2, state: "active" }]);
    server.clear({ kind: "lost" });
    await server.wait(60);
    server.raise({ kind: "lost", priority: "p2" });
    expect(await server.read()).toMatchObject([
      { count: 2, state: "cleared", priority: "p1" },
      { count: 1, state: "active", priority: "p2" },
    ]);
    server.clear({ kind: "lost" });
    expect((await server.read()).map(({ state }) => state)).toEqual(["cleared", "gone"]);
  });

  test("that nobody need confirm again stays acknowledged when its cause comes back within 60 s", {
    tags: "full",
  }, async () => {
    server.raise();
    const [alarm] = await server.read();
    await acknowledge([alarm?.id ?? ""]);
    server.clear();
    await server.wait(10);
    server.raise();
    expect(await server.read()).toMatchObject([{ state: "acknowledged", count: 2 }]);
  });

  test("is one for 200 repeats of a message within a minute, and each is counted", {
    tags: "full",
  }, async () => {
    for (let repeat = 0; repeat < 200; repeat++) {
      server.raise({ kind: "deviceHealth", priority: "p3" });
      if (repeat % 3 === 0) server.clear({ kind: "deviceHealth" });
      if (repeat % 7 === 0) await server.live.alarms.flush();
      ctx.clock.advance(290);
    }
    expect(await server.read()).toMatchObject([{ count: 200 }]);
  });

  test("of another zone, drone or hangar is another one", { tags: "full" }, async () => {
    server.raise({ kind: "limitedEntry", zoneId: "11" });
    server.raise({ kind: "limitedEntry", zoneId: "12" });
    server.raise({ kind: "limitedEntry", zoneId: "12", droneSn: "SN-2" });
    server.raise({ kind: "weather", droneSn: "", hangarId: "5" });
    expect(await states()).toEqual(["active", "active", "active", "active"]);
  });

  test("that becomes more urgent must be acknowledged anew; one that becomes less urgent need not", async () => {
    server.raise({ kind: "lost", priority: "p2" });
    const [alarm] = await server.read();
    await acknowledge([alarm?.id ?? ""]);
    server.raise({ kind: "lost", priority: "p1", values: { silentS: 40 } });
    expect(await server.read()).toMatchObject([
      { state: "active", priority: "p1", acknowledgedAt: null, values: { silentS: 40 }, count: 1 },
    ]);
    await takeDuty(ctx, "admin");
    await acknowledge([alarm?.id ?? ""], "admin");
    server.raise({ kind: "lost", priority: "p3" });
    expect(await server.read()).toMatchObject([
      { state: "acknowledged", priority: "p3", acknowledgedByName: "管理员甲" },
    ]);
    expect(await readAlarmLog(ctx)).toEqual([
      "raise",
      "acknowledge 值班戊",
      "escalate",
      "acknowledge 管理员甲",
      "lower",
    ]);
  });
});

describe("two officers at once", () => {
  test("get the same record, of the first acknowledgement, and both are in the audit trail", async () => {
    server.raise();
    const [alarm] = await server.read();
    const ids = [alarm?.id ?? ""];
    // The officer on duty, at two screens.
    const both = await Promise.all([acknowledge(ids), acknowledge(ids)]);
    const [first] = both[0] ?? [];
    expect(both[1]).toEqual([first]);
    expect(first?.acknowledgedByName).toBe("值班戊");
    expect(await ctx.db.$count(auditLog, eq(auditLog.entity, "alarm"))).toBe(2);
    expect((await readAlarmLog(ctx)).filter((line) => line.startsWith("acknowledge"))).toHaveLength(1);
  });

  test("acknowledge nothing that has become more urgent since they saw it", async () => {
    server.raise();
    server.raise({ kind: "lost", droneSn: "SN-2" });
    server.raise({ kind: "lost", droneSn: "SN-3" });
    const [battery, ...silent] = await server.read();
    server.raise({ priority: "p1" });
    server.raise({ kind: "lost", droneSn: "SN-2", priority: "p1" });
    await server.read();
    const acknowledgeSeen = async (seen: readonly { id: string; version: number }[], body: object = {}) => {
      const ids = seen.map(({ id }) => id);
      const versions = seen.map(({ version }) => version);
      return (
        await ctx.callAs("duty", alarmCalls.alarmAck, {
          body: { ids, versions, requestId: requestId(), ...body },
        })
      ).body;
    };
    expect(await acknowledgeSeen(battery ? [battery] : [])).toMatchObject({
      state: -1,
      message: "告警刚刚发生变化，请看清后再确认",
    });
    // Of several of one cause the others are.
    const { data } = await acknowledgeSeen(silent, { cause: "lost" });
    expect(data).toMatchObject({ alarms: [{ state: "active", priority: "p1" }, { state: "acknowledged" }] });
    expect(await states()).toEqual(["active", "active", "acknowledged"]);
    const [now] = await server.read();
    expect((await acknowledgeSeen(now ? [now] : [])).state).toBe(0);
    // Who comes second, having seen it as it was, gets the record of the first.
    expect((await acknowledgeSeen(now ? [now] : [])).state).toBe(0);
  });

  test("cannot shelve an alarm that the other has changed since: they get it as it is now", {
    tags: "full",
  }, async () => {
    server.raise();
    const [alarm] = await server.read();
    const body = { id: alarm?.id ?? "", version: 1, requestId: requestId() };
    await acknowledge([body.id]);
    const answer = await ctx.callAs("admin", alarmCalls.alarmClose, {
      body: { ...body, closedAs: "falseAlarm", note: "" },
    });
    expect(answer.body).toMatchObject({
      state: -5,
      data: { id: body.id, version: 2, state: "acknowledged" },
    });
  });

  test("do not hinder each other by what the platform counts meanwhile", { tags: "full" }, async () => {
    server.raise();
    const [alarm] = await server.read();
    for (let repeat = 0; repeat < 5; repeat++) server.raise();
    expect(await server.read()).toMatchObject([{ count: 6, version: 1 }]);
    expect(await shelve(alarm?.id ?? "", 5)).toBe(0);
  });
});

describe("a shelved alarm", () => {
  test("comes back when its time is over, and is over if its cause is", async () => {
    server.raise();
    server.raise({ kind: "weather", hangarId: "5", droneSn: "", priority: "p3" });
    const [battery, weather] = await server.read();
    expect(await shelve(battery?.id ?? "", 1)).toBe(0);
    expect(await shelve(weather?.id ?? "", 1)).toBe(0);
    await server.wait(30);
    server.clear({ kind: "weather", hangarId: "5", droneSn: "" });
    expect(await states()).toEqual(["shelved", "shelved"]);
    await server.wait(30);
    expect(await states()).toEqual(["active", "gone"]);
    expect(await server.read()).toMatchObject([{ shelvedUntil: null, shelveReason: "" }, {}]);
  });

  test("comes back at once if it becomes one of priority 1, which cannot be shelved", {
    tags: "full",
  }, async () => {
    server.raise({ kind: "lost", priority: "p2" });
    const [alarm] = await server.read();
    expect(await shelve(alarm?.id ?? "", 30)).toBe(0);
    server.raise({ kind: "lost", priority: "p1" });
    expect(await states()).toEqual(["active"]);
    expect(await shelve(alarm?.id ?? "", 30)).toBe(-1);
  });

  test("needs a reason and takes 30 minutes at most", async () => {
    server.raise();
    const [alarm] = await server.read();
    const send = (minutes: number, reason: string) =>
      ctx.callAs("duty", alarmCalls.alarmShelve, {
        body: { id: alarm?.id ?? "", version: 1, requestId: requestId(), minutes, reason },
      });
    expect((await send(10, "")).body).toMatchObject({ state: -1, message: "请填写屏蔽原因" });
    expect((await send(31, "核实")).status).toBe(400);
  });
});

describe("a closed alarm", () => {
  test("says what came of it, and its cause is another alarm", async () => {
    server.raise();
    const [alarm] = await server.read();
    const answer = await ctx.callAs("duty", alarmCalls.alarmClose, {
      body: {
        id: alarm?.id ?? "",
        version: 1,
        requestId: requestId(),
        closedAs: "pilotNotified",
        note: "飞手已返航",
      },
    });
    expect(answer.body.data).toMatchObject({
      state: "gone",
      closedAs: "pilotNotified",
      closedByName: "值班戊",
      closeNote: "飞手已返航",
      closedAt: "2026-03-02T02:00:00.000Z",
    });
    server.raise();
    expect(await states()).toEqual(["gone", "active"]);
  });
});

describe("suppression", () => {
  /** Whether a lost link silences an open alarm, and one that is raised later. */
  test.each<readonly [kind: AlarmKind, priority: AlarmPriority, isSilenced: boolean]>([
    ["delayed", "p2", true],
    ["positionLost", "p2", true],
    ["positionJump", "p3", true],
    ["batteryLow", "p3", true],
    ["offRoute", "p3", true],
    ["batteryLow", "p2", false],
    ["fenceExit", "p2", false],
    ["noFlyBreach", "p1", false],
    ["temporaryBreach", "p1", false],
    ["batteryCritical", "p1", false],
    ["forcedLanding", "p1", false],
    ["traffic", "p1", false],
    ["deviceHealth", "p1", false],
  ])("a lost link and %s as %s: silenced %s, until it is back", async (kind, priority, isSilenced) => {
    server.raise({ kind, priority });
    server.raise({ kind, priority, droneSn: "SN-2" });
    server.raise({ kind: "lost", priority: "p2" });
    await server.wait(1);
    server.raise({ kind, priority, zoneId: "7" });
    const own = isSilenced
      ? { state: "suppressed", suppressedBy: "lost" }
      : { state: "active", suppressedBy: null };
    expect(await server.read()).toMatchObject([
      { kind, droneSn: "SN-1", ...own },
      { kind, droneSn: "SN-2", state: "active" },
      { kind: "lost", state: "active" },
      { kind, zoneId: "7", ...own },
    ]);
    server.clear({ kind: "lost" });
    await server.wait(1);
    expect((await server.read()).map(({ state, suppressedBy }) => [state, suppressedBy])).toEqual([
      ["active", null],
      ["active", null],
      ["gone", null],
      ["active", null],
    ]);
  });
});

test("the duty log takes new rows only", { tags: "full" }, async () => {
  server.raise();
  await server.read();
  await expect(ctx.db.delete(alarmEvents)).rejects.toThrow();
  await expect(ctx.db.update(alarmEvents).set({ remark: "x" })).rejects.toThrow();
});
