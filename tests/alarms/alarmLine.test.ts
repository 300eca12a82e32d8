import { describe, expect, test } from "vitest";
import { type AlarmKind, type AlarmRow, alarmKind } from "../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../adapters/contract/alarmLine.ts";
import { createRuleSet } from "../../server/telemetry/alarms/ruleSet.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import { createSiteRules, type RuleHangar } from "../../server/telemetry/alarms/siteRules.ts";
import { createAlarm } from "./createAlarm.ts";
import { runSituation } from "./runSituation.ts";

const subject = { droneSn: "1581F6Q8D0004821", taskName: "未登记任务" };

/** What the rules make of samples: a situation as in `alarm.csv`, and the line 30 s after it was raised. */
const flown: readonly (readonly [AlarmKind, string, string])[] = [
  ["noFlyBreach", "区=noFly; 3s x=-30; 2s x=30", "闯入禁飞区 SN…4821 · 未登记任务 · 测试区，离地高度 60 m"],
  [
    "temporaryBreach",
    "区=temporary; 3s x=-30; 2s x=30 hAgl=-",
    "闯入临时管制 SN…4821 · 未登记任务 · 测试区，相对起飞点 60 m",
  ],
  [
    "approaching",
    "区=noFly; 12s x=-580..-400 vH=15",
    "即将闯入 SN…4821 · 未登记任务 · 测试区，距边界 416.4 m",
  ],
  [
    "limitedEntry",
    "区=limited; 3s x=-30; 4s x=30",
    "进入限飞区 SN…4821 · 未登记任务 · 测试区，离地高度 60 m",
  ],
  [
    "warningEntry",
    "区=warning; 3s x=-30; 4s x=30",
    "进入警示区 SN…4821 · 未登记任务 · 测试区，离地高度 60 m",
  ],
  ["fenceExit", "区=fence; 5s x=30; 4s x=-15", "飞出作业区 SN…4821 · 未登记任务 · 超出 15 m"],
  ["tooHigh", "4s hAgl=121", "超高 SN…4821 · 未登记任务 · 离地高度 121 m，限高 120 m"],
  ["tooHigh", "4s hAgl=- hRel=111", "超高 SN…4821 · 未登记任务 · 相对起飞点 111 m，限高 110 m"],
  [
    "outsidePermit",
    "批文=-600..5; 15s x=0",
    "超出批准时段 SN…4821 · 未登记任务 · 批准自 01-15 15:50，批准至 01-15 16:00",
  ],
  ["noPermit", "管制; 4s x=0", "管制空域无批文 SN…4821 · 未登记任务 · 30 s"],
  ["lost", "10s x=0; 20s 断", "失联 SN…4821 · 未登记任务 · 42 s"],
  ["delayed", "10s x=0; 9s 断", "数据延迟 SN…4821 · 未登记任务 · 38 s"],
  ["batteryLow", "5s batPct=50; 4s batPct=25", "电量低 SN…4821 · 未登记任务 · 25 %"],
  ["batteryCritical", "4s batPct=10", "电量严重不足 SN…4821 · 未登记任务 · 10 %"],
  ["batteryReturn", "4s batPct=33 rthPct=30", "返航电量不足 SN…4821 · 未登记任务 · 33 %，返航需 30 %"],
  [
    "autoReturn",
    "4s phase=returning modeReason=电量不足，自动返航",
    "自动返航 SN…4821 · 未登记任务 · 电量不足，自动返航",
  ],
  [
    "forcedLanding",
    "4s phase=forcedLanding modeReason=电池电压严重过低",
    "强制降落 SN…4821 · 未登记任务 · 电池电压严重过低",
  ],
  ["forcedLanding", "4s phase=forcedLanding", "强制降落 SN…4821 · 未登记任务 · 30 s"],
  ["traffic", "4s traffic=3", "有人机接近 SN…4821 · 未登记任务 · 3 级"],
  ["proximity", "5s 旁=14", "两机过近 SN…4821 · 未登记任务 · 距 SN1 14 m"],
  ["offRoute", "航线; 3s y=0; 7s y=35", "偏航 SN…4821 · 未登记任务 · 偏离 35 m"],
  ["positionLost", "3s x=0; 2s fix=none x=- y=-", "定位异常 SN…4821 · 未登记任务 · 卫星 18 颗"],
  ["positionJump", "10s x=0; 1s x=3000; 1s x=0", "位置跳变 SN…4821 · 未登记任务 · 30 s"],
  ["deviceHealth", "4s 健康=2 码=fpv_tip_0x16080044", "设备健康 SN…4821 · 未登记任务 · 电调电压过低"],
  ["deviceHealth", "4s 健康=2 码=0x1608004A", "设备健康 SN…4821 · 未登记任务 · 电调过热"],
  ["deviceHealth", "4s 健康=2 码=0x1FFF0001", "设备健康 SN…4821 · 未登记任务 · 0x1FFF0001"],
  [
    "deviceHealth",
    "4s 健康=2 码=0x16080044+0x1FFF0001+constructor+0x11000042",
    "设备健康 SN…4821 · 未登记任务 · 电调电压过低、0x1FFF0001、constructor 等 4 项",
  ],
  ["taskStalled", "125s pct=40", "任务停滞 SN…4821 · 未登记任务 · 停在 40 %"],
  ["weather", "4s wind=13", "风雨超限 SN…4821 · 未登记任务 · 风速 13 m/s"],
];

const toLine = (kind: AlarmKind, values: AlarmRow["values"], at: number, about: Partial<AlarmRow>) =>
  formatAlarmLine(
    createAlarm({ kind, values: { ...values }, raisedAt: new Date(at).toISOString(), ...about }),
    at + 30_000,
  );

test.each(flown)("%s of a drone, %s: %s", (kind, steps, line) => {
  const raised = runSituation(steps).find((heard) => heard.kind === kind && heard.what === "raise");
  expect(toLine(kind, raised?.values ?? {}, raised?.at ?? 0, subject)).toBe(line);
});

/** What the rules of hangars, tasks and the duty desk tell. */
function runSite(act: (site: ReturnType<typeof createSiteRules>, second: number) => void): AlarmSignal[] {
  const told: AlarmSignal[] = [];
  const site = createSiteRules({ raise: (signal) => told.push(signal), clear: () => {} });
  for (let second = 0; second <= 61; second++) act(site, second * 1_000);
  return told;
}
const rules = createRuleSet([]);
const hangar: RuleHangar = {
  id: "5",
  companyId: "1",
  status: "idle",
  cover: "closed",
  windSpeed: 3,
  rainfall: 0,
  lng: 105,
  lat: 39,
};
const runHangar = (fields: Partial<RuleHangar>) =>
  runSite((site, now) => site.updateHangars([{ ...hangar, ...fields }], rules, now));
const place = { slot: null, droneSn: "SN0", lng: null, lat: null };
const fail = (reason: string) => {
  const told: AlarmSignal[] = [];
  createSiteRules({ raise: (signal) => told.push(signal), clear: () => {} }).failTask(
    place,
    "1",
    reason,
    rules,
    0,
  );
  return told;
};
const ofHangar = { droneSn: "", taskName: "", hangarName: "一号机场" };
const ofNothing = { droneSn: "", taskName: "" };

const told: readonly (readonly [AlarmKind, readonly AlarmSignal[], Partial<AlarmRow>, string])[] = [
  ["hangarFault", runHangar({ cover: "fault" }), ofHangar, "机场异常 一号机场 · 舱盖故障"],
  [
    "hangarFault",
    runHangar({ cover: "fault", status: "fault" }),
    ofHangar,
    "机场异常 一号机场 · 舱盖故障、机场故障",
  ],
  ["weather", runHangar({ windSpeed: 13 }), ofHangar, "风雨超限 一号机场 · 风速 13 m/s"],
  ["weather", runHangar({ rainfall: 9 }), ofHangar, "风雨超限 一号机场 · 风速 3 m/s，雨量 9 mm/h"],
  [
    "taskFailed",
    fail("航线任务失败（代码 314004，步骤 24）"),
    subject,
    "任务失败 SN…4821 · 未登记任务 · 航线任务失败（代码 314004，步骤 24）",
  ],
  ["taskFailed", fail(""), subject, "任务失败 SN…4821 · 未登记任务 · 30 s"],
  [
    "unattended",
    runSite((site, now) => site.updateDuty({ state: "unattended", flying: 3, companies: [] }, rules, now)),
    ofNothing,
    "无人值守 本平台 · 在飞 3 架",
  ],
  [
    "unattended",
    runSite((site, now) =>
      site.updateDuty(
        { state: "unattended", flying: 2, companies: ["商洛翼驰", "甲公司", "乙公司"] },
        rules,
        now,
      ),
    ),
    ofNothing,
    "无人值守 本平台 · 商洛翼驰等 3 家，在飞 2 架",
  ],
  [
    "unattended",
    runSite((site, now) =>
      site.updateDuty({ state: "unattended", flying: 0, companies: ["商洛翼驰"] }, rules, now),
    ),
    ofNothing,
    "无人值守 本平台 · 商洛翼驰",
  ],
];

test.each(told)("%s: %#", (kind, signals, about, line) => {
  const signal = signals.find((one) => one.kind === kind);
  expect(toLine(kind, signal?.values ?? {}, 0, about)).toBe(line);
});

/** What the watches of lines and screens tell. */
const silent: readonly (readonly [AlarmKind, AlarmRow["values"], Partial<AlarmRow>, string])[] = [
  [
    "accessLost",
    { flights: 2, silentS: 12, drones: 2, droneSns: "1581F6Q8D0004821、SN2" },
    { ...ofNothing, lineName: "访问密钥 AK1" },
    "接入中断 访问密钥 AK1 · SN…4821、SN2 无数据",
  ],
  [
    "accessLost",
    { flights: 4, silentS: 12, drones: 4, droneSns: "SN1、SN2、SN3、SN4" },
    { ...ofNothing, lineName: "访问密钥 AK1" },
    "接入中断 访问密钥 AK1 · 4 架无数据",
  ],
  ["platformLost", { flights: 12, silentS: 12 }, ofNothing, "平台连接中断 本平台 · 12 架无数据"],
  [
    "screenLost",
    { heardAt: "1969-12-31T23:58:25.000Z" },
    { ...ofNothing, lineName: "指挥大厅" },
    "大屏离线 指挥大厅 · 2 min",
  ],
  [
    "screenDiffers",
    { difference: "链路失联 0 架，平台 1 架" },
    { ...ofNothing, lineName: "指挥大厅" },
    "大屏与平台不一致 指挥大厅 · 链路失联 0 架，平台 1 架",
  ],
];

test.each(silent)("%s %o", (kind, values, about, line) => {
  expect(toLine(kind, values, 0, about)).toBe(line);
});

test("each kind has a line of the table", () => {
  const kinds = [...flown, ...told, ...silent].map(([kind]) => kind);
  expect(alarmKind.schema.options.filter((kind) => !kinds.includes(kind))).toEqual([]);
});

describe("a line", () => {
  const at = Date.parse("2026-11-25T08:00:00.000Z");
  const lost = createAlarm({ ...subject, kind: "lost", values: { heardAt: "2026-11-25T07:59:52.000Z" } });
  test.each([
    [30_000, "38 s"],
    [-20_000, "0 s"],
    [60_000, "1 min"],
    [3_600_000, "1 h"],
    [200_000_000, "2 d"],
  ])("tells after %i ms how long nothing is heard: %s", (ms, value) => {
    expect(formatAlarmLine(lost, at + ms)).toBe(`失联 SN…4821 · 未登记任务 · ${value}`);
  });

  test("that is kept says since when, and how long it was once it is over", () => {
    expect(formatAlarmLine(lost, null)).toBe("失联 SN…4821 · 未登记任务 · 自 11-25 15:59 起");
    const over = { ...lost, clearedAt: "2026-11-25T08:00:30.000Z", count: 2 };
    expect(formatAlarmLine(over, null)).toBe("失联 ×2 SN…4821 · 未登记任务 · 38 s");
    expect(formatAlarmLine(over, at + 900_000)).toBe("失联 ×2 SN…4821 · 未登记任务 · 38 s");
  });

  test("shows short serial numbers whole, and says what nobody can tell", () => {
    const row = { ...lost, droneSn: "SN-1", taskName: "", noDataSince: "2026-11-25T08:00:00.000Z" };
    expect(formatAlarmLine(row, at)).toBe("失联（无数据） SN-1 · 8 s");
  });

  test("of an alarm of an older build has what is known", () => {
    const old = createAlarm({ ...subject, kind: "deviceHealth", values: { level: 2, codes: "0x16080044" } });
    expect(formatAlarmLine(old, at)).toBe("设备健康 SN…4821 · 未登记任务 · 0x16080044");
    const bare = createAlarm({ ...subject, kind: "proximity", values: {} });
    expect(formatAlarmLine(bare, at + 5_000)).toBe("两机过近 SN…4821 · 未登记任务 · 5 s");
  });
});
