import { expect, test } from "vitest";
import { measureRules } from "../load/measureAlarmRules.ts";

test("all rules over 2,000 drones and 2,000 zones take a small part of a second", () => {
  const { cpuPerSecond, raised } = measureRules(2_000, 2_000, 20);
  expect(raised).toBeGreaterThan(100);
  // A tenth of the drones of the bench, whose budget is 0.15 s/s; tests run without the optimising compiler.
  expect(cpuPerSecond).toBeLessThan(0.15);
});
