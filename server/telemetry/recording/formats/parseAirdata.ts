import type { FlightPhase } from "../../../../adapters/contract/flight.ts";
import { airborneSpeedMs } from "../../../../adapters/contract/inTheAir.ts";
import { parseDecimal } from "../../../../adapters/contract/parseDecimal.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import { landedDurationMs } from "../../flights/takeOff.ts";
import { createLeftOutNotes, type LeftOutNotes } from "./leftOutNotes.ts";
import { type AssumedZone, describeOddTime, parseInstant } from "./parseInstant.ts";
import { type CsvRow, type CsvTable, hasSurplus } from "./readCsv.ts";
import { type RecordedFlight, type RecordedMessage, RecordingError, toE7 } from "./recordedFlight.ts";
import { findUnitFactor } from "./unitFactors.ts";

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

/** The cells of a row by the name of their column. */
interface Table {
  readonly rows: readonly CsvRow[];
  readonly getText: (row: CsvRow, name: string) => string;
  /** In the units of a sample; null where the cell is empty, or the unit is not known. */
  readonly getNumber: (row: CsvRow, name: string) => number | null;
  /** UTC ms by the column of dates; NaN where it has none. */
  readonly getDate: (row: CsvRow) => number;
  readonly getDateText: (row: CsvRow) => string;
}

/**
 * Parses an Airdata CSV export of a DJI flight. The heading names each column and its unit, imperial or metric; the
 * `time` column counts milliseconds. `zSpeed` points down (NED).
 * @param zone of a file that has local times only
 */
export function parseAirdata(csv: CsvTable, zone: AssumedZone): RecordedFlight {
  const notes = createLeftOutNotes();
  const table = createTable(csv, zone, notes);
  const { rows, getText, getNumber } = table;
  const zeroMs = findZeroTime(table);
  const endsInText = csv.heading.at(-1)?.toLowerCase() === "message";
  const samples: SourceSample[] = [];
  const lines: number[] = [];
  const messages: RecordedMessage[] = [];
  const photos: number[] = [];
  let isPhoto = false;
  let isVideo = false;
  for (const row of rows) {
    // The messages of some programs are not quoted.
    if (!endsInText && hasSurplus(row.cells, csv.heading)) {
      notes.note("unreadable", row.line);
      continue;
    }
    const tSrc = zeroMs === null ? table.getDate(row) : zeroMs + (getNumber(row, "time") ?? Number.NaN);
    if (!Number.isFinite(tSrc)) {
      notes.note("noTime", row.line);
      continue;
    }
    samples.push(toSample(table, row, tSrc, samples.length));
    lines.push(row.line);
    const message = getText(row, "message");
    if (message) messages.push({ tSrc, text: message });
    // Both are 1 for as long as it takes.
    const wasPhoto: boolean = isPhoto;
    isPhoto = getNumber(row, "isphoto") === 1;
    if (isPhoto && !wasPhoto) photos.push(tSrc);
    const wasVideo: boolean = isVideo;
    isVideo = getNumber(row, "isvideo") === 1;
    if (isVideo !== wasVideo) messages.push({ tSrc, text: isVideo ? "开始录像" : "停止录像" });
  }
  return { samples: markGroundPhases(samples), lines, messages, photos, leftOut: notes };
}

interface Column {
  readonly at: number;
  readonly unit: string;
}

/** The columns by their names, lower case; some are there in two units. */
function readColumns(heading: readonly string[]): ReadonlyMap<string, readonly Column[]> {
  const columns = new Map<string, Column[]>();
  for (const [at, title] of heading.entries()) {
    const [, name = title, unit = ""] = /^(.*?)\s*\((.*)\)$/.exec(title) ?? [];
    const key = name.trim().toLowerCase();
    columns.set(key, [...(columns.get(key) ?? []), { at, unit: unit.trim().toLowerCase() }]);
  }
  return columns;
}

const needed = ["datetime", "latitude", "longitude"];

/** @throws RecordingError for a table that is not one of Airdata's */
function createTable({ heading, rows }: CsvTable, zone: AssumedZone, { note }: LeftOutNotes): Table {
  const columns = readColumns(heading);
  const missing = needed.filter((name) => !columns.has(name));
  if (missing.length > 0) {
    const isAirdata = missing.length < needed.length;
    throw new RecordingError(`An Airdata recording has a column ${missing[0]}`, {
      told: isAirdata ? `CSV 缺少列 ${missing.join("、")}，请用 Airdata 重新导出后再导入` : null,
    });
  }
  const find = (name: string) => {
    const found = columns.get(name) ?? [];
    return found.find(({ unit }) => findUnitFactor(unit) !== undefined) ?? found[0];
  };
  const getText: Table["getText"] = ({ cells }, name) => cells[columns.get(name)?.[0]?.at ?? -1] ?? "";
  const getNumber: Table["getNumber"] = ({ cells, line }, name) => {
    const { at, unit } = find(name) ?? { at: -1, unit: "" };
    const cell = cells[at] ?? "";
    if (cell === "") return null;
    const factor = findUnitFactor(unit);
    if (factor === undefined) note("unknownUnit", line);
    return factor === undefined ? null : parseDecimal(cell) * factor;
  };
  const dates = columns.get("datetime") ?? [];
  const utc = dates.find(({ unit }) => unit === "utc");
  const date = utc ?? dates[0];
  const getDateText: Table["getDateText"] = ({ cells }) => cells[date?.at ?? -1] ?? "";
  const getDate: Table["getDate"] = (row) => parseInstant(getDateText(row), utc ? "Z" : zone);
  return { rows, getText, getNumber, getDate, getDateText };
}

/** UTC ms at which the `time` column is zero, by the first row that has both times; null where none has. */
function findZeroTime({ rows, getDate, getNumber, getDateText }: Table): number | null {
  let hasDate = false;
  for (const row of rows) {
    const at = getDate(row);
    hasDate ||= Number.isFinite(at);
    const zeroMs = at - (getNumber(row, "time") ?? Number.NaN);
    if (Number.isFinite(zeroMs)) return zeroMs;
  }
  if (!hasDate)
    throw new RecordingError("No row of the recording has a time", {
      fault: rows.length > 0 ? "timeless" : "empty",
      told: describeOddTime(rows.map((row) => ({ text: getDateText(row), line: row.line }))),
    });
  return null;
}

function toSample({ getText, getNumber }: Table, row: CsvRow, tSrc: number, seq: number): SourceSample {
  const getPosition = (name: string) => {
    const degrees = getNumber(row, name);
    return degrees === null ? null : toE7(degrees);
  };
  const downwards = getNumber(row, "zspeed");
  return {
    seq,
    tSrc,
    lat: getPosition("latitude"),
    lon: getPosition("longitude"),
    // Older exports have it by another name.
    hRel: getNumber(row, "height_above_takeoff") ?? getNumber(row, "ascent"),
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
    phase: toPhase(getText(row, "flycstate")),
  };
}

/** Null where the recording names no mode. */
function toPhase(mode: string): FlightPhase | null {
  if (mode === "") return null;
  return phaseByMode.find(([pattern]) => pattern.test(mode))?.[1] ?? "manual";
}

/**
 * Rows on the ground have the modes of flying by hand too: before the motors start, after the landing, and for as long
 * as it stands between two flights.
 */
function markGroundPhases(samples: readonly SourceSample[]): SourceSample[] {
  const motorsAt = samples.findIndex(({ phase }) => phase === "preparing" || phase === "takeoff");
  const isLow = ({ hRel }: SourceSample) => typeof hRel === "number" && Math.abs(hRel) <= groundHeightM;
  const landedAt = samples.findLastIndex((sample) => !isLow(sample)) + 1;
  const standing = findStanding(samples, isLow);
  return samples.map((sample, at): SourceSample => {
    if (sample.phase !== "manual") return sample;
    if (at < motorsAt) return { ...sample, phase: "standby" };
    // Nothing was in the air before the first row.
    return (at >= landedAt && landedAt > 0) || standing.has(at) ? { ...sample, phase: "landed" } : sample;
  });
}

/** Rows of which the drone stands low for as long as ends a flight. */
function findStanding(
  samples: readonly SourceSample[],
  isLow: (sample: SourceSample) => boolean,
): ReadonlySet<number> {
  const standing = new Set<number>();
  let from = 0;
  for (const [at, sample] of samples.entries()) {
    if (!isLow(sample) || (sample.vH ?? 0) > airborneSpeedMs) from = at + 1;
    else if (sample.tSrc - (samples[from]?.tSrc ?? 0) >= landedDurationMs)
      for (let row = at; row >= from && !standing.has(row); row--) standing.add(row);
  }
  return standing;
}
