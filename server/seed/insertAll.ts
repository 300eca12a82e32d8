import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";

// A statement takes 65,535 parameters at most.
const mostParameters = 30_000;

/** Inserts rows in as few statements as their width allows. */
export async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const size = Math.floor(mostParameters / Object.keys(first).length);
  // Seam: drizzle cannot follow a generic table to the type of its rows.
  for (let start = 0; start < rows.length; start += size)
    await db.insert(table as PgTable).values(rows.slice(start, start + size) as Record<string, unknown>[]);
}
