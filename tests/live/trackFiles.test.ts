import { describe, expect, test } from "vitest";
import { findTrackGaps } from "../../adapters/contract/trackGaps.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { decodeStoredTrack, readSamples } from "../../server/telemetry/recording/storedTrack.ts";
import type { ExportedFlight, TrackWriter } from "../../server/telemetry/recording/trackWriter.ts";
import { csvWriter } from "../../server/telemetry/recording/writeCsv.ts";
import { gpxWriter } from "../../server/telemetry/recording/writeGpx.ts";
import { kmlWriter } from "../../server/telemetry/recording/writeKml.ts";
import { encodeChunk } from "./storeTask.ts";

const t0 = Date.UTC(2026, 2, 2, 2);

/** A chunk of a sample a second from `second` on. */
const createChunk = (second: number, count: number, fill?: Parameters<typeof encodeChunk>[2]) => {
  const from = t0 + second * 1_000;
  return {
    t0: new Date(from),
    samples: count,
    bytes: encodeChunk(from, count, fill),
    lastAt: new Date(from + (count - 1) * 1_000),
  };
};

const createFlight = (chunks: readonly ReturnType<typeof createChunk>[]): ExportedFlight => ({
  flightNo: "RW20260302000001-1",
  name: '巡检 <甲> & "乙"',
  companyName: "低空'测试",
  droneSn: "SN-1",
  droneModel: "",
  track: decodeStoredTrack(chunks),
});

const write = (writer: TrackWriter, flights: readonly ExportedFlight[], notes: readonly string[] = []) =>
  [
    writer.writeHead("航迹", notes),
    ...flights.flatMap((flight) => [...writer.writeFlight(flight)]),
    writer.writeTail(notes),
  ].join("");

/** One sample with every value, then one with none but its place. */
const knownAndUnknown = createChunk(0, 2, (columns, i) => {
  if (i === 1) return;
  columns.hEll[i] = 12_505;
  columns.hRel[i] = 305;
  columns.hAgl[i] = -12;
  columns.speed[i] = 512;
  columns.climb[i] = -30;
  columns.heading[i] = 9_050;
  columns.battery[i] = 0;
  columns.phase[i] = 4;
  columns.fix[i] = 4;
  columns.sats[i] = 21;
});

describe("gaps", () => {
  const seconds = (...times: number[]) => Float64Array.from(times, (time) => time * 1_000);
  test.each([
    ["nothing", [], []],
    ["one sample", [5], []],
    ["exactly 2T + 1 s", [0, 1, 2, 5, 6], []],
    ["a millisecond more", [0, 1, 2, 5.001, 6], [[2, 5.001]]],
    [
      "two of them",
      [0, 1, 2, 3, 4, 20, 21, 22, 100],
      [
        [4, 20],
        [22, 100],
      ],
    ],
    ["two steps, of which the shorter is the period", [0, 1, 11], [[1, 11]]],
    ["a slow source", [0, 10, 20, 41, 51], []],
    ["a slow source with a gap", [0, 10, 20, 41.5, 51], [[20, 41.5]]],
  ] as const)("%s", (_name, times, gaps) => {
    expect(findTrackGaps(seconds(...times))).toEqual(
      gaps.map(([from, to]) => ({ fromMs: from * 1_000, toMs: to * 1_000 })),
    );
  });
});

describe("writers", () => {
  test("GPX: every value with its unit, nothing for an unknown one, names escaped", () => {
    expect(
      write(gpxWriter, [createFlight([knownAndUnknown])])
        .split("\n")
        .slice(3),
    ).toEqual([
      "<trk><name>RW20260302000001-1</name><desc>巡检 &lt;甲&gt; &amp; &quot;乙&quot;，低空&apos;测试，SN-1</desc>",
      "<trkseg>",
      '<trkpt lat="39.9200000" lon="105.4600000"><ele>1250.5</ele><time>2026-03-02T02:00:00.000Z</time><fix>dgps</fix><sat>21</sat><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5.12</gpxtpx:speed><gpxtpx:course>90.5</gpxtpx:course></gpxtpx:TrackPointExtension><ac:hEll>1250.5</ac:hEll><ac:hRel>30.5</ac:hRel><ac:hAgl>-1.2</ac:hAgl><ac:climb>-0.3</ac:climb><ac:battery>0</ac:battery><ac:phase>mission</ac:phase><ac:fix>fixed</ac:fix></extensions></trkpt>',
      '<trkpt lat="39.9200090" lon="105.4600000"><time>2026-03-02T02:00:01.000Z</time></trkpt>',
      "</trkseg>",
      "</trk>",
      "</gpx>",
      "",
    ]);
  });

  test("CSV: byte order mark, Shanghai time, unknown cells empty, notes last", () => {
    expect(write(csvWriter, [createFlight([knownAndUnknown])], ["缺少 1 段, 见报告"])).toBe(
      [
        "\ufeff飞行编号,时间（UTC）,时间（北京）,纬度（度）,经度（度）,椭球高（米）,相对起飞点高度（米）,离地高度（米）,地速（米/秒）,升降速度（米/秒）,航向（度）,电量（%）,阶段,定位,卫星数",
        "RW20260302000001-1,2026-03-02T02:00:00.000Z,2026-03-02T10:00:00.000+08:00,39.9200000,105.4600000,1250.5,30.5,-1.2,5.12,-0.3,90.5,0,航线飞行,RTK 固定,21",
        "RW20260302000001-1,2026-03-02T02:00:01.000Z,2026-03-02T10:00:01.000+08:00,39.9200090,105.4600000,,,,,,,,,,",
        '"# 缺少 1 段, 见报告"',
        "",
      ].join("\r\n"),
    );
  });

  test("KML: a place keeps the last known height, the arrays mark it as unknown", () => {
    const text = write(kmlWriter, [createFlight([knownAndUnknown])]);
    expect(text).toContain(
      "<TimeSpan><begin>2026-03-02T02:00:00.000Z</begin><end>2026-03-02T02:00:01.000Z</end></TimeSpan>",
    );
    expect(text).toContain(
      "<gx:Track><altitudeMode>relativeToGround</altitudeMode>\n<when>2026-03-02T02:00:00.000Z</when>",
    );
    expect(text).toContain(
      "<gx:coord>105.4600000 39.9200000 30.5</gx:coord>\n<gx:coord>105.4600000 39.9200090 30.5</gx:coord>",
    );
    expect(text).toContain(
      '<gx:SimpleArrayData name="hRel">\n<gx:value>30.5</gx:value>\n<gx:value></gx:value>\n',
    );
    expect(text).toContain("巡检 &lt;甲&gt; &amp; &quot;乙&quot;");
  });

  test("times are the server's: the drone's clock was two hours behind", () => {
    const chunk = createChunk(0, 2);
    const late = { ...chunk, lastAt: new Date(chunk.lastAt.getTime() + 7_200_000) };
    expect(write(csvWriter, [createFlight([late])])).toContain(
      "2026-03-02T04:00:01.000Z,2026-03-02T12:00:01.000+08:00",
    );
  });

  const parts = [
    [
      "one part over three chunks",
      [createChunk(0, 600), createChunk(600, 600), createChunk(1_200, 100)],
      [1_300],
    ],
    ["a gap at the border of two chunks", [createChunk(0, 600), createChunk(604, 600)], [600, 600]],
    [
      "a gap inside a chunk",
      [createChunk(0, 10, (columns, i) => (columns.dt[i] = i * 1_000 + (i >= 4 ? 3_000 : 0)))],
      [4, 6],
    ],
  ] as const;
  test.each(parts)("%s: segments of GPX and tracks of KML", (_name, chunks, sizes) => {
    const flight = createFlight(chunks);
    const gpx = write(gpxWriter, [flight]).split("<trkseg>").slice(1);
    expect(gpx.map((part) => part.split("<trkpt").length - 1)).toEqual(sizes);
    const kml = write(kmlWriter, [flight]).split("<gx:Track>").slice(1);
    expect(kml.map((part) => part.split("<when>").length - 1)).toEqual(sizes);
    expect(kml.map((part) => part.split("<gx:coord>").length - 1)).toEqual(sizes);
  });

  test("a damaged chunk leaves a hole, and the rest is written", () => {
    const damaged = { ...createChunk(600, 600), bytes: Buffer.from("no chunk") };
    const { track } = createFlight([createChunk(0, 600), damaged, createChunk(1_200, 10)]);
    expect(track.damaged).toEqual([{ fromMs: t0 + 600_000, samples: 600 }]);
    // By the server's clock, as all times of a file.
    expect(decodeStoredTrack([damaged], -7_200_000).damaged).toEqual([
      { fromMs: t0 + 600_000 - 7_200_000, samples: 600 },
    ]);
    expect([...readSamples(track)].filter(({ isAfterGap }) => isAfterGap).map(({ atMs }) => atMs)).toEqual([
      t0 + 1_200_000,
    ]);
    expect(track.samples).toBe(610);
  });
});

test("bytes that were changed keep their length, but not their sense: the chunk is damaged", () => {
  const impossible = createChunk(0, 10, (columns, i) => {
    if (i === 5) columns.lat[i] = 900_000_001;
  });
  const backwards = createChunk(20, 10, (columns, i) => {
    if (i === 5) columns.dt[i] = 1_000;
  });
  const newer = createChunk(30, 5);
  // The version, behind the four letters.
  newer.bytes.writeUInt16LE(2, 4);
  const { damaged, samples } = decodeStoredTrack([impossible, backwards, newer, createChunk(40, 3)]);
  expect(damaged.map(({ fromMs }) => fromMs)).toEqual([t0, t0 + 20_000, t0 + 30_000]);
  expect(samples).toBe(3);
});

describe("round trip", () => {
  const flown = [
    createChunk(0, 600, (columns, i) => {
      columns.hEll[i] = i % 7 === 0 ? -2_147_483_648 : 15_000 + i;
      // Unknown too where the height above the ellipsoid is known.
      columns.hRel[i] = i % 5 === 1 ? -32_768 : i;
      columns.hAgl[i] = -i;
      columns.speed[i] = i * 3;
      columns.climb[i] = i - 300;
      columns.heading[i] = i * 59;
      columns.battery[i] = 100 - (i % 101);
      columns.phase[i] = i % 13;
      columns.fix[i] = i % 5;
      columns.sats[i] = i % 30;
      columns.lat[i] = -399_200_001 - i;
      columns.lon[i] = -1 - i;
    }),
    createChunk(610, 20),
  ];
  test.each([gpxWriter, kmlWriter, csvWriter])("$extension comes back as it was", (writer) => {
    const [first, second] = [
      createFlight(flown),
      { ...createFlight([createChunk(5_000, 3)]), flightNo: "RW2" },
    ];
    const text = write(writer, [first, second], ["有缺失"]);
    const back = parseRecording(`航迹${writer.extension}`, Buffer.from(text));
    expect(back.leftOut.counts).toEqual({});
    expect(back.furtherFlights).toEqual([620]);
    const expected = [first, second].flatMap(({ track }) =>
      [...readSamples(track)].map((sample) => ({
        tSrc: sample.atMs,
        lat: sample.latE7,
        lon: sample.lonE7,
        hEll: sample.hEll,
        hRel: sample.hRel,
        hAgl: sample.hAgl,
        vV: sample.climb,
        heading: sample.heading,
        batPct: sample.battery,
        phase: sample.phase,
        fix: sample.fix,
        sats: sample.sats,
      })),
    );
    const found = back.samples.map((sample) => ({
      tSrc: sample.tSrc,
      lat: sample.lat,
      lon: sample.lon,
      hEll: sample.hEll ?? null,
      hRel: sample.hRel ?? null,
      hAgl: sample.hAgl ?? null,
      vV: sample.vV ?? null,
      heading: sample.heading ?? null,
      batPct: sample.batPct ?? null,
      phase: sample.phase ?? null,
      fix: sample.fix ?? null,
      sats: sample.sats ?? null,
    }));
    expect(found).toEqual(expected);
    expect(back.samples.slice(0, 3).map(({ vH }) => vH)).toEqual([0, 0.03, 0.06]);
  });
});
