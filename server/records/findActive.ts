import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";

type RecordTable = PgTable & { readonly id: PgColumn; readonly deletedAt: PgColumn };

/** Finds the record with this id that is not deleted; `lock` locks its row until the transaction ends. */
export async function findActive<T extends RecordTable>(
  db: Db,
  table: T,
  id: string,
  lock?: "update",
): Promise<T["$inferSelect"] | undefined> {
  const query = db
    .select()
    // Cast: drizzle cannot infer the columns of a generic table.
    .from(table as PgTable)
    .where(and(eq(table.id, id), isNull(table.deletedAt)));
  const [record] = await (lock ? query.for(lock) : query);
  return record;
}
