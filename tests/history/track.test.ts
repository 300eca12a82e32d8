import { describe, expect, test } from "vitest";
import { formatMoment } from "../../src/pages/history/playback/formatMoment.ts";
import { createTrack, type FlightTrack } from "../../src/pages/history/playback/track.ts";
import { createSource, encodeSamples, type TestSample, toBase64 } from "./trackBytes.ts";

const require = (track: FlightTrack | null): FlightTrack => {
  if (!track) throw new Error("There is no track");
  return track;
};
const at = (...seconds: readonly number[]): TestSample[] => seconds.map((second) => [second * 1_000]);

describe("chunks become one track", () => {
  test("in SI units, with times by the server's clock and NaN for what is unknown", () => {
    const known = {
      lat: 399_200_001,
      lon: 1_054_600_002,
      hEll: 12_505,
      hRel: -31,
      hAgl: 32_000,
      speed: 1_234,
      climb: -250,
      heading: 35_999,
      battery: 0,
      phase: 4,
      fix: 2,
      sats: 18,
    };
    const track = require(createTrack(createSource([[[1_000, known]], [[2_000]]], { clockOffsetMs: -250 })));
    expect([...track.times]).toEqual([750, 1_750]);
    expect([track.lat[0], track.lon[0]]).toEqual([399_200_001, 1_054_600_002]);
    expect([track.hEll[0], track.hRel[0], track.hAgl[0]]).toEqual([1_250.5, -3.1, 3_200]);
    expect([track.speed[0], track.climb[0], track.heading[0]]).toEqual([12.34, -2.5, 359.99]);
    // 0 % and 0 m are known values.
    expect([track.battery[0], track.phase[0], track.fix[0], track.sats[0]]).toEqual([0, 4, 2, 18]);
    for (const column of ["hEll", "hRel", "hAgl", "speed", "climb", "heading", "battery", "sats"] as const)
      expect([column, track[column][1]]).toEqual([column, Number.NaN]);
    expect([track.phase[1], track.fix[1]]).toEqual([12, 255]);
  });

  test("without samples that are not later than those before", () => {
    const track = require(createTrack(createSource([at(0, 1, 2), at(1, 2, 3)])));
    expect([...track.times]).toEqual([0, 1_000, 2_000, 3_000]);
    expect(track.holes).toEqual([]);
  });

  test("no chunk, and none that can be read, is no track", () => {
    expect(createTrack(createSource([]))).toBeNull();
    expect(createTrack(createSource(["AAAA", "%%%"]))).toBeNull();
  });
});

describe("holes", () => {
  test("are steps longer than twice the source's own period and a second", () => {
    // 10 Hz: 1.2 s is no hole, 1.3 s is one.
    const fast = [0, 100, 200, 300, 1_500, 1_600, 2_900, 3_000].map((ms): TestSample => [ms]);
    expect(require(createTrack(createSource([fast]))).holes).toEqual([
      { fromMs: 1_600, toMs: 2_900, damaged: false, isPlatform: false },
    ]);
    // One sample in 5 s: 11 s is no hole, 11.001 s is one.
    const slow = [0, 5_000, 10_000, 21_000, 26_000, 37_001, 42_001].map((ms): TestSample => [ms]);
    const track = require(createTrack(createSource([slow])));
    expect(track.holes).toEqual([{ fromMs: 26_000, toMs: 37_001, damaged: false, isPlatform: false }]);
    expect([...track.breaks]).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(track.periodMs).toBe(5_000);
  });

  test("are the platform's where it heard nobody for more than half of them", () => {
    const seconds = [...at(0, 1, 2, 3), ...at(33, 34, 35, 36), ...at(66, 67, 68)];
    const outages = [
      { fromMs: 5_000, toMs: 21_000 },
      { fromMs: 40_000, toMs: 54_000 },
    ];
    const { holes } = require(createTrack(createSource([seconds], { outages })));
    expect(holes).toEqual([
      // 16 of 30 s, and 14 of 30 s.
      { fromMs: 3_000, toMs: 33_000, damaged: false, isPlatform: true },
      { fromMs: 36_000, toMs: 66_000, damaged: false, isPlatform: false },
    ]);
    const [first, second] = holes.map((hole) => formatMoment({ kind: "hole", index: 3, ageMs: 2_000, hole }));
    expect(first).toMatch(/^平台中断 30 秒/);
    expect(second).toMatch(/^数据中断 30 秒/);
  });

  test("a damaged chunk leaves one, and the rest is there", () => {
    const good = encodeSamples(at(3, 4, 5));
    const cut = toBase64(good.subarray(0, 30));
    const text = "no base64";
    const unordered = encodeSamples(at(3, 4, 5));
    // The second sample's time, behind the header of 16 bytes.
    new DataView(unordered.buffer).setUint32(20, 9_000, true);
    const elsewhere = toBase64(encodeSamples([[3_000, { lat: 900_000_001 }], [4_000]]));
    for (const damaged of [cut, text, toBase64(unordered), elsewhere]) {
      const track = require(createTrack(createSource([at(0, 1, 2), damaged, at(6, 7)])));
      expect([...track.times]).toEqual([0, 1_000, 2_000, 6_000, 7_000]);
      expect(track.holes).toEqual([{ fromMs: 2_000, toMs: 6_000, damaged: true, isPlatform: false }]);
      expect([track.damagedChunks, ...track.breaks]).toEqual([1, 0, 0, 1, 0, 0]);
    }
  });

  test("a damaged chunk at either end reaches to the flight's start and end", () => {
    const fields = { startedMs: 500, endedMs: 9_000 };
    const first = require(createTrack(createSource(["AAAA", at(4, 5, 6)], fields)));
    expect([first.startMs, first.endMs]).toEqual([500, 6_000]);
    expect(first.holes).toEqual([{ fromMs: 500, toMs: 4_000, damaged: true, isPlatform: false }]);
    const last = require(createTrack(createSource([at(4, 5, 6), "AAAA"], fields)));
    expect([last.startMs, last.endMs]).toEqual([4_000, 9_000]);
    expect(last.holes).toEqual([{ fromMs: 6_000, toMs: 9_000, damaged: true, isPlatform: false }]);
    // Of a flight under way nobody knows the end.
    const open = require(createTrack(createSource([at(4, 5, 6), "AAAA"])));
    expect([open.endMs, open.holes, open.damagedChunks]).toEqual([6_000, [], 1]);
  });
});

describe("the take-off", () => {
  test("is the first sample in an airborne phase", () => {
    const phases = [2, 2, 3, 4].map((phase, i): TestSample => [i * 1_000, { phase }]);
    expect(require(createTrack(createSource([phases]))).takeoffMs).toBe(2_000);
  });

  test("without a phase, it is where the drone is faster than 1 m/s", () => {
    const samples: TestSample[] = [
      [0, { hRel: 0, speed: 0 }],
      [1_000, { hRel: 21, speed: 100 }],
      [2_000, { hRel: 20, speed: 100 }],
      [3_000, { hRel: 21, speed: 101 }],
    ];
    expect(require(createTrack(createSource([samples]))).takeoffMs).toBe(3_000);
  });

  test("is the first sample where no take-off is known", () => {
    expect(require(createTrack(createSource([at(5, 6)]))).takeoffMs).toBe(5_000);
  });
});

test("the height that most samples know is the one that is drawn; the better one where as many do", () => {
  const samples: TestSample[] = [
    [0, { hRel: 10, hAgl: 12 }],
    [1_000, { hRel: 20 }],
  ];
  expect(require(createTrack(createSource([samples]))).heightColumn).toBe("hRel");
  expect(require(createTrack(createSource([samples.slice(0, 1)]))).heightColumn).toBe("hAgl");
  expect(require(createTrack(createSource([at(0)]))).heightColumn).toBeNull();
});
