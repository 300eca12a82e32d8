import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "./handle.ts";
import { migrate } from "./migrate.ts";
import type { OpenDatabase } from "./open.ts";

/** Any number that every server of this platform uses and nobody else does. */
const migrationLock = 727_274;
/** A host that swallows everything is given up on after this long, and so is the wait for a free connection. */
const connectionTimeoutMillis = 10_000;

/** PostgreSQL behind a pool; servers that start at the same time migrate one after the other. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    options: "-c timezone=UTC",
    connectionTimeoutMillis,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on("error", () => undefined);
  try {
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock($1)", [migrationLock]);
      // Seam: the handle of one driver as the handle of both.
      await migrate(drizzle({ client }) as unknown as Db);
      await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    } finally {
      client.release();
    }
  } catch (fault) {
    await pool.end();
    throw fault;
  }
  return { db: drizzle({ client: pool }) as unknown as Db, close: () => pool.end() };
}
