import { describe, expect, it } from "vitest";
import { readAt } from "../../src/pages/history/strip/readings.ts";
import { buildStripOption, getPlotMargins, toAxisRange } from "../../src/pages/history/strip/stripOption.ts";
import { describeCursor, summarizeFlight } from "../../src/pages/history/strip/summarize.ts";
import { toggleHidden } from "../../src/pages/history/strip/useShownCurves.ts";
import { createStripFlight, gapBetween, tenOClock } from "./stripFlights.ts";

const at = (second: number) => tenOClock + 1000 * second;
const flight = createStripFlight(
  [
    { second: 0, height: -3, speed: 0, battery: 98 },
    { second: 1, height: 40, speed: 8.25, battery: 97 },
    { second: 60, height: 112, battery: 95 },
    { second: 61, height: 110, speed: 12, battery: 95 },
  ],
  { gaps: [gapBetween(1, 60)] },
);
const input = {
  flights: [flight],
  shown: ["height", "speed", "battery"],
  whole: gapBetween(0, 100),
  window: gapBetween(0, 50),
  zeroMs: null,
  scheme: "light",
  width: 1144,
  fontFamily: "sans-serif",
} as const;

describe("an axis", () => {
  it.each([
    ["height", { min: 0, max: 117 }, { min: 0, max: 125, interval: 25 }],
    ["height", { min: -3, max: 112 }, { min: -25, max: 125, interval: 25 }],
    ["height", { min: 20, max: 88 }, { min: 0, max: 100, interval: 20 }],
    ["height", { min: -40, max: -10 }, { min: -40, max: 0, interval: 10 }],
    ["speed", { min: 0, max: 0 }, { min: 0, max: 1, interval: 1 }],
    ["speed", { min: 0, max: 8 }, { min: 0, max: 8, interval: 2 }],
    ["speed", null, { min: 0, max: 1, interval: 1 }],
    ["battery", { min: 88, max: 90 }, { min: 0, max: 100, interval: 25 }],
  ] as const)("of %s with %j is %j", (metric, range, axis) => {
    expect(toAxisRange(metric, range)).toEqual(axis);
  });
});

describe("the chart's option", () => {
  it("has an axis for each metric, in its colour: the first left, the others right", () => {
    const { yAxis } = buildStripOption(input);
    expect(yAxis).toMatchObject([
      { name: "高度 m", position: "left", offset: 0, min: -25, max: 125, axisLabel: { color: "#1864ab" } },
      { name: "速度 m/s", position: "right", offset: 0, min: 0, max: 12.5, axisLabel: { color: "#087f5b" } },
      { name: "电量 %", position: "right", offset: 48, min: 0, max: 100, axisLabel: { color: "#a84300" } },
    ]);
    expect(getPlotMargins(3)).toEqual({ left: 48, right: 96, top: 24, bottom: 22 });
    expect(getPlotMargins(1)).toEqual({ left: 48, right: 28, top: 24, bottom: 22 });
  });

  it("has a line for each metric of a single flight, broken at its gap", () => {
    const { series } = buildStripOption({ ...input, window: input.whole });
    expect(series).toMatchObject([
      { id: "height 7-70", yAxisIndex: 0, color: "#1864ab" },
      { id: "speed 7-70", yAxisIndex: 1, color: "#087f5b" },
      { id: "battery 7-70", yAxisIndex: 2, color: "#a84300" },
    ]);
    const [height] = series as { data: [number, number][] }[];
    expect(height?.data).toEqual([
      [at(0), -3],
      [at(1), 40],
      [at(1), Number.NaN],
      [at(60), 112],
      [at(61), 110],
      [at(61), Number.NaN],
    ]);
  });

  it("has a line for each flight in its own colour", () => {
    const other = { ...flight, ref: { taskId: "8", flightId: "80" }, label: "巡检二", color: "#5f3dc4" };
    const { series, yAxis } = buildStripOption({ ...input, flights: [flight, other], shown: ["battery"] });
    expect(series).toMatchObject([
      { id: "battery 7-70", name: "巡检一", color: "#c2255c" },
      { id: "battery 8-80", name: "巡检二", color: "#5f3dc4" },
    ]);
    expect(yAxis).toMatchObject([{ name: "电量 %", position: "left" }]);
  });

  it("neither moves nor samples by itself, and zooms to the window", () => {
    const option = buildStripOption(input);
    expect(option.animation).toBe(false);
    expect(option.dataZoom).toMatchObject([{ filterMode: "none", startValue: at(0), endValue: at(50) }]);
    expect(option.xAxis).toMatchObject({ min: at(0), max: at(100) });
  });

  it("counts compared flights from their take-off", () => {
    const { xAxis, dataZoom, series } = buildStripOption({ ...input, zeroMs: at(10) });
    expect(xAxis).toMatchObject({ min: -10_000, max: 90_000 });
    expect(dataZoom).toMatchObject([{ startValue: -10_000, endValue: 40_000 }]);
    const [height] = Array.isArray(series) ? series : [];
    expect(height).toMatchObject({ data: expect.arrayContaining([[-10_000, -3]]) });
  });

  it("has lighter colours in the dark", () => {
    expect(buildStripOption({ ...input, scheme: "dark" }).yAxis).toMatchObject([
      { axisLabel: { color: "#74c0fc" } },
      { axisLabel: { color: "#63e6be" } },
      { axisLabel: { color: "#ffc078" } },
    ]);
  });
});

describe("a reading", () => {
  it("is the last sample at or before the time, never between two", () => {
    expect(readAt(flight, at(0.9))).toEqual({ height: -3, speed: 0, battery: 98 });
    expect(readAt(flight, at(1))).toEqual({ height: 40, speed: 8.25, battery: 97 });
    expect(readAt(flight, at(60))).toEqual({ height: 112, speed: Number.NaN, battery: 95 });
  });

  it("does not exist in a gap, before and after the flight", () => {
    expect(readAt(flight, at(30))).toBe("gap");
    expect(readAt(flight, at(-1))).toBe("outside");
    expect(readAt(flight, at(62))).toBe("outside");
  });

  it("follows the shift", () => {
    expect(readAt({ ...flight, shiftMs: 500_000 }, at(501))).toEqual({
      height: 40,
      speed: 8.25,
      battery: 97,
    });
  });
});

describe("the text for screen readers", () => {
  it("has the ranges of each curve and the gaps", () => {
    expect(summarizeFlight(flight)).toEqual({
      key: "7-70",
      label: "巡检一",
      times: "10:00:00 至 10:01:01",
      height: "-3.0 m 至 112.0 m（相对起飞点）",
      speed: "0.0 m/s 至 12.0 m/s",
      battery: "95 % 至 98 %",
      gaps: "1 处，共 59 秒",
    });
    expect(summarizeFlight(createStripFlight([{ second: 0 }]))).toMatchObject({
      height: "未知（相对起飞点）",
      speed: "未知",
      gaps: "无",
    });
  });

  it("shows the values at the cursor of a single flight", () => {
    expect(describeCursor([flight], at(1), null)).toBe("10:00:01，高度 40.0 m，速度 8.3 m/s，电量 97 %");
    expect(describeCursor([flight], at(60), null)).toBe("10:01:00，高度 112.0 m，速度 未知，电量 95 %");
    expect(describeCursor([flight], at(30), null)).toBe("10:00:30，数据中断");
    expect(describeCursor([flight, flight], at(1), null)).toBe("10:00:01");
    expect(describeCursor([flight, flight], at(65), at(10))).toBe("+00:55");
  });
});

describe("the legend", () => {
  it("hides and shows, but keeps the last", () => {
    expect(toggleHidden([], "a", ["a", "b"])).toEqual(["a"]);
    expect(toggleHidden(["a"], "a", ["a", "b"])).toEqual([]);
    expect(toggleHidden(["a"], "b", ["a", "b"])).toEqual(["a"]);
  });
});
