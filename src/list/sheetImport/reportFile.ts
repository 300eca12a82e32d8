import {
  type ImportKind,
  type ImportRow,
  importKind,
  type ReportRow,
} from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import { saveFile } from "../../ui/saveFile.ts";

/** A line for each fault: row, name, column, what is wrong. */
export const toFaultLines = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ row, title, faults }) =>
    faults.map(({ column, message }) => [String(row), title, column, message] as const),
  );

export const faultHeader = ["行", word.name, "列", "问题"] as const;

/** Saves what a check has found. */
export const saveFaults = (kind: ImportKind, rows: readonly ImportRow[]): void =>
  saveFile(toCsv([faultHeader, ...toFaultLines(rows)]), `${importKind.label(kind)}导入检查结果.csv`);

const outcomeLabels = { left: "未导入", created: "已导入", undone: "已撤销" } as const;

/** Saves what became of each row of an import, with the passwords of new accounts by row. */
export function saveReport(
  kind: ImportKind,
  rows: readonly ReportRow[],
  passwords: ReadonlyMap<number, string> | null,
): void {
  const header = [
    "行",
    word.name,
    word.result,
    word.description,
    ...(passwords ? [word.initialPassword] : []),
  ];
  const lines = rows.map(({ row, title, outcome, faults, kept }) => [
    String(row),
    title,
    outcomeLabels[outcome],
    kept === ""
      ? faults.map(({ column, message }) => `${column}${column && "："}${message}`).join("；")
      : `未能撤销：${kept}`,
    ...(passwords ? [passwords.get(row) ?? ""] : []),
  ]);
  saveFile(toCsv([header, ...lines]), `${importKind.label(kind)}导入结果.csv`);
}

/** One cell: never the start of a formula, in quotes where its text needs them. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file; the mark at its start tells spreadsheets that it is UTF-8. */
const toCsv = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((cells) => cells.map(toCell).join(",")).join("\r\n")}\r\n`], {
    type: "text/csv;charset=utf-8",
  });
