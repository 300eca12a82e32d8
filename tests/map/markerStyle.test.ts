import { expect, test } from "vitest";
import { getMarkerStyleIndex, markerStyles } from "../../src/map/drones/data/markerStyles.ts";

/** Positions on the wire. */
const phase = { offline: 0, mission: 4, returning: 7, forcedLanding: 11 };
const link = { fresh: 0, delayed: 1, lost: 2, lastKnown: 3 };
const getStyle = (phaseAt: number, linkAt: number) => markerStyles[getMarkerStyleIndex(phaseAt, linkAt)];

test("a drone is shown by its phase while it is heard of, if late", () => {
  expect(getStyle(phase.mission, link.fresh)).toBe("mission");
  expect(getStyle(phase.returning, link.delayed)).toBe("return");
  expect(getStyle(phase.forcedLanding, link.delayed)).toBe("forced");
});

test("one that is lost is grey, whatever it did last", () => {
  expect(getStyle(phase.mission, link.lost)).toBe("stale");
  expect(getStyle(phase.forcedLanding, link.lastKnown)).toBe("stale");
  expect(getStyle(phase.offline, link.fresh)).toBe("stale");
});

test("a phase that this version does not know is grey", () => {
  expect(getStyle(250, link.fresh)).toBe("stale");
});
