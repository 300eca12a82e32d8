import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import * as f from "./fields.ts";
import { flightPhase, linkState, positionFix } from "./flight.ts";
import * as word from "./words.ts";

export const rcLostActions = ["return", "hover", "land"] as const;

/** Automatic reaction when the aircraft loses its remote control. */
export const rcLostAction = defineEnum("rc_lost_action", {
  return: "返航",
  hover: "悬停",
  land: "就地降落",
});

const nullableNumber = z.nullable(z.number());
const nullableInt = z.nullable(z.int());

/**
 * Values of a sample, in groups that age independently. Unknown is null, never 0.
 * Lengths in metres, speeds in m/s, angles in degrees from true north, ratios in percent.
 */
export const sampleGroups = {
  position: {
    /** WGS-84 degrees × 10⁷. */
    lat: nullableNumber,
    lon: nullableNumber,
    /** Heights above the ellipsoid, above the take-off point, above ground. Never substitute one for another. */
    hEll: nullableNumber,
    hRel: nullableNumber,
    hAgl: nullableNumber,
    vH: nullableNumber,
    vV: nullableNumber,
    fix: z.nullable(positionFix.schema),
    sats: nullableInt,
  },
  attitude: { heading: nullableNumber, pitch: nullableNumber, roll: nullableNumber },
  power: {
    batPct: nullableNumber,
    /** Remaining flight time in seconds. */
    tRemain: nullableNumber,
    rthPct: nullableNumber,
    landPct: nullableNumber,
  },
  navigation: {
    homeDist: nullableNumber,
    homeLat: nullableNumber,
    homeLon: nullableNumber,
    rcLostAction: z.nullable(rcLostAction.schema),
    rthAltitude: nullableNumber,
    wind: nullableNumber,
    windDir: nullableNumber,
    /** Warning level of the drone's receiver for manned aircraft nearby: 0 none, 4 most urgent. */
    traffic: nullableInt,
  },
  /** Signal strength of the radio and of the mobile network, 0 to 5. */
  link: { sdr: nullableInt, g4: nullableInt },
  task: {
    phase: z.nullable(flightPhase.schema),
    modeReason: z.nullable(z.string().check(z.maxLength(60), f.printable)),
    wp: nullableInt,
    wpTotal: nullableInt,
    pct: nullableNumber,
  },
} as const;

export const sampleGroupNames = ["position", "attitude", "power", "navigation", "link", "task"] as const;
export type SampleGroup = (typeof sampleGroupNames)[number];

/** All values of a sample, without groups. */
export const sampleValues = z.object({
  ...sampleGroups.position,
  ...sampleGroups.attitude,
  ...sampleGroups.power,
  ...sampleGroups.navigation,
  ...sampleGroups.link,
  ...sampleGroups.task,
});
export type SampleValues = z.infer<typeof sampleValues>;

/** What the numeric values of a sample are called. */
export const sampleField = defineEnum("sample_field", {
  lat: "纬度",
  lon: "经度",
  hEll: "椭球高",
  hRel: "相对起飞点高度",
  hAgl: "离地高度",
  vH: "地速",
  vV: "升降速度",
  fix: word.fix,
  sats: "卫星数",
  heading: "航向",
  pitch: "俯仰",
  roll: "横滚",
  batPct: "电量",
  tRemain: "剩余飞行时间",
  rthPct: "返航所需电量",
  landPct: "迫降电量",
  homeDist: "距返航点距离",
  homeLat: "返航点纬度",
  homeLon: "返航点经度",
  rcLostAction: "失控动作",
  rthAltitude: "返航高度",
  wind: "风速",
  windDir: "风向",
  traffic: "有人机告警",
  sdr: "图传信号",
  g4: "4G 信号",
  phase: "阶段",
  wp: "航点",
  wpTotal: "航点总数",
  pct: "任务进度",
});

/** Last known state of a flight: the newest values of each group, with their times. */
export const liveState = z.object({
  taskId: f.id,
  droneSn: z.string(),
  seq: z.int(),
  /** Time of the newest sample by the drone's clock, UTC ms. */
  tSrc: z.number(),
  ...sampleValues.shape,
  /** Server's time of each group's last value, UTC ms; null where it never was sent. Ages are counted from here. */
  groupAt: z.object({
    position: z.nullable(z.number()),
    attitude: z.nullable(z.number()),
    power: z.nullable(z.number()),
    navigation: z.nullable(z.number()),
    link: z.nullable(z.number()),
    task: z.nullable(z.number()),
  }),
  /** Server's time minus the drone's, median of the last 20 batches: a drone's clock may be hours off. */
  clockOffsetMs: z.number(),
  linkState: linkState.schema,
  /** Bits of `frameAlarms`. */
  alarms: z.int(),
  /** Median of the last intervals between samples in ms; null before the second sample. */
  periodMs: z.nullable(z.number()),
});
export type LiveState = z.infer<typeof liveState>;
