import { parse } from "csv-parse/sync";
import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import {
  type FlightPhase,
  flightPhase,
  flightPhases,
  positionFix,
  positionFixes,
} from "../../../adapters/contract/flight.ts";
import type { SourceSample } from "../fleet/appendSample.ts";
import { csvHeadings, csvNoteMark } from "../recording/writeCsv.ts";
import { type RecordedFlight, RecordingError, toE7 } from "./recordedFlight.ts";

type ColumnName = keyof typeof csvHeadings;

/** Whether the first line is that of a CSV which this platform exports. */
export const isExportedCsv = (text: string): boolean =>
  text.replace(/^\ufeff/, "").startsWith(`${csvHeadings.flightNo},${csvHeadings.at},`);

/** Parses a CSV that this platform exported; each of its flight numbers is a flight. */
export function parseExportedCsv(text: string): RecordedFlight {
  const [heading = [], ...lines] = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const positions = new Map(
    Object.entries(csvHeadings).map(([name, title]) => [name, heading.indexOf(title)]),
  );
  if ([...positions.values()].some((at) => at < 0))
    throw new RecordingError("This CSV lacks columns of an exported track");
  const getText = (row: readonly string[], name: ColumnName) => row[positions.get(name) ?? -1] ?? "";
  const getNumber = (row: readonly string[], name: ColumnName) => {
    const cell = getText(row, name);
    return cell === "" ? null : Number(cell);
  };
  const samples: SourceSample[] = [];
  const starts: number[] = [];
  let flightNo: string | null = null;
  const rows = lines.filter(([first = ""]) => !first.startsWith(csvNoteMark));
  for (const row of rows) {
    const tSrc = Date.parse(getText(row, "at"));
    const [lat, lon] = [getNumber(row, "lat"), getNumber(row, "lon")];
    if (!Number.isFinite(tSrc) || lat === null || lon === null) continue;
    const number = getText(row, "flightNo");
    if (flightNo !== null && number !== flightNo) starts.push(samples.length);
    flightNo = number;
    samples.push({
      seq: samples.length,
      tSrc,
      lat: toE7(lat),
      lon: toE7(lon),
      hEll: getNumber(row, "hEll"),
      hRel: getNumber(row, "hRel"),
      hAgl: getNumber(row, "hAgl"),
      vH: getNumber(row, "speed"),
      vV: getNumber(row, "climb"),
      heading: getNumber(row, "heading"),
      batPct: getNumber(row, "battery"),
      phase: findByLabel(flightPhase, flightPhases, getText(row, "phase")),
      fix: findByLabel(positionFix, positionFixes, getText(row, "fix")),
      sats: getNumber(row, "sats"),
    });
  }
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, messages: [], photos: [], skipped: rows.length - samples.length, ...furtherFlights };
}

/** The value that has this label; null for an unknown label. */
const findByLabel = <V extends FlightPhase | (typeof positionFixes)[number]>(
  dictionary: Dictionary,
  values: readonly V[],
  label: string,
): V | null => values.find((value) => dictionary.label(value) === label) ?? null;
