import { describe, expect, it, test } from "vitest";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { RecordingError } from "../../server/telemetry/recording/formats/recordedFlight.ts";
import { readSharedInput } from "../helpers/sharedInput.ts";

const start = Date.UTC(2026, 7, 1, 1);
const now = Date.UTC(2026, 10, 1);

/** A second of a flight: where, how high, how fast. */
interface Second {
  readonly at: number;
  readonly height: number;
  readonly speed: number;
  readonly phase?: "mission" | "landed";
}
/** Up for ten seconds, along, and down again. */
const fly = (from: number, phase?: Second["phase"]): Second[] =>
  Array.from({ length: 60 }, (_, second) => ({
    at: from + second,
    height: Math.min(second * 3, 30, (59 - second) * 3),
    speed: second === 59 ? 0 : 5,
    ...(phase ? { phase } : {}),
  }));
const stand = (from: number, seconds: number, phase?: Second["phase"]): Second[] =>
  Array.from({ length: seconds }, (_, second) => ({
    at: from + second,
    height: 0,
    speed: 0,
    ...(phase ? { phase } : {}),
  }));

function read(seconds: readonly Second[]) {
  let lat = 306_000_000;
  const samples = seconds.map(({ at, height, speed, phase }, seq) => {
    lat += Math.round(speed * 90);
    return { seq, tSrc: start + at * 1_000, lat, lon: 1_040_600_000, hRel: height, vH: speed, vV: 0, phase };
  });
  const recording = { samples, messages: [], photos: [], leftOut: { counts: {}, lines: {} } };
  const { flights, leftOut } = buildImport(recording, now);
  const spans = flights.map(({ startedAt, endedAt }) =>
    [startedAt, endedAt].map((ms) => (ms - start) / 1_000),
  );
  return { spans, counts: leftOut.counts, flights };
}

describe("flights of one file", () => {
  it.each<[string, Second["phase"], Second["phase"]]>([
    ["that says its phases", "mission", "landed"],
    ["that says none", undefined, undefined],
  ])(
    "%s are apart where it stands a minute in between; what stands longer is none's",
    (_, flying, standing) => {
      const { spans, counts, flights } = read([
        ...fly(0, flying),
        ...stand(60, 240, standing),
        ...fly(300, flying),
      ]);
      // It landed in the second 59, or with the phase of the second 60.
      const landed = standing ? 60 : 59;
      expect(spans).toEqual([
        [0, landed + 59],
        [300, 359],
      ]);
      expect(counts).toEqual({ onGround: 300 - landed - 60 });
      // 59 legs of 5 m; nobody flew the way between them.
      expect(flights.map(({ distanceM }) => Math.round(distanceM / 10))).toEqual([29, 29]);
    },
  );

  it("are one where it stands for less", () => {
    expect(read([...fly(0), ...stand(60, 50), ...fly(110)]).spans).toEqual([[0, 169]]);
  });

  it("are apart where it was not heard of for a minute after its landing, or for half an hour anywhere", () => {
    expect(read([...fly(0), ...fly(200)]).spans).toEqual([
      [0, 59],
      [200, 259],
    ]);
    const inTheAir = fly(0).slice(0, 30);
    expect(read([...inTheAir, ...fly(200).slice(30)]).spans).toEqual([[0, 259]]);
    expect(read([...inTheAir, ...fly(2_000).slice(30)]).spans).toEqual([
      [0, 29],
      [2_030, 2_059],
    ]);
  });

  it("are not apart by one wrong time", () => {
    const along = Array.from({ length: 1_000 }, (_, second) => ({
      at: second === 500 ? 7_700 : second,
      height: 30,
      speed: 5,
    }));
    const { flights, counts, spans } = read(along);
    expect(counts).toEqual({ ahead: 1 });
    expect(flights.map(({ samples }) => samples)).toEqual([999]);
    expect(spans).toEqual([[0, 999]]);
    expect(flights.map(({ flownMs }) => flownMs)).toEqual([999_000]);
  });

  it("are counted once each: a hover near the ground is none's end", () => {
    const low = Array.from({ length: 120 }, (_, second) => ({ at: 60 + second, height: 3, speed: 0 }));
    expect(read([...fly(0).slice(0, 50), ...low, ...fly(180)]).spans).toEqual([[0, 239]]);
  });
});

const jumping = (believed: number, jumps: number) =>
  [...Array(believed + jumps).keys()].map((second) => ({
    seq: second,
    tSrc: start + second * 1_000,
    // 11 km further each second.
    lat: 306_000_000 + (second < believed ? 0 : (second - believed + 1) * 1_000_000),
    lon: 1_040_600_000,
    hRel: 10,
  }));
const build = (samples: ReturnType<typeof jumping>) =>
  buildImport(
    {
      samples,
      lines: samples.map(({ seq }) => seq + 2),
      messages: [],
      photos: [],
      leftOut: { counts: {}, lines: {} },
    },
    now,
  );

test("a file of which less than half is believed is refused with its reasons, half is enough", () => {
  expect(build(jumping(10, 10)).leftOut.counts).toEqual({ jump: 10 });
  const refused = () => build(jumping(9, 10));
  expect(refused).toThrow(RecordingError);
  expect(refused).toThrow(
    expect.objectContaining({
      fault: "disbelieved",
      told: "文件中只有 9 个航迹点可信，不到一半，没有导入（位置跳变 10 个（第 11、12、13、14、15 行等））；请检查设备的时间和定位，重新导出后再导入",
    }),
  );
});

test("waiting for a fix is no fault of a file", () => {
  const samples = [
    ...Array.from({ length: 30 }, (_, second) => ({
      seq: second,
      tSrc: start + second * 1_000,
      lat: 0,
      lon: 0,
      hRel: 0,
    })),
    ...jumping(10, 0).map((sample) => ({ ...sample, tSrc: sample.tSrc + 30_000 })),
  ];
  expect(build(samples).leftOut.counts).toEqual({ nullIsland: 30 });
});

for (const name of ["segments.gpx", "landing.csv"]) {
  const bytes = readSharedInput(`two-flights-one-file/${name}`);
  test.runIf(bytes)(`the reported ${name} has two flights`, () => {
    expect(buildImport(parseRecording(name, bytes ?? new Uint8Array()), now).flights).toHaveLength(2);
  });
}
