import { type CellValue, writeXlsx } from "hucre/xlsx";
import { normalizeText, stripInvisible } from "../../../adapters/contract/identity.ts";
import { importMaxRows } from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import { RefusalError } from "../../errors.ts";
import { findDamagedCell } from "../../files/findDamagedCell.ts";
import { readRows } from "../../files/readRows.ts";
import type { ImportColumn } from "./importTarget.ts";

/** Rows that are read, blank ones included. */
const maxSheetRows = 12_000;
/** Rows of the template that have drop-downs. */
const lastTemplateRow = importMaxRows + 1;
const optionsSheet = "选项";

const toHeader = ({ header, required }: ImportColumn) => (required ? `${header}*` : header);
const toLetter = (index: number) => String.fromCharCode(65 + index);

/** A workbook to fill in: one column per field with its note, and drop-downs for what is chosen. */
export async function writeTemplate(title: string, columns: readonly ImportColumn[]): Promise<Uint8Array> {
  const lists = columns.flatMap(({ choices }, index) =>
    choices && choices.length > 0 ? [{ index, choices }] : [],
  );
  const optionRows = Array.from(
    { length: Math.max(0, ...lists.map(({ choices }) => choices.length)) },
    (_, row): CellValue[] => lists.map(({ choices }) => choices[row] ?? null),
  );
  return writeXlsx({
    sheets: [
      {
        name: title,
        columns: columns.map((column) => ({
          width: Math.max(14, toHeader(column).length * 2 + 4),
          numFmt: "@",
        })),
        rows: [columns.map(toHeader)],
        freezePane: { rows: 1 },
        dataValidations: columns.map((column, index) => {
          const letter = toLetter(index);
          const range = `${letter}2:${letter}${lastTemplateRow}`;
          const prompt = {
            range,
            allowBlank: true,
            showInputMessage: true,
            inputTitle: column.header.slice(0, 32),
            inputMessage: column.note.slice(0, 250),
          };
          const at = lists.findIndex((list) => list.index === index);
          if (at < 0)
            return {
              ...prompt,
              type: "textLength" as const,
              operator: "lessThanOrEqual" as const,
              formula1: "500",
            };
          const source = toLetter(at);
          return {
            ...prompt,
            type: "list" as const,
            formula1: `${optionsSheet}!$${source}$2:$${source}$${(lists[at]?.choices.length ?? 0) + 1}`,
            showErrorMessage: true,
            errorTitle: column.header,
            errorMessage: "请从下拉列表中选择",
          };
        }),
      },
      { name: optionsSheet, rows: [lists.map(({ index }) => columns[index]?.header ?? ""), ...optionRows] },
    ],
  });
}

const damagedMessage = "无法读取该文件，请下载模板，填写后保存为 .xlsx 或 .csv";

/** The texts of one row by column path. */
export interface SheetRow {
  /** As in the sheet: the header is row 1. */
  readonly row: number;
  readonly texts: ReadonlyMap<string, string>;
  /** Why a cell does not hold what was typed, by column path. */
  readonly damaged: ReadonlyMap<string, string>;
}

/** Reads the filled-in template. Refuses a file that is none, lacks columns or has too many rows. */
export async function readSheet(
  bytes: Buffer,
  columns: readonly ImportColumn[],
): Promise<readonly SheetRow[]> {
  if (bytes.length === 0) throw new RefusalError(word.emptyFile);
  const [header = [], ...rows] = await readRows(bytes, maxSheetRows, damagedMessage);
  if (rows.length >= maxSheetRows - 1)
    throw new RefusalError(`工作表超过 ${maxSheetRows} 行，请删去空行或拆分后再导入`);
  const paths = matchColumns(header.map(toText), columns);
  const filled = rows
    .map((cells, index) => ({ row: index + 2, cells, texts: cells.map(toText) }))
    .filter(({ texts }) => texts.some((text) => text !== ""));
  if (filled.length === 0) throw new RefusalError("文件中没有可以导入的行，请在表头下面填写");
  if (filled.length > importMaxRows)
    throw new RefusalError(`一次最多导入 ${importMaxRows} 行，文件中有 ${filled.length} 行，请拆分后再导入`);
  return filled.map(({ row, cells, texts }) => ({
    row,
    texts: toMap(paths, (index) => texts[index] ?? ""),
    damaged: toMap(paths, (index) => findDamagedCell(cells[index])),
  }));
}

/** What the cells of a row have, by column path. */
const toMap = (
  paths: readonly (string | null)[],
  get: (index: number) => string | null,
): ReadonlyMap<string, string> =>
  new Map(
    paths.flatMap((path, index): [string, string][] => {
      const value = get(index);
      return path === null || value === null ? [] : [[path, value]];
    }),
  );

/** The path of each column of the file; null for one without a header. */
function matchColumns(
  headers: readonly string[],
  columns: readonly ImportColumn[],
): readonly (string | null)[] {
  const byHeader = new Map(columns.map((column) => [column.header, column.path]));
  const names = headers.map((text) => normalizeText(text.replace(/[*＊]\s*$/, "")));
  const unknown = names.filter((name) => name !== "" && !byHeader.has(name));
  if (unknown.length > 0) throw new RefusalError(`不认识的列：${nameSome(unknown)}，请使用最新的模板`);
  const missing = columns.filter(({ header, required }) => required && !names.includes(header));
  if (missing.length > 0)
    throw new RefusalError(`缺少列：${missing.map(({ header }) => header).join("、")}，请使用最新的模板`);
  const repeated = names.filter((name, index) => name !== "" && names.indexOf(name) !== index);
  if (repeated.length > 0) throw new RefusalError(`列「${repeated[0]}」出现了两次，请删去一列`);
  return names.map((name) => byHeader.get(name) ?? null);
}

/** How many columns of a file a refusal quotes, and how many characters of each. */
const maxQuoted = 5;
const maxQuotedLength = 40;

/** Some names of a file, which may have thousands, of any length. */
function nameSome(names: readonly string[]): string {
  const quoted = names
    .slice(0, maxQuoted)
    .map((name) =>
      name.length > maxQuotedLength ? `${name.slice(0, maxQuotedLength).toWellFormed()}…` : name,
    )
    .join("、");
  return names.length > maxQuoted ? `${quoted} 等` : quoted;
}

/** A cell as its text. */
function toText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  const text = String(value).trim();
  return stripInvisible(text) === "" ? "" : text;
}
