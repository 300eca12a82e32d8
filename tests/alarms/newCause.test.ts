import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AlarmRow, alarmCalls } from "../../adapters/contract/alarm.ts";
import { alarmEvents } from "../../server/db/schema/alarm.ts";
import { hasNewCause } from "../../server/telemetry/alarms/causes.ts";
import { createRuleSet } from "../../server/telemetry/alarms/ruleSet.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import { createSiteRules, type RuleHangar } from "../../server/telemetry/alarms/siteRules.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";
import { setupStage } from "./setupStage.ts";

const usual = { phase: "mission", hAgl: 60, hRel: 60, hEll: 1_060, vH: 5, batPct: 80, x: 0 } as const;

describe("the rules tell once of each cause that comes to a raised alarm", () => {
  test("of another health code of the same level, not of one that comes and goes", () => {
    const { stage, heard, send, tick } = setupStage();
    let second = 0;
    const say = (codes: string, seconds: number) => {
      stage.setHealth(0, codes === "" ? null : 2, codes);
      for (let i = 0; i < seconds; i++) {
        second += 1;
        send(second, { ...usual, y: 0 });
        tick(second + 0.5);
      }
    };
    const raised = () =>
      heard.flatMap(({ what, kind, values }) =>
        kind === "deviceHealth" && what === "raise" ? String(values?.["codes"]) : [],
      );
    say("0x1", 6);
    expect(raised()).toEqual(["0x1"]);
    say("0x1 0x2", 3);
    say("0x2", 3);
    say("0x1 0x2", 3);
    say("0x1", 3);
    expect(raised()).toEqual(["0x1", "0x1 0x2"]);
    say("0x3", 1);
    expect(raised().at(-1)).toBe("0x3");
    // Once it is over, all causes are new.
    say("", 8);
    say("0x1", 4);
    expect(raised()).toEqual(["0x1", "0x1 0x2", "0x3", "0x1"]);
  });

  test("of another drone that is too near", () => {
    const { heard, send, tick } = setupStage({ drones: 3 });
    const fly = (from: number, to: number, [first, other]: readonly [number, number]) => {
      for (let second = from; second < to; second++) {
        send(second, { ...usual, y: 0 });
        send(second, { ...usual, y: first }, 1);
        send(second, { ...usual, y: -other }, 2);
        tick(second + 0.5);
      }
    };
    fly(1, 6, [30, 60]);
    fly(6, 10, [45, 25]);
    fly(10, 14, [25, 45]);
    const own = heard.filter(({ droneSn, kind }) => droneSn === "SN0" && kind === "proximity");
    expect(own.map(({ what, priority, values }) => [what, priority, values?.["otherDroneSn"]])).toEqual([
      ["raise", "p2", "SN1"],
      ["raise", "p2", "SN2"],
    ]);
  });

  test("of another fault of a hangar", () => {
    const told: AlarmSignal[] = [];
    const site = createSiteRules({ raise: (signal) => told.push(signal), clear: () => {} });
    const hangar: RuleHangar = {
      id: "5",
      companyId: "1",
      status: "idle",
      cover: "fault",
      windSpeed: 3,
      rainfall: 0,
      lng: 105,
      lat: 39,
    };
    const wait = (from: number, status: RuleHangar["status"]) => {
      for (let second = from; second < from + 4; second++)
        site.updateHangars([{ ...hangar, status }], createRuleSet([]), second * 1_000);
    };
    wait(0, "idle");
    wait(4, "fault");
    wait(8, "idle");
    wait(12, "fault");
    expect(told.map(({ values }) => values["reason"])).toEqual(["舱盖故障", "舱盖故障、机场故障"]);
  });

  test("of nobody on duty for everything, where it was for some companies, and back", () => {
    const told: AlarmSignal[] = [];
    const site = createSiteRules({ raise: (signal) => told.push(signal), clear: () => {} });
    const wait = (from: number, companies: readonly string[] | null) => {
      for (let second = from; second < from + 70; second++)
        site.updateDuty({ state: "unattended", flying: 3, companies }, createRuleSet([]), second * 1_000);
    };
    wait(0, []);
    wait(70, ["甲"]);
    // Their names are not read yet: that is nothing new.
    wait(140, null);
    wait(210, []);
    wait(280, ["甲"]);
    expect(told.map(({ values }) => values["companies"] ?? "all")).toEqual(["all", "甲", "all", "甲"]);
  });
});

test.each([
  ["deviceHealth", { codes: "0x1" }, { codes: "0x1 0x2" }, true],
  ["deviceHealth", { codes: "0x1 0x2" }, { codes: "0x2" }, false],
  ["deviceHealth", { codes: "" }, { codes: "0x2" }, false],
  ["proximity", { otherDroneSn: "A", distanceM: 20 }, { otherDroneSn: "B", distanceM: 20 }, true],
  ["proximity", { otherDroneSn: "A", distanceM: 20 }, { otherDroneSn: "A", distanceM: 10 }, false],
  ["taskFailed", { reason: "航线任务失败（代码 1）" }, { reason: "航线任务失败（代码 2）" }, true],
  ["taskFailed", {}, { reason: "失联" }, false],
  ["autoReturn", { reason: "电量不足" }, { reason: "遥控信号丢失" }, true],
  ["unattended", { flying: 2 }, { companies: "甲" }, true],
  ["unattended", { companies: "甲" }, { flying: 2 }, true],
  ["unattended", { flying: 2 }, { flying: 3 }, false],
  ["unattended", { companies: "甲、乙" }, { companies: "乙" }, false],
  ["batteryLow", { batPct: 24 }, { batPct: 20 }, false],
] as const)("%s after %o with %o has another cause: %s", (kind, before, after, isNew) => {
  expect(hasNewCause(kind, before, after)).toBe(isNew);
});

describe("an acknowledged alarm", () => {
  let ctx: TestPlatform;
  let server: AlarmFixture;
  beforeEach(async () => {
    ctx = await createTestPlatform();
    server = await startAlarms(ctx);
    await takeDuty(ctx, "duty");
  });
  afterEach(async () => {
    await server.stop();
    await ctx.close();
  });

  let requests = 0;
  const acknowledge = async () => {
    for (const { id } of await server.read()) {
      const body = { ids: [id], requestId: `new-cause-${++requests}` };
      expect((await ctx.callAs("duty", alarmCalls.alarmAck, { body })).body.state).toBe(0);
    }
    await server.wait(1);
  };
  const health = (codes: string) =>
    ({ kind: "deviceHealth", values: { level: 2, codes, reason: codes } }) as const;

  test("is raised again by another cause of its level, and says it", async () => {
    server.raise(health("0x1"));
    await acknowledge();
    expect(await server.read()).toMatchObject([{ state: "acknowledged" }]);
    ctx.clock.advance(60_000);
    server.raise(health("0x1 0x2"));
    expect(await server.read()).toMatchObject([
      {
        state: "active",
        count: 2,
        acknowledgedAt: null,
        acknowledgedByName: "",
        priorityAt: ctx.clock.now(),
        values: { codes: "0x1 0x2" },
      },
    ]);
    const shown = [...server.shown().values()].map(({ state, values }: AlarmRow) => [state, values["codes"]]);
    expect(shown).toEqual([["active", "0x1 0x2"]]);
    const events = await ctx.db.select().from(alarmEvents);
    expect(events.map(({ kind, remark }) => `${kind} ${remark}`.trim())).toEqual([
      "raise",
      "acknowledge",
      "raise 新原因：0x1 0x2",
    ]);
  });

  test("stays acknowledged by a repeat of its cause, and by one that was not known before", async () => {
    server.raise(health("0x1"));
    server.raise({ kind: "forcedLanding", priority: "p1", values: {} });
    await acknowledge();
    server.raise(health("0x1"));
    server.raise({ kind: "forcedLanding", priority: "p1", values: { reason: "电池电压严重过低" } });
    expect(await server.read()).toMatchObject([
      { state: "acknowledged", count: 2 },
      { state: "acknowledged", count: 1, values: { reason: "电池电压严重过低" } },
    ]);
  });

  test("that is shelved stays so", async () => {
    server.raise(health("0x1"));
    const [alarm] = await server.read();
    const body = {
      id: alarm?.id ?? "",
      version: alarm?.version ?? 0,
      minutes: 5,
      reason: "已核实",
      requestId: "shelve-1",
    };
    await ctx.callAs("duty", alarmCalls.alarmShelve, { body });
    await server.wait(1);
    server.raise(health("0x2"));
    expect(await server.read()).toMatchObject([{ state: "shelved", values: { codes: "0x2" } }]);
  });

  test("is raised again by a cause that a restart finds, not by the one that it had", async () => {
    server.raise(health("0x1"));
    await acknowledge();
    await server.stop();
    server = await startAlarms(ctx);
    server.raise(health("0x1"));
    expect(await server.read()).toMatchObject([{ state: "acknowledged", count: 1 }]);
    await server.stop();
    server = await startAlarms(ctx);
    server.raise(health("0x2"));
    expect(await server.read()).toMatchObject([{ state: "active", count: 2 }]);
  });
});
