import { sql } from "drizzle-orm";
import type { Db } from "../../server/db/handle.ts";
import type { DatabaseConnection } from "../../server/db/openDatabase.ts";

/** Databases of this worker that are empty again. */
const idleDatabases: DatabaseConnection[] = [];

/**
 * A database that serves one test file after the other: closing it empties it, which takes a fifth of what opening
 * another one takes. Whoever changes more than rows, as the schema, needs one of their own.
 */
export async function acquireDatabase(open: () => Promise<DatabaseConnection>): Promise<DatabaseConnection> {
  const pooled = idleDatabases.pop() ?? (await open());
  let closed = false;
  const isOpen = () => !closed;
  return {
    db: guardClosed(pooled.db, isOpen),
    callDb: guardClosed(pooled.callDb, isOpen),
    priorityDb: guardClosed(pooled.priorityDb, isOpen),
    stats: pooled.stats,
    close: async () => {
      if (closed) throw new Error("The database is closed already");
      closed = true;
      await truncateAll(pooled.db);
      idleDatabases.push(pooled);
    },
  };
}

/** Throws on use after closing: a late statement must not reach the next test's data. */
const guardClosed = (db: Db, isOpen: () => boolean): Db =>
  new Proxy(db, {
    get: (target, key) => {
      if (!isOpen()) throw new Error("The database is closed");
      return Reflect.get(target, key) as unknown;
    },
  });

/** A migrated database has no rows of its own. Triggers guard some tables against being emptied. */
async function truncateAll(db: Db): Promise<void> {
  const [found] = await db
    .select({ tables: sql<string>`string_agg(quote_ident(tablename), ', ')` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public'`);
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql.raw(`truncate ${found?.tables} restart identity`));
  await db.execute(sql`set session_replication_role = origin`);
}
