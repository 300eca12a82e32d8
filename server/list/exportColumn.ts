import * as word from "../../adapters/contract/words.ts";
import { toShanghaiWallTime } from "../records/shanghaiDay.ts";
/** One column of an export; the cell's type determines how it is written. */
export interface ExportColumn<R> {
  /** What a request names it by: the key of the page's column. */
  readonly key: string;
  /** The page's word for it. */
  readonly header: string;
  readonly width: number;
  readonly numFmt?: string;
  readonly cell: (record: R) => string | number | Date | null;
}

/** Escapes text that a spreadsheet would take for a formula, and removes control characters. */
export function escapeFormula(text: string): string {
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
  return /^[=+\-@\t\r\n]/.test(clean) ? `'${clean}` : clean;
}

/** Text, ids and phones included. */
export const textColumn = <R>(
  key: string,
  header: string,
  width: number,
  get: (record: R) => string,
): ExportColumn<R> => ({
  key,
  header,
  width,
  numFmt: "@",
  cell: (record) => escapeFormula(get(record)) || null,
});

/** The company that a record belongs to. */
export const ownerColumn = textColumn<{ readonly companyName: string }>(
  "companyName",
  word.owner,
  36,
  ({ companyName }) => companyName,
);

/** A whole number or ratio, as a number. */
export const numberColumn = <R>(
  key: string,
  header: string,
  width: number,
  get: (record: R) => number | null,
): ExportColumn<R> => ({ key, header, width, cell: get });

/** An amount in fen, written in yuan with two decimals; the heading names the unit. */
export const yuanColumn = <R>(
  key: string,
  header: string,
  width: number,
  getFen: (record: R) => number | null,
): ExportColumn<R> => ({
  key,
  header: `${header}（元）`,
  width,
  numFmt: "#,##0.00",
  cell: (record) => {
    const fen = getFen(record);
    return fen === null ? null : fen / 100;
  },
});

const toInstant = (value: Date | string | null): Date | null =>
  typeof value === "string" ? new Date(value) : value;

/** An instant, written as a date with time in Shanghai wall time. */
export const timeColumn = <R>(
  key: string,
  header: string,
  get: (record: R) => Date | string | null,
): ExportColumn<R> => ({
  key,
  header,
  width: 20,
  numFmt: "yyyy-mm-dd hh:mm:ss",
  cell: (record) => {
    const instant = toInstant(get(record));
    return instant && toShanghaiWallTime(instant);
  },
});

/** An instant, written as the day that it is in Shanghai. */
export const dayColumn = <R>(
  key: string,
  header: string,
  get: (record: R) => Date | string | null,
): ExportColumn<R> => ({ ...timeColumn(key, header, get), width: 12, numFmt: "yyyy-mm-dd" });
