import { expect, test } from "vitest";
import { lookOf, looks } from "../../src/map/drones/data/looks.ts";

/** Positions on the wire. */
const phase = { offline: 0, mission: 4, returning: 7, forcedLanding: 11 };
const link = { fresh: 0, delayed: 1, lost: 2, lastKnown: 3 };
const look = (phaseAt: number, linkAt: number) => looks[lookOf(phaseAt, linkAt)];

test("a drone is shown by its phase while it is heard of, if late", () => {
  expect(look(phase.mission, link.fresh)).toBe("mission");
  expect(look(phase.returning, link.delayed)).toBe("return");
  expect(look(phase.forcedLanding, link.delayed)).toBe("forced");
});

test("one that is lost is grey, whatever it did last", () => {
  expect(look(phase.mission, link.lost)).toBe("stale");
  expect(look(phase.forcedLanding, link.lastKnown)).toBe("stale");
  expect(look(phase.offline, link.fresh)).toBe("stale");
});

test("a phase that this version does not know is grey", () => {
  expect(look(250, link.fresh)).toBe("stale");
});
