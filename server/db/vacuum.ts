import { sql } from "drizzle-orm";
import type { Db } from "./handle.ts";

/**
 * Replaces autovacuum for the embedded database, which has none: without it there are no index-only scans, and the
 * planner takes every table for a small one. Table by table, so that calls get their turn in between.
 * @param which all tables, or those with many pages that were never vacuumed
 */
export async function vacuum(db: Db, which: "all" | "grown"): Promise<void> {
  const grown = sql`and relpages > 0 and relallvisible < 0.8 * relpages or relpages < 0.8 * pg_relation_size(oid) / 8192`;
  const tables = await db
    .select({ name: sql<string>`quote_ident(relname)` })
    .from(
      sql`pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and (true ${which === "grown" ? grown : sql``})`,
    );
  for (const { name } of tables) await db.execute(sql.raw(`vacuum (analyze) ${name}`));
}
