import { sql } from "drizzle-orm";
import { describeDatabaseError, getSqlState } from "./databaseError.ts";
import type { Db } from "./handle.ts";

/** SQLSTATEs of damaged data or indexes (XX), of a missing file (58P01) and of one that cannot be read (58030). */
const damageStates = /^(?:XX...|58P01|58030)$/;

/** Reading only the table, and reading only its index: each must find the same rows. */
const scans = {
  table: ["enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan"],
  index: ["enable_seqscan", "enable_bitmapscan"],
} as const;

/** Counts a table's rows in one of the two ways. */
export async function countRows(tx: Db, name: string, scan: keyof typeof scans): Promise<number> {
  for (const setting of Object.values(scans).flat()) await tx.execute(sql.raw(`set local ${setting} = on`));
  for (const setting of scans[scan]) await tx.execute(sql.raw(`set local ${setting} = off`));
  const [{ count } = { count: 0 }] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(sql.raw(name));
  return count;
}

/**
 * Reads every page of every table, large values too, and compares the rows with those of an index: pages that were
 * overwritten, and files that were cut, are found without checksums. Table by table, so that calls get their turn.
 * @returns the damaged tables with what was found
 */
export async function findDamage(db: Db): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({
      name: sql<string>`quote_ident(t.relname)`,
      large: sql<string | null>`case when t.reltoastrelid > 0 then t.reltoastrelid::regclass::text end`,
    })
    .from(
      sql`pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
        and exists (select 1 from pg_index i where i.indrelid = t.oid and i.indpred is null)`,
    );
  const damaged = new Map<string, string>();
  for (const { name, large } of found)
    for (const part of large ? [name, large] : [name])
      try {
        await db.transaction(
          async (tx) => {
            const [rows, keys] = [await countRows(tx, part, "table"), await countRows(tx, part, "index")];
            if (rows !== keys) damaged.set(name, `${rows} rows, ${keys} in its index`);
          },
          { isolationLevel: "repeatable read", accessMode: "read only" },
        );
      } catch (error) {
        if (!damageStates.test(getSqlState(error) ?? "")) throw error;
        damaged.set(name, describeDatabaseError(error));
      }
  return damaged;
}
