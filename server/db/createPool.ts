import pg from "pg";
import { ConnectionError } from "./connectionError.ts";

/** A host that swallows everything is given up on after this long, and so is the wait for a free connection. */
const connectionTimeoutMillis = 10_000;

/** What every connection begins with. */
export const connectionDefaults = {
  options: "-c timezone=UTC",
  connectionTimeoutMillis,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** Below the 30 s that a request may take, so that the caller still gets an answer. */
const statementTimeoutMs = 25_000;
/** For a server that is frozen and ends nothing by itself. */
const queryTimeoutMs = statementTimeoutMs + 2_000;
/** A transaction of a process that hangs gives its locks back after this long. */
const idleInTransactionMs = 30_000;

/** Without a listener the error of a broken connection would end the process; its queries fail with the same error. */
export const ignoreConnectionErrors = (client: pg.ClientBase): void => {
  client.on("error", () => undefined);
};

/**
 * A pool that survives a restart of the database: broken connections are replaced, and no statement waits for ever.
 * Parameters of the address win, such as `?statement_timeout=60000`.
 * @param waitMs how long a connection may take to be had, in milliseconds
 */
export function createPool(url: string, max: number, waitMs = connectionTimeoutMillis): pg.Pool {
  const pool = new pg.Pool({
    ...connectionDefaults,
    connectionTimeoutMillis: waitMs,
    connectionString: url,
    max,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  // The pool's own listener hears idle connections only.
  pool.on("connect", ignoreConnectionErrors);
  pool.on("error", () => undefined);
  wrapConnectionErrors(pool);
  return pool;
}

/** A bare socket error could be of any connection; one of the pool's is thrown as `ConnectionError`. */
function wrapConnectionErrors(pool: pg.Pool): void {
  const originalConnect = pool.connect.bind(pool);
  const connect = (callback?: Parameters<typeof originalConnect>[0]) => {
    if (callback)
      return originalConnect((error, ...results) =>
        callback(error && new ConnectionError(error), ...results),
      );
    return originalConnect().catch((error: Error) => {
      throw new ConnectionError(error);
    });
  };
  // Seam: one function for both of the method's signatures; `pool.query` uses the one with a callback.
  pool.connect = connect as typeof pool.connect;
}
