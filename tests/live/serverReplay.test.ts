import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAirdata } from "../../server/telemetry/replay/parseAirdata.ts";
import { parseGpx } from "../../server/telemetry/replay/parseGpx.ts";
import type { RecordedFlight } from "../../server/telemetry/replay/recordedFlight.ts";
import { findRecordedFlight, generateAirdata, generateGpx } from "./recordedFlights.ts";
import { setupFleet, slot } from "./setupFleet.ts";

/** Replays a recording in real time; collects all drawn positions and link states. */
function replayFlight(flight: RecordedFlight) {
  const fixture = setupFleet();
  const drawn = new Set<string>();
  let last = flight[0]?.tSrc ?? 0;
  for (const sample of flight) {
    fixture.advance(last + 500, sample.tSrc - 1);
    last = sample.tSrc;
    fixture.send(sample);
    const { lat, lon } = fixture.fleet.columns;
    if (fixture.fleet.hasPosition[slot]) drawn.add(`${lat[slot]} ${lon[slot]}`);
  }
  const nearZero = [...drawn].filter((place) =>
    place.split(" ").every((value) => Math.abs(Number(value)) < 10_000_000),
  );
  return { ...fixture, drawn, nearZero };
}

describe("a generated recording with realistic faults", () => {
  test("parses from Airdata CSV into SI units", () => {
    const flight = parseAirdata(generateAirdata());
    expect(flight).toHaveLength(600);
    expect(flight[0]).toMatchObject({
      tSrc: 1_772_416_800_000,
      lat: 0,
      lon: 0,
      phase: "preparing",
      hAgl: null,
    });
    expect(flight[3]?.batPct).toBe(95.94);
    const sample = flight[150];
    expect(sample?.hRel).toBeCloseTo(30.48, 6);
    expect(sample?.vH).toBeCloseTo(5.006_848, 6);
    expect(sample).toMatchObject({ heading: 90.5, sats: 18, phase: "manual", lon: 1_054_600_000 });
  });

  test("is never drawn at (0,0); a short gap is delayed, a long one lost", () => {
    const { rejected, nearZero, linkChanges, drawn } = replayFlight(parseAirdata(generateAirdata()));
    expect(rejected).toEqual(Array.from({ length: 116 }, () => "nullIsland"));
    expect(nearZero).toEqual([]);
    expect(drawn.size).toBeGreaterThan(400);
    expect(linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
  });

  test("parses from GPX, with heights above the ellipsoid only", () => {
    const flight = parseGpx(generateGpx());
    expect(flight).toHaveLength(484);
    expect(flight[0]).toEqual({
      seq: 0,
      tSrc: 1_772_416_811_600,
      lat: 399_200_000,
      lon: 1_054_600_000,
      hEll: 1_250.5,
      vH: 5.01,
    });
    expect(replayFlight(flight).linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
  });
});

test.each([
  ["an empty file", ""],
  ["another table", "a,b\n1,2"],
  ["rows without a time", "time(millisecond),datetime(utc),latitude,longitude\n0,never,1,2"],
])("the Airdata parser rejects %s", (_name, text) => {
  expect(() => parseAirdata(text)).toThrow(/recording|time/);
});

test.each([
  ["an empty file", ""],
  ["another document", "<html><body>1</body></html>"],
  ["points without times", '<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>'],
])("the GPX parser rejects %s", (_name, text) => {
  expect(() => parseGpx(text)).toThrow("not a GPX track");
});

const csv = findRecordedFlight("dji_air-2s.csv");
describe.runIf(csv)("the recorded DJI Air 2S flight in FLIGHT_DATA", () => {
  const text = (name: string) => readFileSync(findRecordedFlight(name) ?? "", "utf8");

  test("rejects 116 rows at (0,0); the 1.8 s gap is delayed, the 12.6 s gap lost", () => {
    const flight = parseAirdata(text("dji_air-2s.csv"));
    const { rejected, nearZero, linkChanges, fleet } = replayFlight(flight);
    expect(flight).toHaveLength(11_614);
    expect(rejected).toEqual(Array.from({ length: 116 }, () => "nullIsland"));
    expect(nearZero).toEqual([]);
    expect(linkChanges).toEqual(["delayed", "fresh", "delayed", "lost", "fresh"]);
    expect(fleet.getFlightStats(slot).maxHeightM).toBeCloseTo(119.6, 2);
  });

  test("has the same distance in GPX", () => {
    const fromCsv = replayFlight(parseAirdata(text("dji_air-2s.csv"))).fleet.getFlightStats(slot).distanceM;
    const { rejected, fleet } = replayFlight(parseGpx(text("dji_air-2s.gpx")));
    expect(rejected).toEqual([]);
    expect(Math.abs(fleet.getFlightStats(slot).distanceM - fromCsv)).toBeLessThan(10);
  });
});
