import { expect, it } from "vitest";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatKind, formatSubject } from "../../adapters/contract/alarmLine.ts";
import { wholeScope } from "../../adapters/contract/dutyScope.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import {
  formatAlarmAge,
  formatBeforeLoss,
  formatDuration,
  formatHandler,
  formatMeasuredHeight,
  formatOwnAction,
  formatPlace,
  formatPriority,
} from "../../src/live/alarms/alarmTexts.ts";
import { getRefusal, refuseAcknowledging } from "../../src/pages/live/alarms/alarmRefusals.ts";
import { createAlarm } from "./createAlarm.ts";

it.each([
  [0, "0 秒"],
  [59_999, "59 秒"],
  [60_000, "1 分 0 秒"],
  [3_599_000, "59 分 59 秒"],
  [3_600_000, "1 小时 0 分"],
  [90_000_000, "1 天 1 小时"],
  [-5, "0 秒"],
])("tells %i ms as a duration", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it("names the height that raised an alarm, and what was allowed", () => {
  const format = (values: AlarmRow["values"]) => formatMeasuredHeight({ values });
  expect(format({ heightM: 140.2, heightBasis: "离地高度（按地形推算）", limitM: 120 })).toEqual({
    height: "140.2 m",
    note: "离地高度（按地形推算），限高 120 m",
  });
  expect(format({ heightM: 60, heightBasis: "相对起飞点（真高未知）", floorM: 0, ceilingM: 120 })).toEqual({
    height: "60 m",
    note: "相对起飞点（真高未知），管制高度 0–120 m",
  });
  expect(format({ heightBasis: "高度未知", floorM: 500, ceilingM: 900 })).toEqual({
    height: "未知",
    note: "高度未知，管制高度 500–900 m",
  });
  expect(format({ batPct: 20 })).toBeNull();
});

it("counts how long an alarm lasts until its cause is over", () => {
  const now = Date.parse("2026-11-25T08:05:00.000Z");
  expect(formatAlarmAge(createAlarm(), now)).toBe("5 分 0 秒");
  expect(formatAlarmAge(createAlarm({ clearedAt: "2026-11-25T08:00:30.000Z" }), now)).toBe("30 秒");
});

it("tells kind, priority, subject and place in words", () => {
  expect(formatKind(createAlarm({ count: 3 }))).toBe("电量低 ×3");
  expect(formatKind(createAlarm())).toBe("电量低");
  expect(formatKind(createAlarm({ noDataSince: "2026-11-25T08:01:00.000Z" }))).toBe("电量低（无数据）");
  expect(formatKind(createAlarm({ state: "cleared", count: 2 }))).toBe("电量低 ×2（已解除）");
  expect((["p1", "p2", "p3", "p4"] as const).map(formatPriority)).toEqual([
    "■ P1 紧急",
    "▲ P2 高",
    "● P3 中",
    "◇ P4 记录",
  ]);
  expect(formatSubject(createAlarm())).toBe("SN…0001 · 河道巡查");
  expect(formatSubject(createAlarm({ taskName: "", droneSn: "", hangarName: "一号机场" }))).toBe("一号机场");
  expect(formatSubject(createAlarm({ taskName: "", droneSn: "" }))).toBe("本平台");
  expect(formatPlace(createAlarm({ zoneName: "机场禁飞区" }))).toBe("海淀区 西北 3.2 km · 机场禁飞区");
  expect(formatPlace(createAlarm({ place: "" }))).toBe("位置未知");
  const ofLine = createAlarm({
    kind: "accessLost",
    taskName: "",
    droneSn: "",
    place: "",
    lineName: "访问密钥 AK1",
    values: { drones: 2, droneSns: "SN1、SN2" },
  });
  expect(formatSubject(ofLine)).toBe("访问密钥 AK1");
  expect(formatPlace(ofLine)).toBe("2 架无数据：SN1、SN2");
  const ofPlatform = { taskName: "", droneSn: "", hangarName: "", place: "" };
  expect(formatPlace(createAlarm(ofPlatform))).toBe("与位置无关");
});

it("tells who has an alarm", () => {
  const at = "2026-11-25T08:01:02.000Z";
  expect(formatHandler(createAlarm())).toBe("尚无人确认");
  const acknowledged = { acknowledgedByName: "孙悦", acknowledgedAt: at };
  expect(formatHandler(createAlarm(acknowledged))).toBe("孙悦 16:01 确认");
  const shelved = {
    state: "shelved",
    shelvedByName: "孙悦",
    shelvedUntil: at,
    shelveReason: "演练",
  } as const;
  expect(formatHandler(createAlarm(shelved))).toBe("孙悦 屏蔽至 16:01：演练");
  expect(formatHandler(createAlarm({ state: "suppressed", suppressedBy: "lost" }))).toBe("因“失联”被抑制");
  const closed = { ...acknowledged, closedAt: at, closedAs: "returned", closedByName: "孙悦" } as const;
  expect(formatHandler(createAlarm(closed))).toBe("孙悦 16:01 关闭：已返航");
});

it("tells what was urgent when a link was lost, worst first", () => {
  const lost = createAlarm({ id: "1", kind: "lost", droneSn: "A" });
  const others = [
    createAlarm({ id: "2", kind: "deviceHealth", priority: "p2", droneSn: "A" }),
    createAlarm({ id: "3", kind: "forcedLanding", priority: "p1", droneSn: "A" }),
    createAlarm({ id: "4", kind: "offRoute", priority: "p3", droneSn: "A" }),
    createAlarm({ id: "5", kind: "noFlyBreach", priority: "p1", droneSn: "B" }),
    createAlarm({ id: "6", kind: "traffic", priority: "p1", droneSn: "A", state: "gone" }),
  ];
  expect(formatBeforeLoss(lost, [lost, ...others])).toBe("失联前：强制降落，设备健康");
  expect(formatBeforeLoss(lost, [lost])).toBe("");
  expect(formatBeforeLoss(others[0] ?? lost, [lost, ...others])).toBe("");
});

it("tells what the aircraft does by itself", () => {
  expect(formatOwnAction({ rcLostAction: "return", rthAltitude: 100 })).toBe("返航，返航高度 100 m");
  expect(formatOwnAction({ rcLostAction: "return", rthAltitude: null })).toBe("返航，返航高度未知");
  expect(formatOwnAction({ rcLostAction: "land", rthAltitude: 100 })).toBe("就地降落");
  expect(formatOwnAction({ rcLostAction: null, rthAltitude: 100 })).toBe("未知");
  expect(formatOwnAction(null)).toBe("未知");
});

const desk = { staffId: "7", staffName: "值班戊", scope: wholeScope };
/** A desk that watches one company; the alarm's is `9`. */
const of = (staffId: string, companyId: string) => ({
  ...desk,
  staffId,
  scope: { by: "company" as const, items: [{ id: companyId, name: "某公司" }] },
});
const cleared = { state: "cleared", clearedAt: "2026-11-25T08:01:00.000Z" } as const;
const shelvedP2 = { state: "shelved", shelvedUntil: "2026-11-25T08:20:00.000Z" } as const;
const acknowledgedP1 = {
  priority: "p1",
  state: "acknowledged",
  acknowledgedByName: "孙悦",
  acknowledgedAt: "2026-11-25T08:01:00.000Z",
} as const;

it.each([
  ["acknowledge", {}, "duty", null],
  ["acknowledge", {}, "finance", "请值班人员确认"],
  ["acknowledge", acknowledgedP1, "duty", "已由 孙悦 确认"],
  ["acknowledge", { state: "suppressed" }, "duty", "告警当前为“被抑制”，不需要确认"],
  ["acknowledge", { priority: "p1", ...cleared }, "duty", null],
  ["acknowledge", { state: "gone" }, "duty", "告警已结束"],
  ["shelve", {}, "duty", null],
  ["shelve", {}, "operator", "只有值班员和管理员可以处理"],
  ["shelve", { priority: "p1" }, "duty", "P1 告警不能屏蔽"],
  ["shelve", cleared, "duty", "告警当前为“已解除待确认”，不能这样处理"],
  ["unshelve", shelvedP2, "duty", null],
  ["unshelve", {}, "duty", "告警当前为“未确认”，不能这样处理"],
  ["close", {}, "duty", null],
  ["close", {}, "operator", "只有值班员和管理员可以处理"],
  ["contact", acknowledgedP1, "duty", null],
  ["contact", acknowledgedP1, "operator", "只有值班员和管理员可以查看完整电话"],
  ["contact", { priority: "p3" }, "duty", "仅 P1、P2 告警可以查看完整电话"],
  ["video", {}, "duty", null],
  ["video", { taskId: null }, "duty", "这条告警没有对应的任务"],
  ["locate", { lng: null }, "duty", "没有位置，无法定位"],
] as const satisfies readonly (readonly [
  Parameters<typeof getRefusal>[0],
  Partial<AlarmRow>,
  Role,
  string | null,
])[])("%s of %o by %s: %s", (act, fields, role, refusal) => {
  expect(
    getRefusal(act, createAlarm(fields), {
      id: "7",
      roles: [role],
      desks: [desk],
      isLineDown: false,
    }),
  ).toBe(refusal);
});

it.each([
  ["by who is on duty", {}, null],
  [
    "of what another desk watches",
    { desks: [of("7", "8"), { ...of("8", "9"), staffName: "孙悦" }] },
    "请值班人员确认，当前值班 孙悦",
  ],
  [
    "of what no desk watches",
    { desks: [of("7", "8")] },
    "这条告警不在任何席位的值守范围内，请先调整值守范围再确认",
  ],
  ["by somebody else", { id: "8" }, "请值班人员确认，当前值班 值班戊"],
  ["where nobody is on duty", { desks: [] }, "当前无人值班，请先接班再确认告警"],
  ["while that is not known: the server decides", { desks: undefined }, null],
  ["while the line is down", { isLineDown: true }, "实时连接中断，恢复后再确认"],
  ["by a role that is never on duty", { roles: ["operator" as const] }, "请值班人员确认"],
])("acknowledging %s", (_, fields, refusal) => {
  const viewer = {
    id: "7",
    roles: ["duty" as const],
    desks: [desk],
    isLineDown: false,
    ...fields,
  };
  expect(getRefusal("acknowledge", createAlarm(), viewer)).toBe(refusal);
  expect(refuseAcknowledging(viewer, [createAlarm()])).toBe(refusal);
  // Closing would take it from who is on duty.
  const officer = { ...viewer, roles: ["admin" as const] };
  expect(getRefusal("close", createAlarm(), officer)).toBe(refuseAcknowledging(officer, [createAlarm()]));
  expect(getRefusal("close", createAlarm(acknowledgedP1), officer)).toBeNull();
});
