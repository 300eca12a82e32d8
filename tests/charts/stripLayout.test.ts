import { describe, expect, it } from "vitest";
import { layoutBars } from "../../src/pages/history/strip/barLayout.ts";
import { estimateLabelWidth, layoutEvents } from "../../src/pages/history/strip/eventLayout.ts";
import { layoutGaps } from "../../src/pages/history/strip/gapAreas.ts";
import {
  clampWindow,
  createTimeScale,
  formatAxisTime,
  turnPage,
  zoomWindow,
} from "../../src/pages/history/strip/timeScale.ts";
import { createStripFlight, gapBetween, tenOClock } from "./stripFlights.ts";

/** 100 s on 100 px that begin at 50: second 0 is at 50, second 100 at 150. */
const whole = gapBetween(0, 100);
const scale = createTimeScale(whole, 50, 100);
const at = (second: number) => tenOClock + 1000 * second;

describe("time and pixel", () => {
  it("convert into each other", () => {
    expect(scale.toPixel(at(0))).toBe(50);
    expect(scale.toPixel(at(25))).toBe(75);
    expect(scale.toTime(75)).toBe(at(25));
  });

  it("end at the window's edges", () => {
    expect(scale.toTime(0)).toBe(at(0));
    expect(scale.toTime(1000)).toBe(at(100));
  });

  it("stay finite without width", () => {
    expect(createTimeScale({ fromMs: 5, toMs: 5 }, 0, 0).toTime(3)).toBe(5);
  });
});

describe("the window", () => {
  it("zooms around a time, which keeps its place", () => {
    // Second 40 stands at two fifths before and after.
    expect(zoomWindow(whole, 0.5, at(40), whole)).toEqual(gapBetween(20, 70));
  });

  it("neither leaves the whole nor falls below 10 s", () => {
    expect(zoomWindow(gapBetween(20, 70), 4, at(40), whole)).toEqual(whole);
    expect(zoomWindow(gapBetween(40, 56), 0.5, at(40), whole)).toEqual(gapBetween(40, 50));
    expect(clampWindow(gapBetween(95, 115), whole)).toEqual(gapBetween(80, 100));
    expect(clampWindow(gapBetween(-5, 15), whole)).toEqual(gapBetween(0, 20));
    expect(clampWindow(gapBetween(0, 3), gapBetween(0, 4))).toEqual(gapBetween(0, 4));
  });

  it("turns the page to a time a tenth after its beginning", () => {
    expect(turnPage(gapBetween(0, 20), at(21), whole)).toEqual(gapBetween(19, 39));
    expect(turnPage(gapBetween(0, 20), at(95), whole)).toEqual(gapBetween(80, 100));
  });
});

describe("a time of the axis", () => {
  const second = 1_000;
  it.each([
    ["10:00:30", 30, 60, null],
    ["10:00", 30, 3_600, null],
    // The second flight is on the next day.
    ["11-02 10:00", 30, 86_400, null],
    ["+00:20", 30, 60, 10],
    ["−00:10", 0, 60, 10],
    ["+1:00:00", 3_610, 86_400, 10],
  ])("is %s at second %d of %d, counted from %s", (label, seconds, spanS, zeroS) => {
    const window = { fromMs: tenOClock, toMs: tenOClock + spanS * second };
    expect(formatAxisTime(at(seconds), window, zeroS === null ? null : at(zeroS))).toBe(label);
  });
});

describe("gaps", () => {
  const flight = createStripFlight([{ second: 0 }, { second: 100 }], {
    gaps: [gapBetween(10, 30), gapBetween(60, 60.5)],
  });

  it("are areas as high as the plot, at least 2 px wide", () => {
    expect(layoutGaps([flight], whole, scale)).toEqual([
      {
        key: `7-70-${at(10)}`,
        left: 60,
        width: 20,
        top: 0,
        height: 100,
        color: "#c2255c",
        title: "巡检一：数据中断 20 秒",
      },
      {
        key: `7-70-${at(60)}`,
        left: 110,
        width: 2,
        top: 0,
        height: 100,
        color: "#c2255c",
        title: "巡检一：数据中断 0.5 秒",
      },
    ]);
  });

  it("of the platform's own outages have their colour and word", () => {
    const gaps = [{ ...gapBetween(10, 30), isPlatform: true }];
    expect(layoutGaps([{ ...flight, gaps }], whole, scale)).toMatchObject([
      { color: "#7950f2", title: "巡检一：平台中断 20 秒" },
    ]);
  });

  it("of two flights share the height, and follow the shift", () => {
    const other = createStripFlight([{ second: 0 }], {
      ref: { taskId: "8", flightId: "80" },
      shiftMs: 5000,
      gaps: [gapBetween(0, 20), gapBetween(50, 200)],
    });
    expect(
      layoutGaps([flight, other], whole, scale).map(({ left, width, top, height }) => [
        left,
        width,
        top,
        height,
      ]),
    ).toEqual([
      [60, 20, 0, 50],
      [110, 2, 0, 50],
      [55, 20, 50, 50],
      // From second 55 to beyond the window.
      [105, 45, 50, 50],
    ]);
  });

  it("outside the window are left out", () => {
    const window = gapBetween(40, 50);
    expect(layoutGaps([flight], window, createTimeScale(window, 50, 100))).toEqual([]);
  });
});

describe("events", () => {
  const withEvents = (...events: readonly (readonly [second: number, label: string, kind: string])[]) =>
    createStripFlight([{ second: 0 }], {
      events: events.map(([second, label, kind]) => ({ atMs: at(second), label, kind })),
    });
  const space = { left: 50, right: 150, rows: 2 };
  const place = (flight: ReturnType<typeof withEvents>) =>
    layoutEvents([flight], whole, scale, space).map(({ x, shape, label }) => [
      x,
      shape,
      label && `${label.text} ${label.left}+${label.row}`,
    ]);

  it("have a shape by kind", () => {
    const kinds = ["started", "flightEnded", "photo", "link", "phase"];
    const flight = withEvents(...kinds.map((kind, index) => [index * 20, "", kind] as const));
    expect(place(flight).map(([, shape]) => shape)).toEqual([
      "triangle",
      "square",
      "circle",
      "cross",
      "diamond",
    ]);
  });

  it("are widest in Chinese", () => {
    expect(estimateLabelWidth("拍照 3")).toBe(38);
  });

  it("have labels that do not overlap: the second row, then none", () => {
    // Each label is 24 px wide and keeps 8 px free.
    expect(place(withEvents([10, "起飞", "started"], [25, "拍照", "photo"], [38, "悬停", "phase"]))).toEqual([
      [60, "triangle", "起飞 54+0"],
      [75, "circle", "拍照 69+1"],
      [88, "diamond", null],
    ]);
    expect(place(withEvents([10, "起飞", "started"], [42, "拍照", "photo"]))).toEqual([
      [60, "triangle", "起飞 54+0"],
      [92, "circle", "拍照 86+0"],
    ]);
  });

  it("at the right edge have their label inside the plot", () => {
    expect(place(withEvents([100, "任务结束", "ended"]))).toEqual([[150, "square", "任务结束 102+0"]]);
  });

  it("too long for the plot have no label", () => {
    expect(place(withEvents([50, "一二三四五六七八九十", "phase"]))).toEqual([[100, "diamond", null]]);
  });

  it("closer than a tick share one, which names all with their own times", () => {
    const [mark] = layoutEvents(
      [withEvents([10, "拍照", "photo"], [15, "拍照", "photo"], [21, "降落", "phase"])],
      whole,
      scale,
      space,
    );
    expect(mark?.label?.text).toBe("拍照 等 3 项");
    expect(mark?.title).toBe("10:00:10 拍照\n10:00:15 拍照\n10:00:21 降落");
    expect(mark?.ms).toBe(at(10));
  });

  it("of compared flights are at the shifted time, but show their own", () => {
    const second = createStripFlight([{ second: 0 }], {
      ref: { taskId: "8", flightId: "80" },
      label: "巡检二",
      shiftMs: -30_000,
      events: [{ atMs: at(70), label: "拍照", kind: "photo" }],
    });
    const marks = layoutEvents([withEvents(), second], whole, scale, space);
    expect(marks.map(({ ms, x, title }) => [ms, x, title])).toEqual([[at(40), 90, "10:01:10 巡检二 拍照"]]);
  });
});

describe("videos", () => {
  const flight = createStripFlight([{ second: 0 }], { shiftMs: 10_000 });
  const video = (from: number, to: number, label: string, flightId = "70") => ({
    ...gapBetween(from, to),
    flightId,
    label,
  });
  const place = (videos: readonly ReturnType<typeof video>[], window = whole) =>
    layoutBars(videos, [flight], window, createTimeScale(window, 50, 100)).map(
      ({ label, left, width, row }) => `${label} ${left}+${width} ${row}`,
    );

  it("are bars of their flight, shifted with it; those at the same time are in different rows", () => {
    expect(place([video(10, 50, "广角"), video(20, 30, "变焦"), video(60, 200, "红外")])).toEqual([
      "广角 70+40 0",
      "变焦 80+10 1",
      "红外 120+30 0",
    ]);
  });

  it("of other flights, and outside the window, are left out", () => {
    expect(place([video(10, 50, "广角", "71")])).toEqual([]);
    expect(place([video(10, 50, "广角"), video(20, 90, "变焦")], gapBetween(70, 80))).toEqual([
      "变焦 50+100 1",
    ]);
  });
});
