import { CsvError, type Info, type Options, parse } from "csv-parse/sync";

/** A row of a table and the line of the file that it ends in, from 1. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface CsvTable {
  readonly heading: readonly string[];
  readonly rows: readonly CsvRow[];
}

const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true } satisfies Options;
const delimiters = [",", ";", "\t"];

/** Excel writes and reads a first line that names the delimiter. */
const delimiterLine = /^\uFEFF?"?sep=(.)"?\r?$/i;
const decimalComma = /^[+-]?\d+,\d+$/;

/**
 * Reads a table. A quotation mark in a text that is not quoted is one of its characters. Where the delimiter is no
 * comma, a number may have a decimal one, as in most of Europe.
 */
export function readCsv(text: string): CsvTable {
  const [firstLine = ""] = text.split("\n", 1);
  const named = delimiterLine.exec(firstLine)?.[1];
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter = named ?? delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
  // The line stays, empty: those after it keep their numbers.
  const [heading, ...rows] = readRows(named === undefined ? text : text.slice(firstLine.length), delimiter);
  const toCell = (cell: string) => (decimalComma.test(cell) ? cell.replace(",", ".") : cell);
  return {
    heading: heading?.cells ?? [],
    rows: delimiter === "," ? rows : rows.map(({ cells, line }) => ({ cells: cells.map(toCell), line })),
  };
}

/** Whether a row has more than its heading names, such as numbers with a decimal comma: its cells may be any column's. */
export const hasSurplus = (cells: readonly string[], heading: readonly string[]): boolean =>
  cells.slice(heading.length).some((cell) => cell !== "");

function readRows(text: string, delimiter: string): CsvRow[] {
  try {
    // Cast: with `info` each record is given with where it was.
    const records = parse(text, { ...options, delimiter, info: true }) as unknown as {
      record: string[];
      info: Info;
    }[];
    const rows = records.map(({ record, info }) => ({ cells: record, line: info.lines }));
    return rows.some(({ cells }) =>
      cells.some((cell) => hasRows(cell, delimiter, rows[0]?.cells.length ?? 0)),
    )
      ? readLines(text, delimiter)
      : rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return readLines(text, delimiter);
  }
}

/** Whether a cell has swallowed rows, between two stray quotation marks: a text of several lines has fewer delimiters. */
const hasRows = (cell: string, delimiter: string, columns: number): boolean =>
  cell.includes("\n") && cell.split("\n").some((line) => line.split(delimiter).length > columns / 2);

/** Each line by itself, so that a stray quotation mark swallows none of those that follow. */
const readLines = (text: string, delimiter: string): CsvRow[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const cells = readLine(index === 0 ? line.replace(/^\uFEFF/, "") : line, delimiter);
    return cells ? [{ cells, line: index + 1 }] : [];
  });

/** The cells of a line; null for an empty one. */
function readLine(line: string, delimiter: string): readonly string[] | null {
  if (line.trim() === "") return null;
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  for (const more of [{}, { relax_quotes: true }]) {
    try {
      const [cells] = parse(line, { ...options, ...more, delimiter });
      if (cells) return cells;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return line.split(delimiter).map((cell) => cell.trim());
}
