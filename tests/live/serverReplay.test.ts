import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readXml } from "../../server/files/readXml.ts";
import { parseAirdata as parseAirdataTable } from "../../server/telemetry/recording/formats/parseAirdata.ts";
import { parseGpx as parseGpxTree } from "../../server/telemetry/recording/formats/parseGpx.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { readCsv } from "../../server/telemetry/recording/formats/readCsv.ts";
import { RecordingError } from "../../server/telemetry/recording/formats/recordedFlight.ts";
import { findRecordedFlight, generateAirdata, generateGpx, replayFlight } from "./recordedFlights.ts";
import { slot } from "./setupFleet.ts";

const parseAirdata = (text: string) => parseAirdataTable(readCsv(text), null);
const parseGpx = (text: string) => parseGpxTree(readXml(text));

describe("a generated recording with realistic faults", () => {
  test("parses from Airdata CSV into SI units; what points down becomes negative", () => {
    const { samples, leftOut } = parseAirdata(generateAirdata());
    expect([samples.length, leftOut.counts]).toEqual([600, {}]);
    expect(samples[0]).toMatchObject({
      tSrc: 1_772_416_800_000,
      lat: 0,
      lon: 0,
      phase: "preparing",
      hAgl: null,
    });
    expect(samples[3]?.batPct).toBe(95.94);
    const sample = samples[150];
    expect(sample?.hRel).toBeCloseTo(30.48, 6);
    expect(sample?.vH).toBeCloseTo(5.006_848, 6);
    // 2.5 mph: up in the first half, where zSpeed is −2.5.
    expect([sample?.vV, samples[500]?.vV]).toEqual([1.1176, -1.1176]);
    expect(sample).toMatchObject({ heading: 90.5, sats: 18, phase: "manual", lon: 1_054_600_000 });
  });

  test("is never drawn at (0,0); a short gap is delayed, a long one lost", () => {
    const { rejected, nearZero, linkChanges, drawn } = replayFlight(parseAirdata(generateAirdata()));
    expect(rejected).toEqual(Array.from({ length: 116 }, () => "nullIsland"));
    expect(nearZero).toEqual([]);
    expect(drawn.size).toBeGreaterThan(400);
    expect(linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
  });

  test("parses from GPX, with heights above its first point and no phase", () => {
    const flight = parseGpx(generateGpx());
    expect(flight.samples).toHaveLength(484);
    expect(flight.samples[0]).toEqual({
      seq: 0,
      tSrc: 1_772_416_811_600,
      lat: 399_200_000,
      lon: 1_054_600_000,
      // A height above the sea is none above the ellipsoid.
      hEll: null,
      hRel: 0,
      vH: 5.01,
    });
    expect(replayFlight(flight).linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
  });
});

test("GPX gives the height above the ellipsoid where it has that of the geoid", () => {
  const point = (second: number, heights: string) =>
    `<trkpt lat="39.92" lon="105.46">${heights}<time>2026-03-02T02:00:0${second}Z</time></trkpt>`;
  const { samples } = parseGpx(
    `<gpx><trk><trkseg>${point(0, "<ele>1250.5</ele><geoidheight>-40.5</geoidheight>")}${point(1, "<ele>1262</ele>")}${point(2, "")}</trkseg></trk></gpx>`,
  );
  expect(samples.map(({ hEll, hRel }) => [hEll, hRel])).toEqual([
    [1_210, 0],
    [null, 11.5],
    [null, null],
  ]);
});

const airdataHeading =
  "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),speed(m/s), zSpeed(m/s),isPhoto,isVideo,flycState,message";
const createAirdata = (...rows: readonly string[]) => [airdataHeading, ...rows].join("\n");

describe("an Airdata recording", () => {
  test("in metric units is taken as it is", () => {
    const { samples } = parseAirdata(
      createAirdata("0,2026-03-02 02:00:00,39.92,105.46,12.5,3.25,-1.5,0,0,P-GPS,"),
    );
    expect(samples[0]).toMatchObject({ hRel: 12.5, vH: 3.25, vV: 1.5, phase: "manual" });
  });

  test("starts at the first row that has both times; rows without a time are counted", () => {
    const { samples, leftOut } = parseAirdata(
      createAirdata(
        ",2026-03-02 02:00:00,39.92,105.46,0,0,0,0,0,P-GPS,",
        "2000,2026-03-02 02:00:02,39.92,105.46,0,0,0,0,0,P-GPS,",
        "2100,,39.92,105.46,0,0,0,0,0,P-GPS,",
      ),
    );
    expect(samples.map(({ tSrc }) => tSrc)).toEqual([1_772_416_802_000, 1_772_416_802_100]);
    expect(leftOut).toMatchObject({ counts: { noTime: 1 }, lines: { noTime: [2] } });
  });

  test("has a phase for each mode of the flight controller; on the ground it waits, or has landed", () => {
    const modes: readonly (readonly [mode: string, height: number])[] = [
      ["P-GPS", 0],
      ["Motors_Started", 0],
      ["Assisted_Takeoff", 0.2],
      ["P-GPS", 0.3],
      ["Sport", 20],
      ["Waypoint", 20],
      ["Go_Home", 20],
      ["Force_Landing", 5],
      ["Auto_Landing", 2],
      ["", 2],
      ["P-GPS", 0.6],
      ["P-GPS", 0.1],
      ["P-GPS", -0.1],
    ];
    const rows = modes.map(
      ([mode, height], i) => `${i * 100},2026-03-02 02:00:00,39.92,105.46,${height},0,0,0,0,${mode},`,
    );
    expect(parseAirdata(createAirdata(...rows)).samples.map(({ phase }) => phase)).toEqual([
      "standby",
      "preparing",
      "takeoff",
      "manual",
      "manual",
      "mission",
      "returning",
      "forcedLanding",
      "landing",
      null,
      "manual",
      "landed",
      "landed",
    ]);
  });

  test("has photos once each, and messages with the beginning and end of a video", () => {
    const row = (i: number, photo: number, video: number, message = "") =>
      `${i * 100},2026-03-02 02:00:00,39.92,105.46,20,0,0,${photo},${video},P-GPS,"${message}"`;
    const { photos, messages } = parseAirdata(
      createAirdata(row(0, 0, 0, "Weak GPS, wait"), row(1, 1, 0), row(2, 1, 1), row(3, 0, 1), row(4, 1, 0)),
    );
    const start = 1_772_416_800_000;
    expect(photos).toEqual([start + 100, start + 400]);
    expect(messages).toEqual([
      { tSrc: start, text: "Weak GPS, wait" },
      { tSrc: start + 200, text: "开始录像" },
      { tSrc: start + 400, text: "停止录像" },
    ]);
  });

  test.each([
    ["an empty file", "", "has a column datetime"],
    ["another table", "a,b\n1,2", "has a column datetime"],
    ["rows without a time", "time(millisecond),datetime(utc),latitude,longitude\n0,never,1,2", "No row"],
    [
      "local times",
      "time(millisecond),datetime(local),latitude,longitude\n0,2026-03-02 02:00:00,1,2",
      "no time zone",
    ],
  ])("is rejected: %s", (_name, text, said) => {
    expect(() => parseAirdata(text)).toThrow(said);
    expect(() => parseAirdata(text)).toThrow(RecordingError);
  });
});

const createGpx = (...points: readonly string[]) =>
  `<gpx version="1.1"><trk><trkseg></trkseg><trkseg>${points.join("")}</trkseg></trk></gpx>`;
const gpxPoint = (lat: number, second: number, inner = "") =>
  `<trkpt lat="${lat}" lon="105.46">${inner}<time>2026-03-02T02:00:${String(second).padStart(2, "0")}Z</time></trkpt>`;

describe("a GPX recording", () => {
  test("leaves out points at (0,0) and points without a time, and counts them", () => {
    const nowhere = '<trkpt lat="0" lon="0"><time>2026-03-02T02:00:00Z</time></trkpt>';
    const timeless = '<trkpt lat="39.92" lon="105.46"><ele>1</ele></trkpt>';
    const { samples, leftOut } = parseGpx(createGpx(nowhere, timeless, gpxPoint(39.92, 3)));
    expect(samples.map(({ tSrc }) => tSrc)).toEqual([1_772_416_803_000]);
    expect(leftOut.counts).toEqual({ nullIsland: 1, noTime: 1, emptyTrack: 1 });
  });

  test("computes the speed that it does not name, but not over a gap or a jump", () => {
    // 0.0001° are 11.1 m.
    const { samples } = parseGpx(
      createGpx(gpxPoint(39.92, 0), gpxPoint(39.9201, 2), gpxPoint(39.9202, 20), gpxPoint(39.93, 21)),
    );
    expect(samples.map(({ vH }) => vH)).toEqual([null, expect.closeTo(5.56, 2), null, null]);
  });

  test("adds the geoid's height to the height above the sea", () => {
    const inner = "<ele>100</ele><geoidheight>-30.5</geoidheight>";
    expect(parseGpx(createGpx(gpxPoint(39.92, 0, inner))).samples[0]?.hEll).toBe(69.5);
  });

  test.each([
    ["points without times", createGpx('<trkpt lat="1" lon="2"/>'), "no points with a place and a time"],
  ])("is rejected: %s", (_name, text, said) => {
    expect(() => parseGpx(text)).toThrow(said);
  });
});

const encode = (text: string) => new TextEncoder().encode(text);

describe("a recorded flight", () => {
  test.each([["a.gpx"], ["A.GPX"]])("is parsed by its name: %s", (name) => {
    expect(parseRecording(name, encode(generateGpx())).samples).toHaveLength(484);
  });

  test.each([
    [
      "flight.ulg",
      "",
      "flight.ulg: a recorded flight is a .gpx, .kml, .kmz, Airdata .csv or MAVLink .tlog file",
    ],
    ["none.gpx", "", "none.gpx: This is not XML"],
    ["page.gpx", "<html><body>1</body></html>", "page.gpx: This is neither GPX nor KML but html"],
    ["none.csv", `${airdataHeading}\n`, "none.csv: No row of the recording has a time"],
    ["quote.csv", '"', "quote.csv: An Airdata recording has a column datetime"],
    ["broken.gpx", "<gpx", "broken.gpx: "],
    ["empty.tlog", "", "empty.tlog: This telemetry log has no position of an autopilot"],
  ])("is refused with its name and why: %s", (name, text, said) => {
    expect(() => parseRecording(`/folder/${name}`, encode(text))).toThrow(said);
    expect(() => parseRecording(`/folder/${name}`, encode(text))).toThrow(RecordingError);
  });
});

const csv = findRecordedFlight("dji_air-2s.csv");
describe.runIf(csv)("the recorded DJI Air 2S flight in FLIGHT_DATA", () => {
  const parse = (name: string) => {
    const file = findRecordedFlight(name) ?? "";
    return parseRecording(file, readFileSync(file));
  };

  test("rejects 116 rows at (0,0); the 1.8 s gap is delayed, the 12.6 s gap lost", () => {
    const flight = parse("dji_air-2s.csv");
    const { rejected, nearZero, linkChanges, fleet } = replayFlight(flight);
    expect(flight.samples).toHaveLength(11_614);
    expect(rejected).toEqual(Array.from({ length: 116 }, () => "nullIsland"));
    expect(nearZero).toEqual([]);
    expect(linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
    expect(fleet.getFlightStats(slot).maxHeightM).toBeCloseTo(119.6, 2);
  });

  test("climbs where its height grows", () => {
    const { samples } = parse("dji_air-2s.csv");
    const climbs = samples.flatMap(({ hRel, vV, tSrc }, i) => {
      const later = samples[i + 10];
      const seconds = ((later?.tSrc ?? 0) - tSrc) / 1_000;
      const rate = ((later?.hRel ?? Number.NaN) - (hRel ?? Number.NaN)) / seconds;
      return Math.abs(rate) > 1 && seconds < 1.5 ? [rate * (vV ?? Number.NaN)] : [];
    });
    expect(climbs.length).toBeGreaterThan(500);
    expect(climbs.filter((product) => product > 0).length / climbs.length).toBeGreaterThan(0.95);
  });

  test("has its messages, videos and photos, is on the ground at the end, and has no end reason", () => {
    const { samples, messages, photos } = parse("dji_air-2s.csv");
    // 78 rows with a message, and four videos.
    expect(messages).toHaveLength(86);
    expect(photos).toHaveLength(46);
    expect(samples[0]).toMatchObject({
      phase: "standby",
      modeReason: "Aircraft in Altitude Zone. Max altitude set to 98 ft (Code:",
    });
    expect(samples[5_000]?.phase).toBe("manual");
    expect(samples.at(-1)).toMatchObject({ phase: "landed", modeReason: null });
  });

  test("has the same distance in GPX", () => {
    const fromCsv = replayFlight(parse("dji_air-2s.csv")).fleet.getFlightStats(slot).distanceM;
    const flight = parse("dji_air-2s.gpx");
    const { rejected, fleet } = replayFlight(flight);
    expect([flight.samples.length, flight.leftOut.counts, rejected]).toEqual([10_817, {}, []]);
    expect(Math.abs(fleet.getFlightStats(slot).distanceM - fromCsv)).toBeLessThan(10);
  });
});
