import { defineEnum } from "./defineEnum.ts";
import * as word from "./words.ts";

/**
 * Flight phases. Fleet frames and tracks encode a phase as its index in this list, so new ones are only appended.
 */
export const flightPhases = [
  "offline",
  "standby",
  "preparing",
  "takeoff",
  "mission",
  "manual",
  "hover",
  "returning",
  "landing",
  "landed",
  "avoiding",
  "forcedLanding",
  "unknown",
] as const;
/** Phase on the wire of a source that reports none. */
export const unknownPhaseCode = flightPhases.indexOf("unknown");
export type FlightPhase = (typeof flightPhases)[number];

export const flightPhase = defineEnum("flight_phase", {
  offline: ["离线", "gray"],
  standby: ["待机", "gray"],
  preparing: ["起飞准备", "blue"],
  takeoff: ["起飞", "blue"],
  mission: ["航线飞行", "green"],
  manual: ["手动", "violet"],
  hover: ["悬停", "teal"],
  returning: ["返航", "yellow"],
  landing: ["降落", "yellow"],
  landed: ["已降落", "gray"],
  avoiding: ["避让", "orange"],
  forcedLanding: [word.forcedLanding, "red"],
  unknown: ["未知", "gray"],
});

/** Freshness of a drone's data, relative to its own sampling period. Encoded as its index in this list. */
export const linkStates = ["fresh", "delayed", "lost", "lastKnown"] as const;
export type LinkState = (typeof linkStates)[number];

export const linkState = defineEnum("link_state", {
  fresh: ["正常", "green"],
  delayed: ["延迟", "yellow"],
  lost: [word.lost, "red"],
  lastKnown: ["最后已知", "red"],
});

/** Assumed until the period is known. */
const defaultPeriodMs = 1_000;

/** Derives the link state from the data's age and the source's period, both in ms. */
export function toLinkState(ageMs: number, periodMs: number): LinkState {
  const period = Number.isNaN(periodMs) ? defaultPeriodMs : periodMs;
  if (ageMs <= 2 * period + 1_000) return "fresh";
  if (ageMs <= Math.max(5 * period, 10_000)) return "delayed";
  return ageMs <= 60_000 ? "lost" : "lastKnown";
}

/** Kind of satellite fix. Tracks encode it as its index in this list. */
export const positionFixes = ["none", "2d", "3d", "float", "fixed"] as const;

export const positionFix = defineEnum("position_fix", {
  none: ["无定位", "red"],
  "2d": ["二维", "orange"],
  "3d": ["三维", "green"],
  float: ["RTK 浮点", "blue"],
  fixed: ["RTK 固定", "teal"],
});
