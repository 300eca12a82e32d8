import { describe, expect, test } from "vitest";
import type { FlightPhase } from "../../adapters/contract/flight.ts";
import { createMotion, followMotion, toPhaseClaim } from "../../adapters/contract/inTheAir.ts";

interface Reading {
  readonly phase?: FlightPhase | null;
  readonly h?: number;
  readonly v?: number;
  readonly climb?: number;
}

/** Samples, one a second; what was seen before, then so many seconds of the same. */
function follow(before: readonly Reading[], reading: Reading, seconds: number) {
  const motion = createMotion();
  const all = [...before, ...Array.from({ length: seconds }, () => reading)];
  for (const [second, { phase, h, v, climb }] of all.entries())
    followMotion(motion, 0, {
      claim: toPhaseClaim(phase),
      heightM: h ?? Number.NaN,
      speedMs: v ?? Number.NaN,
      climbMs: climb ?? Number.NaN,
      atMs: second * 1_000,
    });
  return { inAir: motion.isInAir[0] === 1, contradicted: motion.isContradicted[0] === 1 };
}

const ground: readonly Reading[] = Array.from({ length: 5 }, () => ({
  phase: "standby" as const,
  h: 0,
  v: 0,
}));
const bare: readonly Reading[] = Array.from({ length: 5 }, () => ({ h: 0, v: 0 }));
const mission: readonly Reading[] = Array.from({ length: 5 }, () => ({
  phase: "mission" as const,
  h: 60,
  v: 10,
}));
const flown: readonly Reading[] = Array.from({ length: 8 }, () => ({ h: 60, v: 10 }));
const opposed: readonly Reading[] = Array.from({ length: 8 }, () => ({
  phase: "standby" as const,
  h: 60,
  v: 10,
}));

/** Over so many seconds on from a height, with a phase of the ground. */
const slowly = (from: number, climb: number, seconds: number): readonly Reading[] =>
  Array.from({ length: seconds }, (_, second) => ({
    phase: "standby" as const,
    h: from + climb * second,
    v: 0.2,
    climb,
  }));

/** Down a valley. */
const below: readonly Reading[] = Array.from({ length: 8 }, () => ({ h: -40, v: 10 }));
const opposedBelow: readonly Reading[] = Array.from({ length: 8 }, () => ({
  phase: "standby" as const,
  h: -40,
  v: 10,
}));

type Row = readonly [
  what: string,
  before: readonly Reading[],
  reading: Reading,
  seconds: number,
  inAir: boolean,
];

describe("a drone whose source reports no phase", () => {
  test.each<Row>([
    ["hovers 5 s", bare, { h: 60, v: 0.1 }, 6, true],
    ["hovers less", bare, { h: 60, v: 0.1 }, 5, false],
    ["hovers without a speed", bare, { h: 60 }, 6, true],
    ["hovers just above 2 m", bare, { h: 2.1, v: 0 }, 6, true],
    ["stands", bare, { h: 2, v: 0 }, 60, false],
    ["is carried slowly", bare, { h: 0, v: 1 }, 60, false],
    ["moves low", bare, { h: 0.5, v: 1.1 }, 1, true],
    ["moves at an unknown height", bare, { v: 5 }, 1, true],
    ["climbs", bare, { h: 0.5, v: 0, climb: 1.1 }, 1, true],
    ["sinks at the ground", bare, { h: 0.5, v: 0, climb: -1.1 }, 60, false],
    ["says nothing at all", bare, {}, 60, false],
    ["comes to rest", flown, { h: 0.5, v: 0.2 }, 1, false],
    ["rests without a speed", flown, { h: 0.5 }, 1, false],
    ["flies low", flown, { h: 1.5, v: 5 }, 1, true],
    ["says nothing any more", flown, {}, 60, true],
    ["flies far below its take-off", bare, { h: -40, v: 5 }, 1, true],
    ["sinks far below its take-off", bare, { h: -40, v: 0, climb: -1.1 }, 1, true],
    ["was switched on far below its take-off", bare, { h: -40, v: 0 }, 60, false],
    ["hovers far below its take-off", below, { h: -40, v: 0.5 }, 60, true],
    ["rests far below its take-off", below, { h: -40, v: 0.5 }, 61, false],
    ["rests there without a speed", below, { h: -40 }, 61, false],
    ["rests there and says no height", [...below, { h: -40, v: 0 }], { v: 0 }, 90, true],
    ["sinks slowly far below its take-off", below, { h: -40, v: 5, climb: -0.5 }, 90, true],
    ["rests as low as a barometer drifts", below, { h: -5, v: 0 }, 1, false],
    ["says unknown", bare, { phase: "unknown", h: 60, v: 0.1 }, 6, true],
  ])("%s", (_what, before, reading, seconds, inAir) => {
    expect(follow(before, reading, seconds)).toEqual({ inAir, contradicted: false });
  });
});

describe("a drone whose phase says that it is on the ground", () => {
  type ClaimRow = readonly [...Row, contradicted: boolean];
  test.each<ClaimRow>([
    ["stands", ground, { phase: "standby", h: 0, v: 0 }, 60, false, false],
    ["stands on a roof", ground, { phase: "landed", h: 40, v: 0.2 }, 60, false, false],
    ["is carried by a car", ground, { phase: "standby", h: 0, v: 20 }, 60, false, false],
    ["flies for 5 s", ground, { phase: "standby", h: 100, v: 15 }, 6, true, true],
    ["flies for less", ground, { phase: "standby", h: 100, v: 15 }, 5, false, false],
    ["climbs for 5 s", ground, { phase: "preparing", h: 30, v: 0, climb: 4 }, 6, true, true],
    ["sinks for 5 s", ground, { phase: "landed", h: 30, v: 0, climb: -4 }, 6, true, true],
    ["flies on", mission, { phase: "offline", h: 60, v: 10 }, 1, true, false],
    ["flies on for 5 s", mission, { phase: "standby", h: 60, v: 10 }, 6, true, true],
    ["has landed", mission, { phase: "landed", h: 0, v: 0 }, 1, false, false],
    ["has landed on a roof", mission, { phase: "landed", h: 40, v: 0 }, 1, false, false],
    ["was wrong, and hovers", opposed, { phase: "standby", h: 60, v: 0 }, 60, true, true],
    ["was wrong, and has come down", opposed, { phase: "standby", h: 1, v: 0.5 }, 1, false, false],
    ["flies 5 s far below its take-off", ground, { phase: "standby", h: -40, v: 15 }, 6, true, true],
    ["flies on far below its take-off", mission, { phase: "landed", h: -40, v: 15 }, 1, true, false],
    ["sinks for 5 s far below", ground, { phase: "landed", h: -30, v: 0, climb: -4 }, 6, true, true],
    ["drives off somewhat below", ground, { phase: "landed", h: -10, v: 15 }, 60, false, false],
    ["has landed far below", mission, { phase: "landed", h: -40, v: 0.5 }, 1, false, false],
    ["was wrong, and hovers below", opposedBelow, { phase: "standby", h: -40, v: 0 }, 60, true, true],
    ["was wrong, and rests below", opposedBelow, { phase: "standby", h: -40, v: 0 }, 61, false, false],
    [
      "climbs slowly from where it stood",
      slowly(0, 0.5, 40),
      { phase: "standby", h: 20, v: 0.2 },
      1,
      true,
      true,
    ],
    [
      "climbs slowly, and then hovers",
      slowly(0, 0.3, 100),
      { phase: "standby", h: 30, v: 0 },
      600,
      true,
      true,
    ],
    ["sinks slowly from high up", slowly(60, -0.5, 40), { phase: "standby", h: 40, v: 0.2 }, 1, true, true],
    ["climbs slowly for less", slowly(0, 0.5, 24), { phase: "standby", h: 12, v: 0.2 }, 1, false, false],
    [
      "stands on a roof in a storm",
      slowly(40, 0.02, 3_600),
      { phase: "standby", h: 112, v: 0 },
      60,
      false,
      false,
    ],
    [
      "stands, and its height is set to another zero",
      ground,
      { phase: "standby", h: 430, v: 0 },
      60,
      false,
      false,
    ],
    ["was wrong, and says nothing else", opposed, { phase: "standby" }, 60, true, true],
  ])("%s", (_what, before, reading, seconds, inAir, contradicted) => {
    expect(follow(before, reading, seconds)).toEqual({ inAir, contradicted });
  });
});

test("a drone that sinks slowly, whose height alone tells it, does not rest", () => {
  const sinking = Array.from({ length: 120 }, (_, second) => ({ h: -40 - second * 0.5, v: 0 }));
  expect(follow(below, { h: -100, v: 0 }, 0).inAir).toBe(true);
  expect(follow([...below, ...sinking], { h: -100, v: 0 }, 59).inAir).toBe(true);
  expect(follow([...below, ...sinking], { h: -100, v: 0 }, 61).inAir).toBe(false);
});

test.each<FlightPhase>([
  "takeoff",
  "mission",
  "manual",
  "hover",
  "returning",
  "landing",
  "avoiding",
  "forcedLanding",
])("a drone in phase %s flies, whatever else it says, and its phase is right", (phase) => {
  for (const before of [bare, ground, opposed, opposedBelow])
    for (const [h, seconds] of [
      [0, 1],
      [-40, 90],
    ] as const)
      expect(follow(before, { phase, h, v: 0 }, seconds)).toEqual({ inAir: true, contradicted: false });
});
