import { sql } from "drizzle-orm";
import type { Db } from "../server/db/handle.ts";
import type { OpenDatabase } from "../server/db/open.ts";

/** Databases of this worker that are empty again, each with the tables that it began with. */
const free: { readonly open: OpenDatabase; readonly tables: string }[] = [];

/**
 * A database that serves one test file after the other: closing it empties it, which takes a fifth of what opening
 * another one takes. One that has other tables than it began with is closed for good.
 */
export async function keptDatabase(open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const kept = free.pop() ?? (await begun(await open()));
  let closed = false;
  return {
    db: whileOpen(kept.open.db, () => !closed),
    close: async () => {
      const { db, close } = kept.open;
      closed = true;
      if ((await tablesOf(db)) !== kept.tables) return close();
      await empty(db, kept.tables);
      free.push(kept);
    },
  };
}

/** The handle as long as it is open: what goes on with it later must not reach the next test's data. */
const whileOpen = (db: Db, isOpen: () => boolean): Db =>
  new Proxy(db, {
    get: (target, key) => {
      if (!isOpen()) throw new Error("The database is closed");
      return Reflect.get(target, key) as unknown;
    },
  });

const begun = async (open: OpenDatabase) => ({ open, tables: await tablesOf(open.db) });

/** The names of all tables but those that the migrations keep for themselves, separated by commas. */
async function tablesOf(db: Db): Promise<string> {
  const [found] = await db
    .select({ names: sql<string>`string_agg(quote_ident(tablename), ', ' order by tablename)` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public'`);
  return found?.names ?? "";
}

/** The schema has no sequences, and no rows of its own. Triggers guard some tables against being emptied. */
async function empty(db: Db, tables: string): Promise<void> {
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql.raw(`truncate ${tables}`));
  await db.execute(sql`set session_replication_role = origin`);
}
