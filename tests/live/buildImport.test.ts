import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import {
  type RecordedFlight,
  RecordingError,
} from "../../server/telemetry/recording/formats/recordedFlight.ts";
import { findRecordedFlight, generateAirdata } from "./recordedFlights.ts";

const t0 = Date.UTC(2026, 2, 2, 2);
const now = t0 + 86_400_000;

/** A drone that flies north at 5 m/s, a sample a second; `fields` override them. */
const createSamples = (count: number, fields: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({
    seq: i,
    tSrc: t0 + i * 1_000,
    lat: 399_200_000 + i * 449,
    lon: 1_054_600_000,
    hRel: 60,
    vH: 5,
    ...fields(i),
  }));

const createRecording = (samples: RecordedFlight["samples"], more: object = {}): RecordedFlight => ({
  samples,
  messages: [],
  photos: [],
  leftOut: { counts: {}, lines: {} },
  ...more,
});

test("figures of a flight, and chunks of at most 600 samples", () => {
  const { flights, leftOut } = buildImport(
    createRecording(createSamples(1_300, (i) => ({ hRel: i === 700 ? 120.4 : 60 }))),
    now,
  );
  expect(leftOut.counts).toEqual({});
  const [flight] = flights;
  expect(flights).toHaveLength(1);
  expect(flight).toMatchObject({
    samples: 1_300,
    startedAt: t0,
    endedAt: t0 + 1_299_000,
    maxHeightM: 120.4,
    takeoffLat: 39.92,
    takeoffLng: 105.46,
    landingLat: 39.9783251,
    landingLng: 105.46,
    photos: 0,
  });
  // 449 × 10⁻⁷ degrees of a meridian are 4.99 m, by 1,299 steps.
  expect(flight?.distanceM).toBeGreaterThan(6_450);
  expect(flight?.distanceM).toBeLessThan(6_520);
  expect(flight?.chunks.map(({ samples, lastAt }) => [samples, lastAt - t0])).toEqual([
    [600, 599_000],
    [600, 1_199_000],
    [100, 1_299_000],
  ]);
  const second = decodeTrackChunk(flight?.chunks[1]?.bytes.buffer ?? new ArrayBuffer(0));
  expect([second.t0, second.columns.dt[0], second.columns.lat[0], second.columns.hRel[100]]).toEqual([
    t0 + 600_000,
    0,
    399_200_000 + 600 * 449,
    1_204,
  ]);
});

test("a recording may be of any year of this century; a clock that was never set is wrong", () => {
  const years = 20 * 365.25 * 86_400_000;
  const { flights } = buildImport(createRecording(createSamples(10)), t0 + years);
  expect(flights.map(({ samples, startedAt }) => [samples, startedAt])).toEqual([[10, t0]]);
  const unset = createSamples(10, (i) => ({ tSrc: Date.UTC(1999, 11, 31, 23, 59, 55 + i) }));
  expect(buildImport(createRecording(unset), now).leftOut.counts).toEqual({ clock: 5 });
});

test("what is not believed is left out and counted by its reason", () => {
  const wrong: Readonly<Record<number, object>> = {
    3: { lat: 0, lon: 0 },
    4: { lat: null, lon: null },
    5: { hRel: 20_000 },
    6: { batPct: 101 },
    7: { tSrc: t0 + 2_000 },
    8: { lat: 409_200_000 },
    9: { lat: 39, lon: 105 },
    10: { tSrc: now + 61_000 },
    11: { tSrc: Date.UTC(1999, 0, 1) },
    12: { tSrc: Number.NaN },
    13: { lat: Number.NaN },
    14: { fix: "fixed", phase: "mission" },
  };
  const { flights, leftOut, cleared } = buildImport(
    createRecording(
      createSamples(20, (i) => wrong[i] ?? {}),
      { leftOut: { counts: { unreadable: 2 }, lines: { unreadable: [7] } } },
    ),
    now,
  );
  expect(leftOut.counts).toEqual({
    unreadable: 2,
    nullIsland: 1,
    noPosition: 1,
    older: 1,
    jump: 1,
    degrees: 1,
    future: 1,
    clock: 1,
    notFinite: 2,
  });
  expect(cleared).toEqual({ hRel: 1, batPct: 1 });
  expect(flights[0]?.samples).toBe(20 - 9);
});

test("photos, messages and phases become events in the order of their times", () => {
  const { flights, leftOut } = buildImport(
    createRecording(
      createSamples(30, (i) => ({ phase: i < 10 ? "takeoff" : "mission" })),
      {
        photos: [t0 + 12_000, t0 + 15_000, t0 + 99_000],
        messages: [{ tSrc: t0 + 13_000, text: `Low\u0000battery ${"x".repeat(300)}` }],
      },
    ),
    now,
  );
  expect(flights[0]?.photos).toBe(2);
  expect(leftOut.counts).toEqual({ outsideFlights: 1 });
  expect(flights[0]?.events).toEqual([
    { atMs: t0, kind: "phase", from: null, to: "takeoff" },
    { atMs: t0 + 10_000, kind: "phase", from: "takeoff", to: "mission" },
    { atMs: t0 + 12_000, kind: "photo", from: null, to: "1" },
    { atMs: t0 + 13_000, kind: "message", from: null, to: `Low battery ${"x".repeat(188)}` },
    { atMs: t0 + 15_000, kind: "photo", from: null, to: "2" },
  ]);
});

test("photos and messages between two flights, and more messages than a flight has, are counted", () => {
  const gap = 3_600_000;
  const samples = createSamples(40, (i) => ({ tSrc: t0 + i * 1_000 + (i < 20 ? 0 : gap) }));
  const reported = [t0 - 1, t0, t0 + 19_000, t0 + 19_001, t0 + gap / 2, t0 + gap + 39_000, t0 + 2 * gap];
  const { flights, leftOut } = buildImport(
    createRecording(samples, {
      photos: reported,
      messages: [
        ...reported.map((tSrc) => ({ tSrc, text: "shown" })),
        ...Array.from({ length: 2_003 }, () => ({ tSrc: t0 + gap + 30_000, text: "repeated" })),
      ],
    }),
    now,
  );
  const count = (wanted: string) =>
    flights.map(({ events }) => events.filter(({ kind }) => kind === wanted).length);
  expect([flights.map(({ photos }) => photos), count("photo"), count("message")]).toEqual([
    [2, 1],
    [2, 1],
    [2, 2_000],
  ]);
  expect(leftOut.counts).toEqual({ outsideFlights: 8, surplusMessage: 4 });
});

test("each track of a file is a flight of its own; one without a believed sample is none", () => {
  const two = [...createSamples(10), ...createSamples(5, (i) => ({ tSrc: t0 + i * 1_000 }))];
  const { flights } = buildImport(createRecording(two, { furtherFlights: [10] }), now);
  expect(flights.map(({ samples }) => samples)).toEqual([10, 5]);
  const nothing = createSamples(3, () => ({ lat: 0, lon: 0 }));
  expect(buildImport(createRecording(nothing), now)).toEqual({
    flights: [],
    leftOut: { counts: { nullIsland: 3 }, lines: {} },
    cleared: {},
  });
});

test("Airdata: the rows without a fix are counted, those with one are the track", () => {
  // 600 rows, of which the first 116 have no fix, one of them with a message.
  const recording = parseRecording("f.csv", Buffer.from(generateAirdata()));
  const { flights, leftOut } = buildImport(recording, now);
  expect(leftOut.counts).toEqual({ nullIsland: 116, outsideFlights: 1 });
  expect(flights[0]).toMatchObject({ samples: 484, maxHeightM: 30.48 });
});

const recorded = findRecordedFlight("dji_air-2s.csv");
test.runIf(recorded)("a real recording has its own times, every row is in the track or counted", () => {
  const recording = parseRecording("f.csv", readFileSync(recorded ?? ""));
  const { flights, leftOut } = buildImport(recording, Date.UTC(2026, 2, 2));
  const [flight] = flights;
  const { outsideFlights, ...lostRows } = leftOut.counts;
  // Messages before the first fix.
  expect(outsideFlights).toBe(2);
  const lost = Object.values(lostRows).reduce((sum, count) => sum + count, 0);
  expect((flight?.samples ?? 0) + lost).toBe(recording.samples.length);
  expect(flight?.samples).toBeGreaterThan(lost);
});

const faults = [
  ["garbage.gpx", "\u0001\u0002 not a recording", "format"],
  ["page.gpx", "<html><body>Hello</body></html>", "format"],
  ["cut.gpx", '<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-03-02T0', "damaged"],
  ["crossed.gpx", "<gpx><trk><trkseg></trk></trkseg></gpx>", "damaged"],
  ["empty.gpx", "<gpx><trk><trkseg></trkseg></trk></gpx>", "empty"],
  ["timeless.gpx", '<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>', "timeless"],
  ["page.kml", "<kml><Document><Placemark/></Document></kml>", "format"],
  ["cut.kml", "<kml><Document><Placemark>", "damaged"],
  ["sheet.csv", "姓名,电话\n张三,1", "format"],
  ["garbage.csv", "\u0000\u0001\u0002\u0003", "format"],
  ["garbage.tlog", "not a log at all", "format"],
  ["notes.txt", "text", "format"],
] as const;
test.each(faults)("%s is refused as such", (name, text, fault) => {
  const parse = () => parseRecording(name, Buffer.from(text));
  expect(parse).toThrow(RecordingError);
  expect(parse).toThrow(expect.objectContaining({ fault }));
});
