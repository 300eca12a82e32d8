import { count, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { RefusalError } from "../errors.ts";
import { maskKeyword, maskPhoneKeyword } from "../records/maskKeyword.ts";
import { formatShanghaiTime } from "../records/shanghaiDay.ts";
import { maxRows, writeXlsx } from "../xlsx/writeXlsx.ts";
import { type ExportColumn } from "./exportColumn.ts";
import { buildExportConditions, readKeysetPages } from "./keysetPages.ts";
import type { ListQuery, ListSource } from "./listSource.ts";

export interface SheetDefinition<R, K extends keyof R> {
  /** Prefix of the file name, and name of the sheet. */
  readonly title: string;
  /** The fields that the columns use; no others are read. */
  readonly reads: readonly K[];
  readonly columns: readonly ExportColumn<Pick<R, K>>[];
}

/** An export that is ready to be written. */
export interface PreparedExport {
  readonly fileName: string;
  /** Rows the file will hold. */
  readonly rows: number;
  /** The conditions as the audit trail stores them, with masked phone numbers. */
  readonly filters: object;
  /** In their order. */
  readonly columns: readonly { readonly key: string; readonly header: string }[];
  /** Streams the workbook. Reports the number of written rows after each page. */
  readonly write: (onProgress: (written: number) => void) => AsyncIterable<Uint8Array>;
}

/** `企业列表_20261120_101530.xlsx`, in Shanghai time. @param extension with its dot */
export function formatExportFileName(title: string, now: Date, extension = ".xlsx"): string {
  return `${title}_${formatShanghaiTime(now).replace(/[-:]/g, "").replace(" ", "_")}${extension}`;
}

/** A sheet of rows as the list shows them. */
export interface RowSheet<Row> {
  /** Prefix of the file name, and name of the sheet. */
  readonly title: string;
  readonly columns: readonly ExportColumn<Row>[];
}

type ExportCall = Pick<Call, "db" | "dbOutsideTransaction" | "now">;

/**
 * Prepares a whole list as a workbook. Its pages are read outside the call's transaction, which ends before the first
 * byte. Refuses more rows than a sheet can hold.
 */
export function prepareExport<T extends PgTable, Q extends ListQuery, K extends keyof T["$inferSelect"]>(
  call: ExportCall,
  source: ListSource<T, Q>,
  query: Q,
  sheet: SheetDefinition<T["$inferSelect"], K>,
): Promise<PreparedExport> {
  const { dbOutsideTransaction, now } = call;
  const readRows = () => readKeysetPages({ db: dbOutsideTransaction, now }, source, query, sheet.reads);
  return prepareSheet(call, source, query, sheet, readRows);
}

/**
 * Like `prepareExport`, for rows with values that are not in the table.
 * @param toRows converts one page; its `db` is outside of the call's transaction
 */
export function prepareRowExport<T extends PgTable, Q extends ListQuery, Row>(
  call: ExportCall,
  source: ListSource<T, Q>,
  query: Q,
  toRows: (db: Db, records: T["$inferSelect"][]) => readonly Row[] | Promise<readonly Row[]>,
  sheet: RowSheet<Row>,
): Promise<PreparedExport> {
  const { dbOutsideTransaction: db, now } = call;
  const reads = Object.keys(getTableColumns(source.table));
  async function* readRows() {
    // Cast: the fields are those of the table, so each record is whole.
    for await (const page of readKeysetPages({ db, now }, source, query, reads as never[]))
      yield await toRows(db, page as T["$inferSelect"][]);
  }
  return prepareSheet(call, source, query, sheet, readRows);
}

async function prepareSheet<T extends PgTable, Q extends ListQuery, Row>(
  { db, now }: ExportCall,
  source: ListSource<T, Q>,
  query: Q,
  sheet: RowSheet<Row>,
  readRows: () => AsyncIterable<readonly Row[]>,
): Promise<PreparedExport> {
  const { columns: _keys, ...conditions } = query;
  const table = source.table as PgTable;
  const [{ rows = 0 } = {}] = await db
    .select({ rows: count() })
    .from(table)
    // Cast: a query without its columns selects the same records.
    .where(buildExportConditions(source, conditions as unknown as Q, now));
  const phones = source.phones !== undefined;
  return prepareRows({ now, query, sheet, rows, readRows, phones });
}

interface RowsToExport<Row> {
  readonly now: Date;
  readonly query: ListQuery;
  readonly sheet: RowSheet<Row>;
  /** How many there are. */
  readonly rows: number;
  readonly readRows: () => AsyncIterable<readonly Row[]>;
  /** Whether the list's keyword finds phones. */
  readonly phones?: boolean;
}

/** Prepares rows that are no records of a table, such as sums. */
export function prepareRows<Row>({
  now,
  query: { columns: keys, ...conditions },
  sheet: { title, columns: allColumns },
  rows,
  readRows,
  phones = false,
}: RowsToExport<Row>): PreparedExport {
  const columns = chooseColumns(allColumns, keys);
  if (rows >= maxRows) throw new RefusalError(`最多导出 ${maxRows - 1} 条，请缩小查询范围`);
  const { keyword } = conditions;
  const phone = keyword !== undefined && phones ? parsePhoneKeyword(keyword) : null;
  const maskedKeyword = phone ? maskPhoneKeyword(phone) : maskKeyword(keyword ?? "");
  const filters = keyword === undefined ? conditions : { ...conditions, keyword: maskedKeyword };

  async function* readCells(onProgress: (written: number) => void) {
    let written = 0;
    for await (const page of readRows()) {
      for (const row of page) yield columns.map((column) => column.cell(row));
      written += page.length;
      onProgress(written);
    }
  }
  return {
    fileName: formatExportFileName(title, now),
    rows,
    filters,
    columns: columns.map(({ key, header }) => ({ key, header })),
    write: (onProgress) => writeXlsx({ title, columns }, readCells(onProgress)),
  };
}

/** The columns with these keys in their order; all if none are named. Refuses one that the sheet does not have. */
function chooseColumns<Row>(
  columns: readonly ExportColumn<Row>[],
  keys: readonly string[] | undefined,
): readonly ExportColumn<Row>[] {
  if (keys === undefined) return columns;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return [...new Set(keys)].map((key) => {
    const column = byKey.get(key);
    if (!column) throw new RefusalError(`没有可导出的列 ${key}，请刷新页面后重新选择`);
    return column;
  });
}
