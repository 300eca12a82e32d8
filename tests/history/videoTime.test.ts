import { describe, expect, test } from "vitest";
import {
  getJump,
  getVideoSpan,
  toMediaTime,
  toVideoMoment,
} from "../../src/pages/history/playback/video/videoTime.ts";

/** A video of 60 s that began 20 s after the start of a flight at 1,000,000 ms. */
const video = { offsetMs: 20_000, durationS: 60 };
const flight = { startedMs: 1_000_000 };

describe("a video on the playback's clock", () => {
  test("lies its offset after the flight's start, shifted with the flight", () => {
    expect(getVideoSpan(video, { flight, shiftMs: 0 })).toEqual({ fromMs: 1_020_000, toMs: 1_080_000 });
    expect(getVideoSpan(video, { flight, shiftMs: -500_000 })).toEqual({ fromMs: 520_000, toMs: 580_000 });
    // It ran before the take-off.
    expect(getVideoSpan({ offsetMs: -4_000, durationS: 30.5 }, { flight, shiftMs: 0 })).toEqual({
      fromMs: 996_000,
      toMs: 1_026_500,
    });
  });

  test("shows the second since its first frame; before and after nothing", () => {
    const span = { fromMs: 1_020_000, toMs: 1_080_000 };
    expect(toVideoMoment(span, 1_019_999)).toEqual({ kind: "before" });
    expect(toVideoMoment(span, 1_020_000)).toEqual({ kind: "during", atS: 0 });
    expect(toVideoMoment(span, 1_050_250)).toEqual({ kind: "during", atS: 30.25 });
    expect(toVideoMoment(span, 1_079_999)).toEqual({ kind: "during", atS: 59.999 });
    expect(toVideoMoment(span, 1_080_000)).toEqual({ kind: "after" });
  });

  test("leads back from its second to the playback's time", () => {
    const span = { fromMs: 1_020_000, toMs: 1_080_000 };
    expect(toMediaTime(span, 0)).toBe(1_020_000);
    expect(toMediaTime(span, 30.25)).toBe(1_050_250);
    expect(toMediaTime(span, 60)).toBe(1_080_000);
  });
});

describe("a video that follows", () => {
  const playing = { isPlaying: true, rate: 1, jumpS: 0 };

  test("jumps where it is more than a quarter of a second off", () => {
    expect(getJump({ ...playing, targetS: 10, currentS: 9.75 })).toBeNull();
    expect(getJump({ ...playing, targetS: 10, currentS: 9.7 })).toBe(10);
    expect(getJump({ ...playing, targetS: 10, currentS: 10.3 })).toBe(10);
  });

  test("measures that by the watcher's clock at higher speeds, and by the video's at lower ones", () => {
    expect(getJump({ ...playing, rate: 8, targetS: 10, currentS: 8.1 })).toBeNull();
    expect(getJump({ ...playing, rate: 8, targetS: 10, currentS: 7.9 })).toBe(10);
    expect(getJump({ ...playing, rate: 0.5, targetS: 10, currentS: 9.8 })).toBeNull();
    expect(getJump({ ...playing, rate: 0.5, targetS: 10, currentS: 9.7 })).toBe(10);
  });

  test("jumps ahead by the time that its last jump took", () => {
    expect(getJump({ ...playing, jumpS: 0.2, targetS: 10, currentS: 9 })).toBe(10.2);
    expect(getJump({ ...playing, rate: 4, jumpS: 0.5, targetS: 20, currentS: 9 })).toBe(22);
  });

  test("shows the very picture where it rests", () => {
    const resting = { isPlaying: false, rate: 8, jumpS: 0.5 };
    expect(getJump({ ...resting, targetS: 10, currentS: 9.99 })).toBeNull();
    expect(getJump({ ...resting, targetS: 10, currentS: 9.95 })).toBe(10);
  });
});
