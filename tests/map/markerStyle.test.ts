import { expect, test } from "vitest";
import { getMarkerStyleIndex, markerStyles } from "../../src/map/drones/data/markerStyles.ts";

/** Enum indexes on the wire. */
const phase = { offline: 0, mission: 4, returning: 7, forcedLanding: 11 };
const link = { fresh: 0, delayed: 1, lost: 2, lastKnown: 3 };
const getStyle = (phaseAt: number, linkAt: number) => markerStyles[getMarkerStyleIndex(phaseAt, linkAt)];

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

test("an unknown phase is grey", () => {
  expect(getStyle(250, link.fresh)).toBe("stale");
});
