import { parse } from "csv-parse/sync";
import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import { e7, type RecordedFlight, RecordingFault } from "./recordedFlight.ts";

const feet = 0.3048;
const milesPerHour = 0.44704;
const kilometresPerHour = 1 / 3.6;
/** What a unit in brackets after a column's name is worth in SI. */
const units: Readonly<Record<string, number>> = {
  feet,
  ft: feet,
  mph: milesPerHour,
  "m/s": 1,
  meters: 1,
  m: 1,
  "km/h": kilometresPerHour,
};

/** DJI's flight controller modes that say more than "in the air by hand". */
const modes: Readonly<Record<string, FlightPhase>> = {
  Motors_Started: "preparing",
  Assisted_Takeoff: "takeoff",
  Auto_Takeoff: "takeoff",
  Auto_Landing: "landing",
  Go_Home: "returning",
  Waypoint: "mission",
};

/**
 * Reads a flight as Airdata exports it to CSV: a heading names each column with its unit, imperial or metric,
 * and the first column counts milliseconds from the time of the first row.
 */
export function parseAirdata(text: string): RecordedFlight {
  const [heading, ...rows] = parse(text, { trim: true, skip_empty_lines: true, relax_column_count: true });
  const columns = new Map<string, { at: number; factor: number }>();
  for (const [at, title] of (heading ?? []).entries()) {
    const [, name = title, unit = ""] = /^(.*?)\s*\((.*)\)$/.exec(title) ?? [];
    columns.set(name, { at, factor: units[unit] ?? 1 });
  }
  for (const name of ["time", "datetime", "latitude", "longitude"])
    if (!columns.has(name)) throw new RecordingFault(`An Airdata recording has a column ${name}`);

  const cellOf = (row: readonly string[], name: string) => row[columns.get(name)?.at ?? -1] ?? "";
  const number = (row: readonly string[], name: string): number | null => {
    const cell = cellOf(row, name);
    return cell === "" ? null : Number(cell) * (columns.get(name)?.factor ?? 1);
  };
  const began = startOf(cellOf(rows[0] ?? [], "datetime"), number(rows[0] ?? [], "time"));

  return rows.map((row, seq) => ({
    seq,
    tSrc: began + (number(row, "time") ?? Number.NaN),
    lat: degrees(number(row, "latitude")),
    lon: degrees(number(row, "longitude")),
    hRel: number(row, "height_above_takeoff"),
    hAgl: number(row, "height_above_ground_at_drone_location"),
    vH: number(row, "speed"),
    vV: number(row, "zSpeed"),
    heading: number(row, "compass_heading"),
    pitch: number(row, "pitch"),
    roll: number(row, "roll"),
    sats: number(row, "satellites"),
    batPct: number(row, "battery_percent"),
    homeDist: number(row, "distance"),
    phase: modes[cellOf(row, "flycState")] ?? "manual",
  }));
}

/** UTC ms of the recording's zero: the heading's clock has no zone and is UTC. */
function startOf(datetime: string, firstMs: number | null): number {
  const at = Date.parse(`${datetime.replace(" ", "T")}Z`);
  if (Number.isNaN(at)) throw new RecordingFault("The first row has no time");
  return at - (firstMs ?? 0);
}

const degrees = (value: number | null) => (value === null ? null : e7(value));
