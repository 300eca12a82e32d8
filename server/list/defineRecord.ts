import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import { createRecordReader } from "../records/recordReader.ts";
import type { ListQuery, ListSource, PageQuery } from "./listSource.ts";
import { prepareRowExport, type RowSheet } from "./prepareExport.ts";
import { queryPage } from "./queryPage.ts";

type RecordTable = PgTable & {
  readonly id: PgColumn;
  readonly version: PgColumn;
  readonly deletedAt: PgColumn;
};
/** What a row may depend on besides its record. */
type RowContext = Pick<Call, "actor" | "now">;

/**
 * What the usual calls on a kind of record do whose row follows from its record alone: list, single record, export, and
 * the lock before a change.
 * @param noun Chinese name of the kind of record, for refusals
 */
export function defineRecord<T extends RecordTable, Q extends ListQuery, Row>(
  noun: string,
  source: ListSource<T, Q>,
  toRow: (record: T["$inferSelect"], context: RowContext) => Row,
) {
  const { get, lock } = createRecordReader(source.table, noun, toRow);
  return {
    /** Reads a record; refuses if there is none. */
    get,
    /** Reads a record and locks its row until the transaction ends; a stale version is a conflict. */
    lock,
    list: ({ body }: { readonly body: Q & PageQuery }, call: Call) =>
      queryPage(call, source, body, (record) => toRow(record, call)),
    one: async ({ params }: { readonly params: { readonly id: string } }, call: Call) =>
      toRow(await get(call.db, params.id), call),
    exportTo:
      (sheet: RowSheet<Row>) => (query: Q, call: RowContext & Pick<Call, "db" | "dbOutsideTransaction">) =>
        prepareRowExport(
          call,
          source,
          query,
          (_db, records) => records.map((record) => toRow(record, call)),
          sheet,
        ),
  };
}
