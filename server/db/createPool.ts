import pg from "pg";
import { ConnectionError } from "./connectionError.ts";

/** Limit for connecting to an unresponsive host, and for waiting for a free connection. */
const connectionTimeoutMillis = 10_000;

/** Settings of every connection. */
export const connectionDefaults = {
  // Compiling a statement takes longer than running one of these short ones.
  options: "-c timezone=UTC -c jit=off",
  connectionTimeoutMillis,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** Below the 30 s that a request may take, so that the caller still gets a reply. */
const statementTimeoutMs = 25_000;
/** For a frozen server, which does not end statements itself. */
const queryTimeoutMs = statementTimeoutMs + 2_000;
/** Releases the locks of a process that hangs in a transaction. */
const idleInTransactionMs = 30_000;

/** Without a listener the error of a broken connection would end the process; its queries reject with the same error. */
export const ignoreConnectionErrors = (client: pg.ClientBase): void => {
  client.on("error", () => undefined);
};

/**
 * A pool that survives a restart of the database: broken connections are replaced, and no statement waits forever.
 * Parameters of the URL win, such as `?statement_timeout=60000`.
 * @param waitMs how long to wait for a connection, in milliseconds
 * @param limits replace the default timeouts
 */
export function createPool(
  url: string,
  max: number,
  waitMs = connectionTimeoutMillis,
  limits: Pick<pg.PoolConfig, "statement_timeout" | "query_timeout"> = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionDefaults,
    connectionTimeoutMillis: waitMs,
    connectionString: url,
    max,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...limits,
  });
  // The pool's own listener covers idle connections only.
  pool.on("connect", ignoreConnectionErrors);
  pool.on("error", () => undefined);
  wrapConnectionErrors(pool);
  return pool;
}

/** Makes the pool throw `ConnectionError`: a bare socket error could come from any connection. */
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
  // Cast: one function for both signatures of the method; `pool.query` uses the one with a callback.
  pool.connect = connect as typeof pool.connect;
}
