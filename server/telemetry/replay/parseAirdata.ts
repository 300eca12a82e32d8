import { parse } from "csv-parse/sync";
import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

const metresPerFoot = 0.3048;
const metresPerSecondPerMph = 0.44704;
const metresPerSecondPerKmh = 1 / 3.6;
/** Factors to SI by the unit in brackets after a column's name. */
const unitFactors: Readonly<Record<string, number>> = {
  feet: metresPerFoot,
  ft: metresPerFoot,
  mph: metresPerSecondPerMph,
  "m/s": 1,
  meters: 1,
  m: 1,
  "km/h": metresPerSecondPerKmh,
};

/** DJI flight controller modes that map to a phase other than `manual`. */
const phaseByMode: Readonly<Record<string, FlightPhase>> = {
  Motors_Started: "preparing",
  Assisted_Takeoff: "takeoff",
  Auto_Takeoff: "takeoff",
  Auto_Landing: "landing",
  Go_Home: "returning",
  Waypoint: "mission",
};

/**
 * Parses an Airdata CSV export. The heading names each column and its unit, imperial or metric; the `time` column
 * counts milliseconds.
 */
export function parseAirdata(text: string): RecordedFlight {
  const [heading, ...rows] = parse(text, { trim: true, skip_empty_lines: true, relax_column_count: true });
  const columns = new Map<string, { at: number; factor: number }>();
  for (const [at, title] of (heading ?? []).entries()) {
    const [, name = title, unit = ""] = /^(.*?)\s*\((.*)\)$/.exec(title) ?? [];
    columns.set(name, { at, factor: unitFactors[unit] ?? 1 });
  }
  for (const name of ["time", "datetime", "latitude", "longitude"])
    if (!columns.has(name)) throw new RecordingError(`An Airdata recording has a column ${name}`);

  const getCell = (row: readonly string[], name: string) => row[columns.get(name)?.at ?? -1] ?? "";
  const getNumber = (row: readonly string[], name: string): number | null => {
    const cell = getCell(row, name);
    return cell === "" ? null : Number(cell) * (columns.get(name)?.factor ?? 1);
  };
  const startMs = parseStartTime(getCell(rows[0] ?? [], "datetime"), getNumber(rows[0] ?? [], "time"));

  return rows.map((row, seq) => ({
    seq,
    tSrc: startMs + (getNumber(row, "time") ?? Number.NaN),
    lat: toE7OrNull(getNumber(row, "latitude")),
    lon: toE7OrNull(getNumber(row, "longitude")),
    hRel: getNumber(row, "height_above_takeoff"),
    hAgl: getNumber(row, "height_above_ground_at_drone_location"),
    vH: getNumber(row, "speed"),
    vV: getNumber(row, "zSpeed"),
    heading: getNumber(row, "compass_heading"),
    pitch: getNumber(row, "pitch"),
    roll: getNumber(row, "roll"),
    sats: getNumber(row, "satellites"),
    batPct: getNumber(row, "battery_percent"),
    homeDist: getNumber(row, "distance"),
    phase: phaseByMode[getCell(row, "flycState")] ?? "manual",
  }));
}

/** UTC ms at which the `time` column is zero. The `datetime` column has no zone and is UTC. */
function parseStartTime(datetime: string, firstMs: number | null): number {
  const at = Date.parse(`${datetime.replace(" ", "T")}Z`);
  if (Number.isNaN(at)) throw new RecordingError("The first row has no time");
  return at - (firstMs ?? 0);
}

const toE7OrNull = (value: number | null) => (value === null ? null : toE7(value));
