import pg from "pg";
import { connectionDefaults, ignoreConnectionErrors } from "./createPool.ts";

/**
 * Runs work that only one process may do at a time, while others wait for the lock. Its connection is not of a pool, as
 * the work may take longer than the pools' timeouts.
 */
export async function withPostgresLock(
  url: string,
  lock: number,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const options = `${connectionDefaults.options} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0`;
  const client = new pg.Client({ ...connectionDefaults, connectionString: url, options });
  ignoreConnectionErrors(client);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [lock]);
    await work(client);
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}
