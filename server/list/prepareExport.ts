import { count } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { type Call, RefusalError } from "../call.ts";
import { maxRows, writeXlsx } from "../xlsx/writeXlsx.ts";
import { type ExportColumn, toShanghaiWallTime } from "./exportColumn.ts";
import { exportConditions, keysetPages } from "./keysetPages.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { maskKeyword, maskPhoneKeyword } from "./maskKeyword.ts";

export interface SheetDefinition<R, K extends keyof R> {
  /** Begins the file's name and names its one sheet. */
  readonly title: string;
  /** The fields that the columns are made of; no others are read. */
  readonly reads: readonly K[];
  readonly columns: readonly ExportColumn<Pick<R, K>>[];
}

/** A list that is ready to be written as a workbook. */
export interface PreparedExport {
  readonly fileName: string;
  /** Rows the file will hold. */
  readonly rows: number;
  /** The conditions as the audit trail keeps them: a phone number that was typed is masked. */
  readonly filters: object;
  /** The workbook, written while it is read; tells after each page how many rows are written. */
  readonly write: (onProgress: (written: number) => void) => AsyncIterable<Uint8Array>;
}

/** `企业列表_20261120_101530.xlsx`, by Shanghai's clock. */
export function exportFileName(title: string, now: Date): string {
  const [date = "", time = ""] = toShanghaiWallTime(now).toISOString().slice(0, 19).split("T");
  return `${title}_${date.replaceAll("-", "")}_${time.replaceAll(":", "")}.xlsx`;
}

/**
 * The whole list as a workbook. Its pages are read outside the call's transaction, which is over before the first
 * byte. More rows than a sheet takes are refused.
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
    .where(exportConditions(source, query, now));
  if (rows >= maxRows) throw new RefusalError(`最多导出 ${maxRows - 1} 条，请缩小查询范围`);
  const { keyword } = query;
  const phone = keyword !== undefined && source.phones ? parsePhoneKeyword(keyword) : null;
  const masked = phone ? maskPhoneKeyword(phone) : maskKeyword(keyword ?? "");
  const filters = keyword === undefined ? query : { ...query, keyword: masked };

  async function* cells(onProgress: (written: number) => void) {
    let written = 0;
    for await (const page of keysetPages({ db: dbOutsideTransaction, now }, source, query, reads)) {
      for (const record of page) yield columns.map((column) => column.cell(record));
      written += page.length;
      onProgress(written);
    }
  }
  return {
    fileName: exportFileName(title, now),
    rows,
    filters,
    write: (onProgress) => writeXlsx({ title, columns }, cells(onProgress)),
  };
}
