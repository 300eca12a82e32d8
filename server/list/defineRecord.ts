import type { Call } from "../call.ts";
import { createRecordStore } from "../records/recordStore.ts";
import type { RecordTable } from "../records/writeRecord.ts";
import type { ListQuery, ListSource, PageQuery } from "./listSource.ts";
import { prepareRowExport, type RowSheet } from "./prepareExport.ts";
import { queryPage } from "./queryPage.ts";

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
  const store = createRecordStore(source.table, noun, toRow);
  return {
    ...store,
    list: ({ body }: { readonly body: Q & PageQuery }, call: Call) =>
      queryPage(call, source, body, (record) => toRow(record, call)),
    one: async ({ params }: { readonly params: { readonly id: string } }, call: Call) =>
      toRow(await store.get(call.db, params.id), call),
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
