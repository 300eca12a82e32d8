import { describe, expect, test } from "vitest";
import { getTimeTicks, toCurvePath } from "../../src/pages/history/report/curve.ts";
import { getRange } from "../../src/pages/history/valueRange.ts";

const createSource = (times: readonly number[], breaks: readonly number[] = []) => ({
  times: Float64Array.from(times),
  breaks: Uint8Array.from(times, (_, index) => (breaks.includes(index) ? 1 : 0)),
  startMs: times[0] ?? 0,
  endMs: times.at(-1) ?? 0,
});
const box = { width: 100, height: 50 };
const range = { min: 0, max: 10 };
const draw = (times: readonly number[], values: readonly number[], breaks?: readonly number[]) =>
  toCurvePath(createSource(times, breaks), Float64Array.from(values), range, box);

test("the range leaves out what is unknown", () => {
  expect(getRange(Float64Array.of(Number.NaN, 3, -1, Number.NaN))).toEqual({ min: -1, max: 3 });
  expect(getRange(Float64Array.of(Number.NaN))).toBeNull();
});

test("a curve goes from sample to sample, its top is the greatest value", () => {
  expect(draw([0, 50, 100], [0, 10, 5])).toBe("M0.0 50.0L50.0 0.0L100.0 25.0");
});

test("nothing is drawn over a hole or an unknown value", () => {
  expect(draw([0, 25, 75, 100], [0, 0, 10, 10], [1])).toBe("M0.0 50.0L25.0 50.0M75.0 0.0L100.0 0.0");
  expect(draw([0, 25, 50, 100], [0, Number.NaN, 10, 10])).toBe("M0.0 50.0M50.0 0.0L100.0 0.0");
});

test("a peak between many samples of one place remains", () => {
  const times = Array.from({ length: 1_001 }, (_, index) => index);
  const values = times.map((time) => (time === 503 ? 10 : 5));
  expect(draw(times, values)).toContain("L50.0 25.0L50.0 0.0L50.0 25.0");
});

test("one value alone lies in the middle of its range", () => {
  expect(toCurvePath(createSource([7]), Float64Array.of(4), { min: 4, max: 4 }, box)).toBe("M0.0 25.0");
});

describe("times of the axis", () => {
  const toTicks = (start: string, end: string) =>
    getTimeTicks({ startMs: Date.parse(start), endMs: Date.parse(end) }).map((at) =>
      new Date(at).toISOString().slice(11, 19),
    );

  test("are round", () => {
    expect(toTicks("2026-11-20T01:02:33Z", "2026-11-20T01:27:12Z")).toEqual([
      "01:05:00",
      "01:10:00",
      "01:15:00",
      "01:20:00",
      "01:25:00",
    ]);
  });

  test("of half a minute are seconds, of a day hours of China's clock", () => {
    expect(toTicks("2026-11-20T01:00:01Z", "2026-11-20T01:00:29Z")).toEqual([
      "01:00:05",
      "01:00:10",
      "01:00:15",
      "01:00:20",
      "01:00:25",
    ]);
    expect(toTicks("2026-11-20T00:00:00Z", "2026-11-20T20:00:00Z")).toEqual([
      "00:00:00",
      "04:00:00",
      "08:00:00",
      "12:00:00",
      "16:00:00",
      "20:00:00",
    ]);
  });
});
