import { count } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { type Call, RefusalError } from "../call.ts";
import { maxRows, writeXlsx } from "../xlsx/writeXlsx.ts";
import { type ExportColumn, formatShanghaiTime } from "./exportColumn.ts";
import { buildExportConditions, readKeysetPages } from "./keysetPages.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { maskKeyword, maskPhoneKeyword } from "./maskKeyword.ts";

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
  /** Streams the workbook. Reports the number of written rows after each page. */
  readonly write: (onProgress: (written: number) => void) => AsyncIterable<Uint8Array>;
}

/** `企业列表_20261120_101530.xlsx`, in Shanghai time. @param extension with its dot */
export function formatExportFileName(title: string, now: Date, extension = ".xlsx"): string {
  return `${title}_${formatShanghaiTime(now).replace(/[-:]/g, "").replace(" ", "_")}${extension}`;
}

/**
 * Prepares a whole list as a workbook. Its pages are read outside the call's transaction, which ends before the first
 * byte. Refuses more rows than a sheet can hold.
 */
export async function prepareExport<
  T extends PgTable,
  Q extends ListQuery,
  K extends keyof T["$inferSelect"],
>(
  { db, dbOutsideTransaction, now }: Pick<Call, "db" | "dbOutsideTransaction" | "now">,
  source: ListSource<T, Q>,
  query: Q,
  { title, reads, columns }: SheetDefinition<T["$inferSelect"], K>,
): Promise<PreparedExport> {
  const table = source.table as PgTable;
  const [{ rows = 0 } = {}] = await db
    .select({ rows: count() })
    .from(table)
    .where(buildExportConditions(source, query, now));
  if (rows >= maxRows) throw new RefusalError(`最多导出 ${maxRows - 1} 条，请缩小查询范围`);
  const { keyword } = query;
  const phone = keyword !== undefined && source.phones ? parsePhoneKeyword(keyword) : null;
  const maskedKeyword = phone ? maskPhoneKeyword(phone) : maskKeyword(keyword ?? "");
  const filters = keyword === undefined ? query : { ...query, keyword: maskedKeyword };

  async function* readCells(onProgress: (written: number) => void) {
    let written = 0;
    for await (const page of readKeysetPages({ db: dbOutsideTransaction, now }, source, query, reads)) {
      for (const record of page) yield columns.map((column) => column.cell(record));
      written += page.length;
      onProgress(written);
    }
  }
  return {
    fileName: formatExportFileName(title, now),
    rows,
    filters,
    write: (onProgress) => writeXlsx({ title, columns }, readCells(onProgress)),
  };
}
