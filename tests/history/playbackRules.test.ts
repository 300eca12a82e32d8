import { describe, expect, test } from "vitest";
import { flightPhases } from "../../adapters/contract/flight.ts";
import { findTrackGaps } from "../../adapters/contract/trackGaps.ts";
import { getMediaTime, getNextRate, getZeroMs, isFarApart } from "../../machines/playbackClock.ts";
import { findNearest } from "../../src/map/tracks/findNearest.ts";
import { getTrackPadding } from "../../src/map/tracks/fitTracks.ts";
import { toFlightEvents } from "../../src/pages/history/playback/flightEvents.ts";
import { formatDuration, formatElapsed } from "../../src/pages/history/playback/formatDuration.ts";
import { toKeyAction } from "../../src/pages/history/playback/playbackKeys.ts";
import { parsePlaybackAddress, toPlaybackParams } from "../../src/pages/history/playback/playbackQuery.ts";
import { findNextStart } from "../../src/pages/history/playback/shownFlight.ts";
import { createTrack, isAloftAtEnd } from "../../src/pages/history/playback/track.ts";
import {
  getHoleLink,
  getValueRange,
  toColoredRuns,
  toScaleColor,
} from "../../src/pages/history/playback/trackColors.ts";
import { createSource, type TestSample } from "./trackBytes.ts";

test("the clock runs by its rate, and stops at both ends", () => {
  const clock = {
    anchor: { mediaMs: 5_000, wallMs: 100 },
    rate: 4,
    range: { fromMs: 0, toMs: 9_000 },
  } as const;
  expect([100, 600, 1_100, 9_999].map((now) => getMediaTime(clock, true, now))).toEqual([
    5_000, 7_000, 9_000, 9_000,
  ]);
  expect(getMediaTime(clock, false, 9_999)).toBe(5_000);
});

test("the rates double from 0.5 to 32", () => {
  const up: number[] = [];
  let rate: Parameters<typeof getNextRate>[0] = 0.5;
  for (let press = 0; press < 7; press++) {
    up.push(rate);
    rate = getNextRate(rate, 1);
  }
  expect([...up, rate]).toEqual([0.5, 1, 2, 4, 8, 16, 32, 32]);
  expect([getNextRate(0.5, -1), getNextRate(32, -1)]).toEqual([0.5, 16]);
});

test("flights are far apart where more than an hour lies between two of them", () => {
  const flight = (startMs: number, endMs: number) => ({ startMs, endMs, takeoffMs: startMs });
  const hour = 3_600_000;
  expect(isFarApart([flight(0, 10)])).toBe(false);
  expect(isFarApart([flight(hour + 10, hour + 20), flight(0, 10)])).toBe(false);
  expect(isFarApart([flight(hour + 11, hour + 20), flight(0, 10)])).toBe(true);
  // The first lasts until the last begins.
  expect(isFarApart([flight(0, 3 * hour), flight(5, 10), flight(3 * hour, 4 * hour)])).toBe(false);
});

test("compared flights count from the take-off of the first that has come", () => {
  const tracks = { b: { startMs: 100, endMs: 900, takeoffMs: 120 } };
  expect(getZeroMs({ keys: ["a", "b"], tracks, compare: true })).toBe(120);
  expect(getZeroMs({ keys: ["a", "b"], tracks, compare: false })).toBeNull();
  expect(getZeroMs({ keys: ["a"], tracks: {}, compare: true })).toBeNull();
});

test("the next flight is the first that begins later, by the times of the playback", () => {
  const flights = [
    { flight: { startMs: 900 }, shiftMs: 0 },
    { flight: { startMs: 100 }, shiftMs: 0 },
    { flight: { startMs: 1_000 }, shiftMs: -500 },
  ];
  expect(findNextStart(flights, 100)).toBe(500);
  expect(findNextStart(flights, 500)).toBe(900);
  expect(findNextStart(flights, 900)).toBeNull();
});

test("a track ends in the air by its last phase, else by its last height", () => {
  const end = (values: NonNullable<TestSample[1]>) => {
    const track = createTrack(createSource([[[0], [1_000, values]]]));
    return track && isAloftAtEnd(track);
  };
  const [landed, flying] = [flightPhases.indexOf("landed"), flightPhases.indexOf("mission")];
  expect(end({ phase: landed, hRel: 500 })).toBe(false);
  expect(end({ phase: flying, hRel: 0 })).toBe(true);
  expect(end({ hRel: 500 })).toBe(true);
  expect(end({ hRel: 10 })).toBe(false);
  expect(end({ hRel: -400, speed: 0 })).toBe(false);
  expect(end({ hRel: -400, speed: 500 })).toBe(true);
  expect(end({ hAgl: 500 })).toBe(true);
  expect(end({})).toBeNull();
});

test("tracks leave space for legend and labels, less on a small map", () => {
  expect(getTrackPadding([1_000, 600])).toEqual([70, 180, 50, 50]);
  expect(getTrackPadding([320, 200])).toEqual([50, 80, 50, 50]);
});

test("gaps need two samples", () => {
  expect(findTrackGaps(new Float64Array(0))).toEqual([]);
  expect(findTrackGaps(Float64Array.of(5))).toEqual([]);
});

describe("the address", () => {
  const parse = (text: string) => parsePlaybackAddress(new URLSearchParams(text));

  test("names flights, time, speed, comparing and raw positions", () => {
    expect(parse("flights=1-2,3-4&t=1793584800000&speed=0.5&compare=1&points=raw")).toEqual({
      flights: [
        { taskId: "1", flightId: "2" },
        { taskId: "3", flightId: "4" },
      ],
      problem: null,
      startAt: 1_793_584_800_000,
      rate: 0.5,
      compare: true,
      smooth: false,
    });
    expect(parse("flights=1-2,1-2&t=soon&speed=3")).toMatchObject({
      flights: [{ taskId: "1", flightId: "2" }],
      problem: null,
      startAt: null,
      rate: 1,
      compare: null,
      smooth: true,
    });
  });

  test("opens nothing where it is empty, unreadable or names more than 16 flights", () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `7-${i + 1}`).join(",");
    const problems = [
      "",
      "flights=",
      "flights=1-2,x",
      "flights=0-1",
      `flights=${names(16)}`,
      `flights=${names(17)}`,
    ];
    expect(problems.map((text) => parse(text).problem)).toEqual([
      "empty",
      "empty",
      "unreadable",
      "unreadable",
      null,
      "tooMany",
    ]);
  });

  test("is written without what is as usual, and read again", () => {
    const current = new URLSearchParams("flights=1-2&speed=8&points=raw");
    const usual = toPlaybackParams({ timeMs: 1_000.4, rate: 1, compare: null, smooth: true }, current);
    expect(usual.toString()).toBe("flights=1-2&t=1000");
    const other = toPlaybackParams({ timeMs: 1_000, rate: 32, compare: false, smooth: false }, current);
    expect(parsePlaybackAddress(other)).toMatchObject({
      startAt: 1_000,
      rate: 32,
      compare: false,
      smooth: false,
    });
  });
});

describe("the keys", () => {
  const press = (key: string, isPlaying = false, shiftKey = false) =>
    toKeyAction({ key, shiftKey }, { isPlaying, rate: 2 });

  test("play, pause and change the speed", () => {
    expect(press(" ")).toEqual({ type: "player.toggle" });
    expect(press("K")).toEqual({ type: "player.pause" });
    expect(press("l")).toEqual({ type: "player.play" });
    expect(press("l", true)).toEqual({ type: "rate.choose", rate: 4 });
    expect(press("j", true)).toEqual({ type: "rate.choose", rate: 1 });
  });

  test("move by five seconds, by one, by one sample, and to both ends", () => {
    expect(press("ArrowLeft")).toEqual({ type: "time.step", ms: -5_000 });
    expect(press("ArrowRight", false, true)).toEqual({ type: "time.step", ms: 1_000 });
    expect([press(","), press("。")]).toEqual([
      { type: "sample.step", by: -1 },
      { type: "sample.step", by: 1 },
    ]);
    expect([press("Home"), press("End"), press("x")]).toEqual([
      { type: "time.home" },
      { type: "time.end" },
      null,
    ]);
  });
});

describe("colours", () => {
  const createTestTrack = (samples: readonly TestSample[]) => {
    const track = createTrack(createSource([samples]));
    if (!track) throw new Error("There is no track");
    return track;
  };
  const track = createTestTrack([
    [0, { speed: 0 }],
    [1_000, { speed: 0 }],
    [2_000, { speed: 800 }],
    [3_000],
    [20_000, { speed: 400 }],
    [21_000, { speed: 400 }],
  ]);

  test("by speed go from blue to red; unknown is grey, and nothing crosses the gap", () => {
    const range = getValueRange([track], "speed");
    expect(range).toEqual({ min: 0, max: 8 });
    expect(toColoredRuns(track, "speed", range, "#123456")).toEqual([
      { color: "#3f51c9", first: 0, last: 2 },
      { color: "#d02b2b", first: 2, last: 3 },
      { color: "#8aa81c", first: 4, last: 5 },
    ]);
    expect(toScaleColor(Number.NaN, range)).toBe("#8a929c");
  });

  test("by flight and by link are one; an unknown height is grey all along", () => {
    const runs = [
      [0, 3],
      [4, 5],
    ];
    for (const [coloring, color] of [
      ["flight", "#123456"],
      ["link", "#2b9a4b"],
      ["height", "#8a929c"],
    ] as const) {
      const range = getValueRange([track], coloring);
      expect(range).toBeNull();
      expect(toColoredRuns(track, coloring, range, "#123456")).toEqual(
        runs.map(([first, last]) => ({ color, first, last })),
      );
    }
  });

  test("the link in a gap is what it came to", () => {
    const links = [9_000, 10_001, 60_001].map((toMs) =>
      getHoleLink(track, { fromMs: 0, toMs, damaged: false, isPlatform: false }),
    );
    expect(links).toEqual(["delayed", "lost", "lastKnown"]);
  });
});

test("a click finds the nearest place on a drawn run, not in a gap", () => {
  const tracks = [
    {
      id: "a",
      coordinates: Float64Array.of(0, 0, 100, 0, 200, 0, 300, 0),
      runs: [
        { color: "#000000", first: 0, last: 1 },
        { color: "#000000", first: 2, last: 3 },
      ],
    },
  ];
  expect(findNearest(tracks, [25, 5], 10)).toEqual({ id: "a", index: 0, share: 0.25 });
  expect(findNearest(tracks, [150, 0], 10)).toBeNull();
  expect(findNearest(tracks, [195, 0], 10)).toEqual({ id: "a", index: 2, share: 0 });
  expect(findNearest(tracks, [25, 11], 10)).toBeNull();
});

test("events of the flight have a text, oldest first; those of other flights are left out", () => {
  const event = { taskId: "1", droneSn: "SN" };
  const at = (ms: number) => new Date(ms).toISOString();
  const events = toFlightEvents(
    [
      { ...event, kind: "photo", at: at(200_000), from: null, to: "3" },
      { ...event, kind: "phase", at: at(100_000), from: "preparing", to: "takeoff" },
      { ...event, kind: "link", at: at(150_000), from: "fresh", to: "lost" },
      { ...event, kind: "flightEnded", at: at(39_999), from: null, to: null },
      { ...event, kind: "ended", at: at(600_001), from: null, to: "finished" },
      { ...event, kind: "ended", at: at(600_000), from: null, to: "finished" },
    ],
    100_000,
    300_000,
  );
  expect(events.map(({ atMs, label }) => [atMs, label])).toEqual([
    [100_000, "阶段变化：起飞准备 → 起飞"],
    [150_000, "链路变化：正常 → 失联"],
    [200_000, "拍照 第 3 张"],
    [600_000, "任务结束"],
  ]);
});

test("durations are shown in seconds, minutes and hours", () => {
  expect([1_800, 12_600, 59_949, 59_950, 185_000, 3_720_000].map(formatDuration)).toEqual([
    "1.8 秒",
    "12.6 秒",
    "59.9 秒",
    "1 分 00 秒",
    "3 分 05 秒",
    "1 小时 02 分",
  ]);
  expect([0, 59_999, 185_000, 3_723_000, -5_000].map(formatElapsed)).toEqual([
    "00:00",
    "00:59",
    "03:05",
    "1:02:03",
    "−00:05",
  ]);
});
