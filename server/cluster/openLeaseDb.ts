import { createPool } from "../db/createPool.ts";
import type { Db } from "../db/handle.ts";
import { createPooledDb } from "../db/pooledSession.ts";

/** A lease that is not renewed within seconds is lost: nothing here waits longer. */
const limitMs = 3_000;
/** A machine that is busy with several starts connects slowly. */
const connectMs = 10_000;

/** Connections of their own: a lease never waits for anything else that this process asks of the database. */
export function openLeaseDb(url: string): { readonly db: Db; readonly close: () => Promise<void> } {
  const limits = { statement_timeout: limitMs, query_timeout: limitMs + 500 };
  const pool = createPool(url, 3, connectMs, limits);
  return { db: createPooledDb(pool), close: () => pool.end() };
}
