import { expect, it } from "vitest";
import { alarmLevels, getAlarmLevel } from "../../adapters/contract/droneState.ts";

// Bits of docs/wire-format.md.
it.each([
  [0, null],
  [1 | 2, null],
  [4, ["p1", false]],
  [4 | 8 | 32 | 255, ["p1", false]],
  [32 | 8, ["p1", true]],
  [8 | 16, ["p2", false]],
  [64 | 16, ["p2", true]],
  [16 | 128, ["p3", false]],
  [128, ["p3", true]],
])("finds the worst alarm of the bits %i", (bits, expected) => {
  const level = alarmLevels[getAlarmLevel(bits)];
  expect(level ? [level.priority, level.isAcknowledged] : null).toEqual(expected);
});
