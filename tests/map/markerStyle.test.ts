import { expect, test } from "vitest";
import { dataStates, getDataState, isPositionStale } from "../../adapters/contract/droneState.ts";
import { getMarkerStyleIndex, markerColors, markerStyles } from "../../src/map/drones/data/markerStyles.ts";

/** Enum indexes on the wire. */
const phase = { offline: 0, mission: 4, returning: 7, forcedLanding: 11, unknown: 12 };
const link = { fresh: 0, delayed: 1, lost: 2, lastKnown: 3 };
const alarm = { positionLost: 1, positionJump: 2 };
const getStyle = (phaseAt: number, linkAt: number, isStale = false) =>
  markerStyles[getMarkerStyleIndex(phaseAt, linkAt, isStale)];

test("a drone with a fresh or delayed link is coloured by its phase", () => {
  expect(getStyle(phase.mission, link.fresh)).toBe("mission");
  expect(getStyle(phase.returning, link.delayed)).toBe("return");
  expect(getStyle(phase.forcedLanding, link.delayed)).toBe("forced");
});

test("a drone with a lost link is grey, whatever its phase", () => {
  expect(getStyle(phase.mission, link.lost)).toBe("stale");
  expect(getStyle(phase.forcedLanding, link.lastKnown)).toBe("stale");
  expect(getStyle(phase.offline, link.fresh)).toBe("stale");
});

test("a drone with an old position is grey although its link is fresh", () => {
  expect(getStyle(phase.mission, link.fresh, true)).toBe("stale");
});

test("an unknown phase looks in flight, never like offline, also one from a newer server", () => {
  expect(getStyle(phase.unknown, link.fresh)).toBe("unknown");
  expect(getStyle(250, link.fresh)).toBe("unknown");
  expect(getStyle(phase.unknown, link.lost)).toBe("stale");
  expect(markerColors.unknown).not.toBe(markerColors.stale);
  expect(markerColors.unknown).not.toBe(markerColors.ground);
});

test("a position is old after 10 s, or five periods of a slow source", () => {
  expect([isPositionStale(100, 1), isPositionStale(101, 1)]).toEqual([false, true]);
  expect([isPositionStale(500, 10), isPositionStale(501, 10)]).toEqual([false, true]);
});

test("lost is worse than a doubtful position, which is worse than delayed", () => {
  expect(getDataState(link.fresh, 0, false)).toBe(dataStates.fresh);
  expect(getDataState(link.delayed, 0, false)).toBe(dataStates.delayed);
  expect(getDataState(link.fresh, alarm.positionJump, false)).toBe(dataStates.position);
  expect(getDataState(link.delayed, alarm.positionLost, false)).toBe(dataStates.position);
  expect(getDataState(link.fresh, 0, true)).toBe(dataStates.position);
  expect(getDataState(link.lost, alarm.positionLost, true)).toBe(dataStates.lost);
  expect(getDataState(link.lastKnown, 0, true)).toBe(dataStates.lost);
  expect(dataStates.lost > dataStates.position && dataStates.position > dataStates.delayed).toBe(true);
});
