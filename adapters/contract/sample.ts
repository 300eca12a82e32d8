import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import * as f from "./fields.ts";
import { flightPhase, linkState, positionFix } from "./flight.ts";

export const rcLostActions = ["return", "hover", "land"] as const;

/** What the aircraft does by itself when it loses its remote control. */
export const rcLostAction = defineEnum("rc_lost_action", {
  return: "返航",
  hover: "悬停",
  land: "就地降落",
});

const nullableNumber = z.nullable(z.number());
const nullableInt = z.nullable(z.int());

/**
 * What one sample says about the flight, in the groups that age each by itself. Unknown is null, never 0.
 * Lengths in metres, speeds in m/s, angles in degrees from true north, shares in percent.
 */
export const sampleGroups = {
  position: {
    /** WGS-84 degrees × 10⁷. */
    lat: nullableNumber,
    lon: nullableNumber,
    /** Heights over the ellipsoid, over the take-off point, over ground. None stands in for another. */
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
    /** Seconds of flight left. */
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
    /** Warning of a manned aircraft nearby as the drone's own receiver gives it: 0 none, 4 the most urgent. */
    traffic: nullableInt,
  },
  /** Strength of the radio and of the mobile network, 0 to 5. */
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

/** All values of a sample, flat. */
export const sampleValues = z.object({
  ...sampleGroups.position,
  ...sampleGroups.attitude,
  ...sampleGroups.power,
  ...sampleGroups.navigation,
  ...sampleGroups.link,
  ...sampleGroups.task,
});
export type SampleValues = z.infer<typeof sampleValues>;

/** What is known of a flight now: the newest of each group, and since when. */
export const liveState = z.object({
  taskId: f.id,
  droneSn: z.string(),
  seq: z.int(),
  /** Drone's clock of the newest sample, UTC ms. */
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
  /** Median of the source's last gaps in ms; null before the second sample. */
  periodMs: z.nullable(z.number()),
});
export type LiveState = z.infer<typeof liveState>;
