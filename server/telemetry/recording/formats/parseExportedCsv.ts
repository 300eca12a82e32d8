import type { Dictionary } from "../../../../adapters/contract/defineEnum.ts";
import {
  type FlightPhase,
  flightPhase,
  flightPhases,
  positionFix,
  positionFixes,
} from "../../../../adapters/contract/flight.ts";
import { parseDecimal } from "../../../../adapters/contract/parseDecimal.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import { csvHeadings, csvNoteMark } from "../writeCsv.ts";
import { createLeftOutNotes } from "./leftOutNotes.ts";
import { parseInstant } from "./parseInstant.ts";
import { type CsvTable, hasSurplus } from "./readCsv.ts";
import { type RecordedFlight, toE7 } from "./recordedFlight.ts";

type ColumnName = keyof typeof csvHeadings;

/** A heading in any width and spacing: people and programs change its brackets and blanks. */
const plain = (title: string) => title.normalize("NFKC").replace(/\s/g, "").toUpperCase();

const findColumn = (heading: readonly string[], title: string): number =>
  heading.findIndex((found) => plain(found) === plain(title));

/** Whether a table is one that this platform exports; columns that were deleted since are unknown. */
export const isExportedCsv = ({ heading }: CsvTable): boolean =>
  [csvHeadings.at, csvHeadings.lat, csvHeadings.lon].every((title) => findColumn(heading, title) >= 0);

/** Parses a CSV that this platform exported; each of its flight numbers is a flight. */
export function parseExportedCsv({ heading, rows }: CsvTable): RecordedFlight {
  const positions = new Map(
    Object.entries(csvHeadings).map(([name, title]) => [name, findColumn(heading, title)]),
  );
  const getText = (cells: readonly string[], name: ColumnName) => cells[positions.get(name) ?? -1] ?? "";
  const getNumber = (cells: readonly string[], name: ColumnName) => {
    const cell = getText(cells, name);
    return cell === "" ? null : parseDecimal(cell);
  };
  const notes = createLeftOutNotes();
  const samples: SourceSample[] = [];
  const lines: number[] = [];
  const starts: number[] = [];
  let flightNo: string | null = null;
  for (const { cells, line } of rows) {
    if (cells[0]?.startsWith(csvNoteMark)) continue;
    if (hasSurplus(cells, heading)) {
      notes.note("unreadable", line);
      continue;
    }
    // The heading says UTC; another program may have taken the zone away.
    const tSrc = parseInstant(getText(cells, "at"), "Z");
    const [lat, lon] = [getNumber(cells, "lat"), getNumber(cells, "lon")];
    if (lat === null || lon === null) notes.note("noPosition", line);
    else if (!Number.isFinite(tSrc)) notes.note("noTime", line);
    else {
      const number = getText(cells, "flightNo");
      if (flightNo !== null && number !== flightNo) starts.push(samples.length);
      flightNo = number;
      lines.push(line);
      samples.push({
        seq: samples.length,
        tSrc,
        lat: toE7(lat),
        lon: toE7(lon),
        hEll: getNumber(cells, "hEll"),
        hRel: getNumber(cells, "hRel"),
        hAgl: getNumber(cells, "hAgl"),
        vH: getNumber(cells, "speed"),
        vV: getNumber(cells, "climb"),
        heading: getNumber(cells, "heading"),
        batPct: getNumber(cells, "battery"),
        phase: findByLabel(flightPhase, flightPhases, getText(cells, "phase")),
        fix: findByLabel(positionFix, positionFixes, getText(cells, "fix")),
        sats: getNumber(cells, "sats"),
      });
    }
  }
  const furtherFlights = starts.length > 0 ? { furtherFlights: starts } : {};
  return { samples, lines, messages: [], photos: [], leftOut: notes, ...furtherFlights };
}

/** The value that has this label; null for an unknown label. */
const findByLabel = <V extends FlightPhase | (typeof positionFixes)[number]>(
  dictionary: Dictionary,
  values: readonly V[],
  label: string,
): V | null => values.find((value) => dictionary.label(value) === label) ?? null;
