import type { AlarmKind, AlarmPriority } from "./alarm.ts";
import type { AlarmThreshold } from "./alarmRule.ts";
import { screenSilentS } from "./screen.ts";
import * as word from "./words.ts";

type Threshold = Omit<AlarmThreshold, "name">;

const threshold = (label: string, unit: string, initial: number, min: number, max: number): Threshold => ({
  label,
  unit,
  initial,
  min,
  max,
});

const breach = {
  samples: threshold("区内样本数", "个", 2, 1, 10),
  clearM: threshold("离开边界后解除", "米", 10, 5, 200),
};

/** The thresholds of each kind by name; a rule without any depends on facts alone. */
export const thresholdTable = {
  noFlyBreach: breach,
  temporaryBreach: breach,
  approaching: {
    timeS: threshold("预计到达边界的时间短于", "秒", 30, 5, 120),
    distanceM: threshold("靠近边界且距离小于", "米", 50, 0, 1_000),
    clearTimeS: threshold("预计时间长于此值解除", "秒", 40, 5, 240),
    clearDistanceM: threshold("距离大于此值解除", "米", 60, 0, 2_000),
  },
  limitedEntry: { clearM: threshold("离开边界后解除", "米", 10, 5, 200) },
  warningEntry: { clearM: threshold("离开边界后解除", "米", 10, 5, 200) },
  fenceExit: { clearM: threshold("回到边界内后解除", "米", 10, 5, 200) },
  tooHigh: {
    microM: threshold("微型限高", "米", 50, 10, 500),
    limitM: threshold("其他机型限高", "米", 120, 10, 1_000),
    unknownMarginM: threshold("真高未知时提前", "米", 10, 0, 100),
    clearM: threshold("低于限高后解除", "米", 5, 1, 100),
  },
  outsidePermit: {},
  noPermit: {},
  lost: { urgentAfterS: threshold("失联后升级为紧急", "秒", 30, 0, 600) },
  delayed: {},
  batteryLow: {
    pct: threshold("电量不高于", "%", 25, 5, 80),
    clearPct: threshold("回升后解除", "%", 3, 1, 20),
  },
  batteryCritical: {
    pct: threshold("电量不高于", "%", 10, 1, 50),
    clearPct: threshold("回升后解除", "%", 3, 1, 20),
  },
  batteryReturn: {
    marginPct: threshold("返航所需电量之上", "%", 3, 0, 30),
    urgentAfterS: threshold("电量不够且未返航升级为紧急", "秒", 10, 0, 120),
    clearPct: threshold("回升后解除", "%", 5, 1, 20),
  },
  autoReturn: {},
  forcedLanding: {},
  traffic: {
    urgentLevel: threshold("紧急的接近等级", "级", 3, 1, 4),
    level: threshold("提示的接近等级", "级", 1, 1, 4),
  },
  proximity: {
    urgentM: threshold("紧急距离", "米", 15, 2, 200),
    distanceM: threshold("提示距离", "米", 50, 5, 500),
    clearM: threshold("拉开后解除", "米", 20, 5, 200),
  },
  offRoute: {
    distanceM: threshold("偏离航线", "米", 30, 5, 1_000),
    clearM: threshold("偏离小于此值解除", "米", 20, 1, 1_000),
  },
  positionLost: {},
  positionJump: {},
  deviceHealth: { level: threshold("设备告警等级不低于（0 通知，1 提醒，2 警告）", "级", 0, 0, 2) },
  taskFailed: {},
  taskStalled: { afterS: threshold("进度不变", "秒", 120, 10, 3_600) },
  hangarFault: {},
  weather: {
    windMs: threshold("风速超过", "米/秒", 12, 1, 50),
    rainMmH: threshold("雨量超过", "毫米/小时", 8, 0, 200),
    clearMs: threshold("风速回落后解除", "米/秒", 2, 0, 20),
  },
  accessLost: {},
  platformLost: {},
  unattended: {},
  screenLost: {
    silentS: threshold("超过此时间没有上报", "秒", screenSilentS, 60, 3_600),
    sms: { ...threshold("短信通知运维", "", 0, 0, 1), isSwitch: true },
  },
  screenDiffers: {},
} as const satisfies Readonly<Record<AlarmKind, Readonly<Record<string, Threshold>>>>;

/** The values of a kind's thresholds by name. */
export type Thresholds<K extends AlarmKind> = Readonly<Record<keyof (typeof thresholdTable)[K], number>>;

/** The thresholds of each kind in the order of its form. Seam: the keys are the kinds, which `fromEntries` loses. */
export const alarmThresholds = Object.fromEntries(
  Object.entries(thresholdTable).map(([kind, table]) => [
    kind,
    Object.entries<Threshold>(table).map(([name, fields]): AlarmThreshold => ({ name, ...fields })),
  ]),
) as unknown as Readonly<Record<AlarmKind, readonly AlarmThreshold[]>>;

/** What a rule is without anybody's changes, besides its thresholds. */
interface RuleDefaults {
  readonly priority: AlarmPriority;
  readonly onDelayMs: number;
  readonly offDelayMs: number;
}

const usual = { onDelayMs: 2_000, offDelayMs: 5_000 };
/** Of facts that have delays of their own. */
const atOnce = { onDelayMs: 0, offDelayMs: 0 };

/**
 * The general rule of each kind. Where a kind has a second priority, this is its usual one: 失联 and 返航电量不足 become
 * one more urgent after a while, 有人机接近 is two and 两机过近 one less urgent further away, 超高 one less urgent
 * where the height above ground is not known.
 */
export const alarmRuleDefaults: Readonly<Record<AlarmKind, RuleDefaults>> = {
  noFlyBreach: { priority: "p1", onDelayMs: 0, offDelayMs: 5_000 },
  temporaryBreach: { priority: "p1", onDelayMs: 0, offDelayMs: 5_000 },
  approaching: { priority: "p2", ...usual },
  limitedEntry: { priority: "p2", ...usual },
  warningEntry: { priority: "p3", ...usual },
  fenceExit: { priority: "p1", ...usual },
  tooHigh: { priority: "p2", ...usual },
  outsidePermit: { priority: "p2", ...usual },
  noPermit: { priority: "p1", ...usual },
  lost: { priority: "p2", ...usual },
  delayed: { priority: "p3", onDelayMs: 5_000, offDelayMs: 5_000 },
  batteryLow: { priority: "p2", ...usual },
  batteryCritical: { priority: "p1", ...usual },
  batteryReturn: { priority: "p2", ...usual },
  autoReturn: { priority: "p2", ...usual },
  forcedLanding: { priority: "p1", ...usual },
  traffic: { priority: "p1", ...usual },
  proximity: { priority: "p1", ...usual },
  offRoute: { priority: "p3", onDelayMs: 5_000, offDelayMs: 5_000 },
  positionLost: { priority: "p2", ...atOnce },
  positionJump: { priority: "p3", ...atOnce },
  deviceHealth: { priority: "p2", ...usual },
  taskFailed: { priority: "p2", ...atOnce },
  taskStalled: { priority: "p3", ...atOnce },
  hangarFault: { priority: "p2", ...usual },
  weather: { priority: "p3", ...usual },
  accessLost: { priority: "p1", onDelayMs: 0, offDelayMs: 5_000 },
  platformLost: { priority: "p1", onDelayMs: 15_000, offDelayMs: 0 },
  unattended: { priority: "p2", onDelayMs: 60_000, offDelayMs: 0 },
  screenLost: { priority: "p3", ...atOnce },
  screenDiffers: { priority: "p2", ...atOnce },
};

/** What each kind is with its initial thresholds, by name. */
export const getInitialThresholds = (kind: AlarmKind): Record<string, number> =>
  Object.fromEntries(alarmThresholds[kind].map(({ name, initial }) => [name, initial]));

/** A threshold with its value in words. */
export const formatThreshold = ({ label, unit, isSwitch }: AlarmThreshold, value: number): string =>
  isSwitch ? `${label} ${value === 1 ? word.yes : word.no}` : `${label} ${value} ${unit}`;

/** Kinds without a rule that anybody could change: the platform watches the lines to itself. */
export const kindsWithoutRule: readonly AlarmKind[] = ["accessLost", "platformLost"];

/** Pairs of thresholds of a kind of which the first may not be greater than the second. */
export const thresholdOrders: Readonly<Partial<Record<AlarmKind, readonly (readonly [string, string])[]>>> = {
  approaching: [
    ["timeS", "clearTimeS"],
    ["distanceM", "clearDistanceM"],
  ],
  traffic: [["level", "urgentLevel"]],
  proximity: [["urgentM", "distanceM"]],
  offRoute: [["clearM", "distanceM"]],
  weather: [["clearMs", "windMs"]],
};
