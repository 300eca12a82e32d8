import { expect, test } from "vitest";
import { describeDay, sumHours } from "../../src/wall/describeDay.ts";

/** 01 to 03 o'clock of Shanghai. */
const hours = [
  { from: "2026-03-01T17:00:00.000Z", flights: 4, p1: 0, p2: 0, p3: 2, p4: 1 },
  { from: "2026-03-01T18:00:00.000Z", flights: 9, p1: 1, p2: 0, p3: 0, p4: 0 },
  { from: "2026-03-01T19:00:00.000Z", flights: 9, p1: 2, p2: 5, p3: 0, p4: 0 },
];

test("the strip in words has totals, the busiest hour, and when it was urgent", () => {
  expect(sumHours(hours, ["flights"])).toBe(22);
  expect(describeDay(hours)).toBe(
    "近 24 小时架次 22，最多 9（02 时）；告警 11 条，其中 P1 3 条（02 时 1、03 时 2），P2 5 条（03 时 5）",
  );
});

test("a day without flights and alarms says so", () => {
  const quiet = hours.map(({ from }) => ({ from, flights: 0, p1: 0, p2: 0, p3: 0, p4: 0 }));
  expect(describeDay(quiet)).toBe("近 24 小时架次 0；告警 0 条");
});
