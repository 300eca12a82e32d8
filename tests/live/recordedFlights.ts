import { existsSync } from "node:fs";
import path from "node:path";
import type { RecordedFlight } from "../../server/telemetry/recording/formats/recordedFlight.ts";
import { setupFleet, slot } from "./setupFleet.ts";

const folder = process.env.FLIGHT_DATA ?? path.resolve("../shared/data/flights");
/** Finds a real recording. Tests that need one are skipped without it. */
export const findRecordedFlight = (name: string) => {
  const file = path.join(folder, name);
  return existsSync(file) ? file : undefined;
};

interface Row {
  readonly ms: number;
  readonly lat: number;
  readonly lon: number;
  readonly feet: number;
  readonly mph: number;
  readonly battery: number;
}

/** Generates a flight at 10 Hz with the faults of real recordings: no fix at first, and two gaps. */
export function generateRows(): Row[] {
  const rows: Row[] = [];
  let ms = 0;
  for (let i = 0; i < 600; i++, ms += 100) {
    if (i === 200) ms += 1_700;
    if (i === 400) ms += 12_500;
    const isFlying = i >= 116;
    rows.push({
      ms,
      lat: isFlying ? 39.92 + (ms - 11_600) * 1e-8 * 4.5 : 0,
      lon: isFlying ? 105.46 : 0,
      feet: isFlying ? 100 : 0,
      mph: isFlying ? 11.2 : 0,
      battery: 96 - i / 50,
    });
  }
  return rows;
}

const csvHeading =
  "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet),speed(mph), zSpeed(mph), compass_heading(degrees),battery_percent,satellites,flycState,message";

/** Formats the rows as Airdata CSV, in imperial units and with a quoted comma. */
export const generateAirdata = (rows = generateRows()) =>
  [
    csvHeading,
    ...rows.map(
      ({ ms, lat, lon, feet, mph, battery }, i) =>
        `${ms},2026-03-02 02:00:00,${lat},${lon},${feet},${mph},${i < 300 ? -2.5 : 2.5}, 90.5,${battery},18,${i < 15 ? "Motors_Started" : "P-GPS"},${i === 3 ? '"Weak GPS, wait"' : ""}`,
    ),
  ].join("\n");

/** Formats the rows with a position as a GPX track. */
export const generateGpx = (rows = generateRows()) =>
  `<?xml version="1.0"?><gpx version="1.1"><trk><name>x</name><trkseg>${rows
    .filter(({ lat }) => lat !== 0)
    .map(
      ({ ms, lat, lon }) =>
        `<trkpt lon="${lon}" lat="${lat}"><ele>1250.5</ele><speed>5.01</speed><time>${new Date(Date.UTC(2026, 2, 2, 2) + ms).toISOString()}</time></trkpt>`,
    )
    .join("")}</trkseg></trk></gpx>`;

/** Replays a recording in real time; collects all drawn positions and link states. */
export function replayFlight({ samples }: Pick<RecordedFlight, "samples">) {
  const fixture = setupFleet();
  const drawn = new Set<string>();
  let last = samples[0]?.tSrc ?? 0;
  for (const sample of samples) {
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
