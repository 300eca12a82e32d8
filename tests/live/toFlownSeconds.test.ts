import { expect, test } from "vitest";
import { toFlownSeconds } from "../../server/telemetry/flights/toFlownSeconds.ts";

// A flight of 100 s, which may have been recognised 60 s late.
const flight = { startedAt: 1_000_000, endedAt: 1_100_000 };

test.each([
  [51_400, 51],
  [160_000, 160],
  [1_806_000_000_000, 160],
  [-2_000, 0],
])("%d ms flown are %d s, within what start and end allow", (flownMs, seconds) => {
  expect(toFlownSeconds(flownMs, flight)).toBe(seconds);
});

test("a flight whose end lies before its start has the time of its recognition at most", () => {
  expect(toFlownSeconds(90_000, { startedAt: 1_100_000, endedAt: 1_000_000 })).toBe(60);
});
