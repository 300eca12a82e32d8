import { sql } from "drizzle-orm";
import type { DatabaseConnection, Db } from "../../server/db/handle.ts";

/** Emptied databases of this worker, ready for reuse. */
const idleDatabases: DatabaseConnection[] = [];
/** Each takes some 100 MB for as long as the worker lives. Few files use more at a time. */
const maxIdle = 3;

/**
 * Returns a pooled database. Closing it empties its tables and returns it to the pool, which takes a fifth of the time
 * of opening one. A test that changes more than rows, e.g. the schema, needs `createDisposableDatabase`.
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
      if (idleDatabases.length >= maxIdle) return pooled.close();
      await emptyTables(pooled.db);
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

/**
 * Empties the tables that have rows; migrations insert none. `replica` disables the triggers that forbid it, and the
 * foreign keys. Truncating all of the hundred tables, most of them empty, takes ten times as long.
 */
async function emptyTables(db: Db): Promise<void> {
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql`
    do $$
    declare
      name text;
      has_rows boolean;
    begin
      for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from %s)', name) into has_rows;
        if has_rows then execute format('truncate %s restart identity cascade', name); end if;
      end loop;
    end $$`);
  await db.execute(sql`set session_replication_role = origin`);
}
