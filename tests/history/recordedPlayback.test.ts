import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getMediaTime } from "../../machines/playbackClock.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { formatMoment } from "../../src/pages/history/playback/formatMoment.ts";
import { getMoment, getPosition } from "../../src/pages/history/playback/moment.ts";
import { createTrack } from "../../src/pages/history/playback/track.ts";
import { toColoredRuns } from "../../src/pages/history/playback/trackColors.ts";
import { findRecordedFlight, replayFlight } from "../live/recordedFlights.ts";
import { slot } from "../live/setupFleet.ts";
import { toBase64 } from "./trackBytes.ts";

/** The recording starts at 02:47:58 UTC; its rows are 100 ms apart. */
const startMs = Date.UTC(2021, 8, 6, 2, 47, 58);

const csv = findRecordedFlight("dji_air-2s.csv");
describe.runIf(csv)("the recorded DJI Air 2S flight in FLIGHT_DATA, stored and played back", () => {
  const playBack = () => {
    const file = csv ?? "";
    const { chunks, fleet } = replayFlight(parseRecording(file, readFileSync(file)));
    const last = fleet.getPartialChunk(slot);
    const bytes = [...chunks, ...(last ? [last] : [])].map((chunk) => toBase64(chunk.bytes));
    const track = createTrack({ chunks: bytes, clockOffsetMs: 0, startedMs: startMs, endedMs: null });
    if (!track) throw new Error("There is no track");
    return track;
  };

  test("has every sample with a position at its own time", () => {
    const { times, startMs: first, endMs, periodMs, damagedChunks } = playBack();
    // 11,614 rows, of which 116 have no position.
    expect(times).toHaveLength(11_498);
    expect([first - startMs, endMs - startMs]).toEqual([11_600, 1_184_600]);
    expect([periodMs, damagedChunks]).toEqual([100, 0]);
    expect(times[5_000 - 117]).toBe(startMs + 504_800);
  });

  test("has its two gaps, of 1.8 s and of 12.6 s; nothing is drawn across them", () => {
    const track = playBack();
    expect(track.holes.map(({ fromMs, toMs }) => [fromMs - startMs, toMs - startMs])).toEqual([
      [753_300, 755_100],
      [908_300, 920_900],
    ]);
    const runs = toColoredRuns(track, "flight", null, "#000000");
    expect(runs.map(({ first, last }) => [track.times[first], track.times[last]])).toEqual([
      [startMs + 11_600, startMs + 753_300],
      [startMs + 755_100, startMs + 908_300],
      [startMs + 920_900, startMs + 1_184_600],
    ]);
  });

  test("shows at eight times the speed, after a minute, what was recorded eight minutes on", {
    tags: "full",
  }, () => {
    const track = playBack();
    const clock = {
      anchor: { mediaMs: startMs + 24_800, wallMs: 1_000 },
      rate: 8,
      range: { fromMs: track.startMs, toMs: track.endMs },
    } as const;
    const timeMs = getMediaTime(clock, true, 61_000);
    expect(timeMs).toBe(startMs + 504_800);
    const moment = getMoment(track, timeMs);
    // Row 5,001 of the file.
    const position = getPosition(track, moment, false);
    expect([position?.lat, position?.lng]).toEqual([47.573_349_8, -122.627_415_8]);
    expect(track.battery[moment.index]).toBe(64);
    // 126.97 feet.
    expect(track.hRel[moment.index]).toBe(38.7);
  });

  test("pauses in the long gap, with a notice", { tags: "full" }, () => {
    const track = playBack();
    const [before, inside] = [startMs + 908_300, startMs + 915_000];
    const moment = getMoment(track, inside);
    expect(formatMoment(moment)).toBe("数据中断 12.6 秒，下面是 6.7 秒前的最后已知数据。");
    expect(getPosition(track, moment, true)).toEqual(getPosition(track, getMoment(track, before), false));
  });
});
