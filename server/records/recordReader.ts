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
 * Returns how records of a table are read, and how they are locked.
 * @param label of the kind, for a refusal
 * @param toRow what the answer of a conflict contains
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
      // Safe: the type of the table has the column.
      if (version !== undefined && Reflect.get(record, "version") !== version)
        throw createVersionConflict(await toRow(record, call));
      return record;
    },
  };
}
