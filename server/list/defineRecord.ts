import type * as z from "zod/mini";
import type { Call } from "../call.ts";
import { createRecordStore } from "../records/recordStore.ts";
import { type Stored, toWireRow } from "../records/toWireRow.ts";
import type { RecordTable } from "../records/writeRecord.ts";
import type { ListQuery, ListSource, PageQuery } from "./listSource.ts";
import { prepareRowExport, type RowSheet } from "./prepareExport.ts";
import { queryPage } from "./queryPage.ts";

/** What a row may depend on besides its record. */
type RowContext = Pick<Call, "actor" | "now">;
type RowOf<T extends RecordTable, Row> =
  | ((record: T["$inferSelect"], context: RowContext) => Row)
  | (T["$inferSelect"] extends Stored<Row> ? z.ZodMiniObject & z.ZodMiniType<Row> : never);

/**
 * What the usual calls on a kind of record do whose row follows from its record alone: list, single record, export, and
 * the lock before a change.
 * @param row what a row is made by, or its schema if the record has all its fields
 */
export function defineRecord<T extends RecordTable, Q extends ListQuery, Row>(
  source: ListSource<T, Q>,
  row: RowOf<T, Row>,
) {
  // Cast: what the schema makes of a record is its row.
  const toRow =
    typeof row === "function"
      ? row
      : (record: T["$inferSelect"]) => toWireRow(row as z.ZodMiniObject, record as never) as Row;
  const { noun } = source;
  if (noun === undefined) throw new Error("A list of records says what one is called");
  const store = createRecordStore(source.table, noun, toRow);
  return {
    ...store,
    list: ({ body }: { readonly body: Q & PageQuery }, call: Call) =>
      queryPage(call, source, body, (record) => toRow(record, call)),
    one: async ({ params }: { readonly params: { readonly id: string } }, call: Call) =>
      toRow(await store.get(call.db, params.id), call),
    exportTo:
      (columns: RowSheet<Row>["columns"], title = `${noun}列表`) =>
      (query: Q, call: RowContext & Pick<Call, "db" | "dbOutsideTransaction">) =>
        prepareRowExport(
          call,
          source,
          query,
          (_db, records) => records.map((record) => toRow(record, call)),
          { title, columns },
        ),
  };
}
