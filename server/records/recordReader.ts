import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { findActive } from "./findActive.ts";
import { createVersionConflict, requireRecord } from "./refusals.ts";

type RecordTable = PgTable & {
  readonly id: PgColumn;
  readonly version: PgColumn;
  readonly deletedAt: PgColumn;
};

/**
 * Creates functions that read and lock records of a table.
 * @param label Chinese name of the kind of record, for refusals
 * @param toRow returns the current row, which a version conflict replies with
 */
export function createRecordReader<T extends RecordTable>(
  table: T,
  label: string,
  toRow: (record: T["$inferSelect"], call: Call) => unknown,
) {
  return {
    /** Reads a record; refuses if there is none. */
    get: async (db: Db, id: string): Promise<T["$inferSelect"]> =>
      requireRecord(await findActive(db, table, id), label),
    /** Reads a record and locks its row until the transaction ends; a stale version is a conflict. */
    lock: async (call: Call, id: string, version?: number): Promise<T["$inferSelect"]> => {
      const record = requireRecord(await findActive(call.db, table, id, "update"), label);
      // Not `record.version`: a generic table loses the types of its columns.
      if (version !== undefined && Reflect.get(record, "version") !== version)
        throw createVersionConflict(await toRow(record, call));
      return record;
    },
  };
}
