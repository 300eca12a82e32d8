import { parse } from "csv-parse/sync";
import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import type { SourceSample } from "../fleet/appendSample.ts";
import { type RecordedFlight, type RecordedMessage, RecordingError, toE7 } from "./recordedFlight.ts";

const metresPerFoot = 0.3048;
const metresPerSecondPerMph = 0.44704;
const metresPerSecondPerKmh = 1 / 3.6;
const metresPerSecondPerKnot = 1_852 / 3_600;
/** Factors to the units of a sample by the unit in brackets after a column's name. */
const unitFactors: Readonly<Record<string, number>> = {
  "": 1,
  millisecond: 1,
  degrees: 1,
  feet: metresPerFoot,
  ft: metresPerFoot,
  meters: 1,
  m: 1,
  mph: metresPerSecondPerMph,
  "m/s": 1,
  "km/h": metresPerSecondPerKmh,
  knots: metresPerSecondPerKnot,
};

/** Phases by the name of the DJI flight controller's mode, such as `Assisted_Takeoff`; any other is flown by hand. */
const phaseByMode: readonly (readonly [RegExp, FlightPhase])[] = [
  [/motors?_start|engine_start/i, "preparing"],
  [/take_?off/i, "takeoff"],
  [/go_?home/i, "returning"],
  [/force/i, "forcedLanding"],
  [/landing/i, "landing"],
  [/waypoint|navi_?go|mission/i, "mission"],
];

/** A recording ends when the motors stop: what is lower than this until then is on the ground. */
const groundHeightM = 0.5;

/** The cells of a table by the name of their column. */
interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly getText: (row: readonly string[], name: string) => string;
  /** In the units of a sample; null where the cell is empty. */
  readonly getNumber: (row: readonly string[], name: string) => number | null;
}

/**
 * Parses an Airdata CSV export of a DJI flight. The heading names each column and its unit, imperial or metric; the
 * `time` column counts milliseconds. `zSpeed` points down (NED).
 */
export function parseAirdata(text: string): RecordedFlight {
  const table = readTable(text);
  const { rows, getText, getNumber } = table;
  const zeroMs = findZeroTime(table);
  const samples: SourceSample[] = [];
  const messages: RecordedMessage[] = [];
  const photos: number[] = [];
  let isPhoto = false;
  let isVideo = false;
  for (const row of rows) {
    const tSrc = zeroMs + (getNumber(row, "time") ?? Number.NaN);
    if (!Number.isFinite(tSrc)) continue;
    samples.push(toSample(table, row, tSrc, samples.length));
    const message = getText(row, "message");
    if (message) messages.push({ tSrc, text: message });
    // Both are 1 for as long as it takes.
    const wasPhoto: boolean = isPhoto;
    isPhoto = getNumber(row, "isPhoto") === 1;
    if (isPhoto && !wasPhoto) photos.push(tSrc);
    const wasVideo: boolean = isVideo;
    isVideo = getNumber(row, "isVideo") === 1;
    if (isVideo !== wasVideo) messages.push({ tSrc, text: isVideo ? "开始录像" : "停止录像" });
  }
  return {
    samples: markGroundPhases(samples),
    messages,
    photos,
    skipped: rows.length - samples.length,
  };
}

/** @throws RecordingError for a table that is not one of Airdata's, or has a unit that is not known */
function readTable(text: string): Table {
  const [heading = [], ...rows] = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const columns = new Map<string, { readonly at: number; readonly unit: string }>();
  for (const [at, title] of heading.entries()) {
    const [, name = title, unit = ""] = /^(.*?)\s*\((.*)\)$/.exec(title) ?? [];
    columns.set(name, { at, unit });
  }
  for (const name of ["time", "datetime", "latitude", "longitude"])
    if (!columns.has(name)) throw new RecordingError(`An Airdata recording has a column ${name}`);
  if (columns.get("datetime")?.unit !== "utc")
    throw new RecordingError("An Airdata recording has its time in a column datetime(utc)");
  const getText: Table["getText"] = (row, name) => row[columns.get(name)?.at ?? -1] ?? "";
  const getNumber: Table["getNumber"] = (row, name) => {
    const cell = getText(row, name);
    if (cell === "") return null;
    const { unit = "" } = columns.get(name) ?? {};
    const factor = lookUp(unitFactors, unit);
    if (factor === undefined)
      throw new RecordingError(`The unit of the column ${name}(${unit}) is not known`);
    return Number(cell) * factor;
  };
  return { rows, getText, getNumber };
}

/** UTC ms at which the `time` column is zero, by the first row that has both times. */
function findZeroTime({ rows, getText, getNumber }: Table): number {
  for (const row of rows) {
    const at = Date.parse(`${getText(row, "datetime").replace(" ", "T")}Z`);
    const zeroMs = at - (getNumber(row, "time") ?? Number.NaN);
    if (Number.isFinite(zeroMs)) return zeroMs;
  }
  throw new RecordingError("No row of the recording has a time");
}

function toSample(
  { getText, getNumber }: Table,
  row: readonly string[],
  tSrc: number,
  seq: number,
): SourceSample {
  const getPosition = (name: string) => {
    const degrees = getNumber(row, name);
    return degrees === null ? null : toE7(degrees);
  };
  const downwards = getNumber(row, "zSpeed");
  return {
    seq,
    tSrc,
    lat: getPosition("latitude"),
    lon: getPosition("longitude"),
    hRel: getNumber(row, "height_above_takeoff"),
    hAgl: getNumber(row, "height_above_ground_at_drone_location"),
    vH: getNumber(row, "speed"),
    // A difference, as the negative of zero would be another zero.
    vV: downwards === null ? null : 0 - downwards,
    heading: getNumber(row, "compass_heading"),
    pitch: getNumber(row, "pitch"),
    roll: getNumber(row, "roll"),
    sats: getNumber(row, "satellites"),
    batPct: getNumber(row, "battery_percent"),
    homeDist: getNumber(row, "distance"),
    phase: toPhase(getText(row, "flycState")),
  };
}

/** Null where the recording names no mode. */
function toPhase(mode: string): FlightPhase | null {
  if (mode === "") return null;
  return phaseByMode.find(([pattern]) => pattern.test(mode))?.[1] ?? "manual";
}

/** Rows on the ground have the modes of flying by hand too: before the motors start and after the landing. */
function markGroundPhases(samples: readonly SourceSample[]): SourceSample[] {
  const motorsAt = samples.findIndex(({ phase }) => phase === "preparing" || phase === "takeoff");
  const isLow = ({ hRel }: SourceSample) => typeof hRel === "number" && Math.abs(hRel) <= groundHeightM;
  const landedAt = samples.findLastIndex((sample) => !isLow(sample)) + 1;
  return samples.map((sample, at): SourceSample => {
    if (sample.phase !== "manual") return sample;
    if (at < motorsAt) return { ...sample, phase: "standby" };
    // Nothing was in the air before the first row.
    return at >= landedAt && landedAt > 0 ? { ...sample, phase: "landed" } : sample;
  });
}
