import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { connectionDefaults, createPool, ignoreConnectionErrors } from "./createPool.ts";
import { callWaitMs, DatabaseBusy } from "./databaseBusy.ts";
import type { Db } from "./handle.ts";
import { migrate } from "./migrate.ts";
import type { OnWait, OpenDatabase } from "./open.ts";
import { pooledDb } from "./pooledSession.ts";

/** Connections of each way in. Sessions and telemetry never wait for the lists that hold all the others. */
const connections = { calls: 10, background: 4, priority: 3 } as const;
/** Calls that may wait for a connection at once. */
const mostWaiting = 200;

/** What the pool says of who has waited for too long until one of its connections is free. */
const waitedTooLong = "timeout exceeded when trying to connect";

/** Refuses what would wait behind too many others, or has waited for too long; answers with how often it did. */
function boundWaiting(pool: pg.Pool): () => number {
  let refused = 0;
  const take = pool.connect.bind(pool);
  const busy = () => {
    refused += 1;
    return new DatabaseBusy();
  };
  const faultOf = (fault: Error) => (fault.message === waitedTooLong ? busy() : fault);
  const connect = (callback?: Parameters<typeof take>[0]) => {
    const full = pool.waitingCount >= mostWaiting;
    if (!callback)
      return full
        ? Promise.reject(busy())
        : take().catch((fault: Error) => {
            throw faultOf(fault);
          });
    if (full) return callback(busy(), undefined, () => undefined);
    return take((fault, ...given) => callback(fault && faultOf(fault), ...given));
  };
  // Seam: one function for both of the method's signatures; `pool.query` uses the one with a callback.
  pool.connect = connect as typeof pool.connect;
  return () => refused;
}

/** Tells how long each connection was waited for. */
function timeWaiting(pool: pg.Pool, lane: string, onWait: OnWait): void {
  const take = pool.connect.bind(pool);
  const connect = (callback?: Parameters<typeof take>[0]) => {
    const from = performance.now();
    const told = () => onWait(lane, performance.now() - from);
    if (callback)
      return take((...given) => {
        told();
        callback(...given);
      });
    return take().finally(told);
  };
  // Seam: as above.
  pool.connect = connect as typeof pool.connect;
}

/** PostgreSQL behind pools; servers that start at the same time migrate one after the other. */
export async function openPostgres(url: string, onWait?: OnWait): Promise<OpenDatabase> {
  await migrateAlone(url);
  const calls = createPool(url, connections.calls, callWaitMs);
  const background = createPool(url, connections.background);
  const priority = createPool(url, connections.priority);
  const byName = { calls, background, priority };
  const pools = Object.values(byName);
  if (onWait) for (const [name, pool] of Object.entries(byName)) timeWaiting(pool, name, onWait);
  const refused = boundWaiting(calls);
  return {
    db: pooledDb(background),
    callDb: pooledDb(calls),
    priorityDb: pooledDb(priority),
    stats: () => ({
      running: pools.reduce((sum, { totalCount, idleCount }) => sum + totalCount - idleCount, 0),
      waiting: {
        priority: priority.waitingCount,
        other: calls.waitingCount + background.waitingCount,
      },
      refused: refused(),
      pools: Object.fromEntries(
        Object.entries(byName).map(([name, { totalCount, idleCount, waitingCount }]) => [
          name,
          { total: totalCount, idle: idleCount, waiting: waitingCount },
        ]),
      ),
    }),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** On a connection of its own: a migration, and the wait for another server's, may take longer than a call's statement. */
async function migrateAlone(url: string): Promise<void> {
  const options = `${connectionDefaults.options} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0`;
  const client = new pg.Client({ ...connectionDefaults, connectionString: url, options });
  ignoreConnectionErrors(client);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    // Seam: the handle of one driver as the handle of both.
    await migrate(drizzle({ client }) as unknown as Db);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}
