import { describe, expect, test } from "vitest";
import { toAges } from "../../src/live/useFlight.ts";
import { formatMoment } from "../../src/pages/history/playback/formatMoment.ts";
import {
  findLastIndex,
  getMoment,
  getPosition,
  toLiveState,
} from "../../src/pages/history/playback/moment.ts";
import { createTrack, type FlightTrack } from "../../src/pages/history/playback/track.ts";
import { createSource, type TestSample } from "./trackBytes.ts";

const createTestTrack = (samples: readonly TestSample[]): FlightTrack => {
  const track = createTrack(createSource([samples]));
  if (!track) throw new Error("There is no track");
  return track;
};
const place = (lon: number, lat: number, heading: number) => ({ lon: lon * 1e7, lat: lat * 1e7, heading });

/** One sample a second from 10 s to 13 s, then 27 s of silence, then 40 s and 41 s. */
const track = createTestTrack([
  [10_000, place(105, 39, 35_000)],
  [11_000, place(105.5, 39.5, 1_000)],
  [12_000, place(106, 40, 9_000)],
  [13_000, place(106, 40, 9_000)],
  [40_000, place(107, 41, 18_000)],
  [41_000, place(108, 42, 18_000)],
]);
const look = (ms: number, smooth: boolean) => getPosition(track, getMoment(track, ms), smooth);

test("the last time at or before a time is found", () => {
  const times = Float64Array.of(10, 20, 20.5, 30);
  expect([9.9, 10, 19, 20, 20.4, 20.5, 30, 99].map((ms) => findLastIndex(times, ms))).toEqual([
    -1, 0, 0, 1, 1, 2, 3, 3,
  ]);
  expect(findLastIndex(new Float64Array(0), 1)).toBe(-1);
});

describe("the position", () => {
  test("is interpolated where it is smooth, the heading the short way over north", () => {
    expect(look(10_500, true)).toEqual({ lng: 105.25, lat: 39.25, heading: 0 });
    expect(look(11_250, true)).toEqual({ lng: 105.625, lat: 39.625, heading: 30 });
    expect(look(11_000, true)).toEqual({ lng: 105.5, lat: 39.5, heading: 10 });
  });

  test("is the last sample at or before where it is raw", () => {
    expect(look(10_999, false)).toEqual({ lng: 105, lat: 39, heading: 350 });
    expect(look(11_000, false)).toEqual({ lng: 105.5, lat: 39.5, heading: 10 });
  });

  test("stays at the last known place in a gap and after the end; before the beginning there is none", () => {
    for (const smooth of [true, false]) {
      expect(look(13_001, smooth)).toEqual({ lng: 106, lat: 40, heading: 90 });
      expect(look(39_999, smooth)).toEqual({ lng: 106, lat: 40, heading: 90 });
      expect(look(99_000, smooth)).toEqual({ lng: 108, lat: 42, heading: 180 });
      expect(look(9_999, smooth)).toBeNull();
    }
  });

  test("crosses the 180th meridian the short way", () => {
    const pacific = createTestTrack([
      [0, place(179.8, 0, 9_000)],
      [1_000, place(-179.8, 0, 9_000)],
    ]);
    const middle = getPosition(pacific, getMoment(pacific, 750), true);
    expect(middle?.lng).toBeCloseTo(-179.9, 9);
  });
});

test("a moment is before, in the flight, in a gap, or after it", () => {
  const kinds = [9_999, 10_000, 13_000, 13_001, 39_999, 40_000, 41_000, 41_001].map(
    (ms) => getMoment(track, ms).kind,
  );
  expect(kinds).toEqual(["before", "flown", "flown", "hole", "hole", "flown", "flown", "after"]);
  expect(getMoment(track, 25_600)).toMatchObject({ index: 3, ageMs: 12_600 });
});

test("the notice names the gap and the age of what is shown", () => {
  const notices = [9_999, 12_000, 25_600, 41_001].map((ms) => formatMoment(getMoment(track, ms)));
  expect(notices).toEqual([
    "这次飞行此时还没有开始。",
    null,
    "数据中断 27 秒，下面是 13 秒前的最后已知数据。",
    "这次飞行此时已经结束，下面是最后的数据。",
  ]);
});

describe("the figures", () => {
  const flight = { taskId: "7", droneSn: "SN7" };
  const recorded = createTestTrack([
    [0, { lat: 399_200_000, lon: 1_054_600_000, hRel: 0, battery: 90, phase: 2 }],
    [1_000, { lat: 399_290_000, lon: 1_054_600_000, hRel: 305, speed: 1_000, battery: 89, phase: 4 }],
    [60_000, { lat: 399_290_000, lon: 1_054_600_000 }],
  ]);

  test("are those of the last sample, with the ages of that moment", () => {
    const state = toLiveState(recorded, getMoment(recorded, 4_500), flight);
    expect(state).toMatchObject({
      hRel: 30.5,
      hAgl: null,
      vH: 10,
      batPct: 89,
      phase: "mission",
      heading: null,
    });
    // 0.009 degrees of latitude.
    expect(state?.homeDist).toBeCloseTo(1_001.9, 1);
    expect(state && toAges(state, 4_500)).toEqual({
      position: 3_500,
      attitude: null,
      power: 3_500,
      navigation: 3_500,
      link: null,
      task: 3_500,
    });
  });

  test("the link is what it was by the source's own period of 1 s", () => {
    const links = [4_000, 4_001, 11_000, 11_001, 59_999].map(
      (ms) => toLiveState(recorded, getMoment(recorded, ms), flight)?.linkState,
    );
    expect(links).toEqual(["fresh", "delayed", "delayed", "lost", "lost"]);
  });

  test("what a sample does not have is unknown, not taken from an older one", () => {
    const state = toLiveState(recorded, getMoment(recorded, 60_000), flight);
    expect(state).toMatchObject({ hRel: null, vH: null, batPct: null, phase: null });
    expect(toLiveState(recorded, getMoment(recorded, -1), flight)).toBeNull();
  });
});
