import { count } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Call, type FileAnswer, Refusal } from "../call.ts";
import { maskTyped } from "../modules/maskPhone.ts";
import { mostRows, writeXlsx } from "../xlsx/writeXlsx.ts";
import { type ExportColumn, shanghaiWallTime } from "./exportColumn.ts";
import { exportedConditions, keysetPages } from "./keysetPages.ts";
import type { ListQuery, ListSource } from "./listSource.ts";

export interface Sheet<R, K extends keyof R> {
  /** Begins the file's name and names its one sheet. */
  readonly title: string;
  /** The fields that the columns are made of; no others are read. */
  readonly reads: readonly K[];
  readonly columns: readonly ExportColumn<Pick<R, K>>[];
}

/** `企业列表_20261120_101530.xlsx`, by Shanghai's clock. */
export function exportFileName(title: string, now: Date): string {
  const [date = "", time = ""] = shanghaiWallTime(now).toISOString().slice(0, 19).split("T");
  return `${title}_${date.replaceAll("-", "")}_${time.replaceAll(":", "")}.xlsx`;
}

/**
 * The whole list as a workbook that is written while it is sent. Writes the call's audit row.
 * The pages are read outside the call's transaction, which is over before the first byte.
 */
export async function exportOf<T extends PgTable, Q extends ListQuery, K extends keyof T["$inferSelect"]>(
  call: Pick<Call, "db" | "outside" | "now" | "audit" | "exportProgress">,
  source: ListSource<T, Q>,
  query: Q,
  { title, reads, columns }: Sheet<T["$inferSelect"], K>,
): Promise<FileAnswer> {
  const table = source.table as PgTable;
  const [{ rows = 0 } = {}] = await call.db
    .select({ rows: count() })
    .from(table)
    .where(exportedConditions(source, query, call.now));
  if (rows >= mostRows) throw new Refusal(`最多导出 ${mostRows - 1} 条，请缩小查询范围`);
  const { keyword } = query;
  const filters = keyword === undefined ? query : { ...query, keyword: maskTyped(keyword) };
  call.audit({ entityId: null, after: { filters, rows } });

  async function* cells() {
    let written = 0;
    for await (const page of keysetPages({ db: call.outside, now: call.now }, source, query, reads)) {
      for (const record of page) yield columns.map((column) => column.cell(record));
      written += page.length;
      call.exportProgress(written, rows);
    }
  }
  return { fileName: exportFileName(title, call.now), rows, stream: writeXlsx({ title, columns }, cells()) };
}
