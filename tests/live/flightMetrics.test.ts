import { expect, test } from "vitest";
import { formatPhase } from "../../src/live/formatFlight.ts";

test.each([
  [null, "阶段未知"],
  ["unknown", "阶段未知"],
  ["mission", "航线飞行"],
] as const)("the phase %s is called %s, in the list and in the panel", (phase, text) => {
  expect(formatPhase(phase)).toBe(text);
});
