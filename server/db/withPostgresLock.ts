import pg from "pg";
import { connectionDefaults, ignoreConnectionErrors } from "./createPool.ts";

/** Does something that only one process may do at a time; others wait. Its connection is outside the pools, as that may take longer than their timeouts. */
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
