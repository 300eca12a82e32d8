import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { createPool } from "./createPool.ts";
import { DatabaseBusyError, usualCallWaitMs } from "./databaseBusyError.ts";
import type { DatabaseConnection, Db, OnWait } from "./handle.ts";
import { migrate } from "./migrate.ts";
import { createPooledDb } from "./pooledSession.ts";
import { withPostgresLock } from "./withPostgresLock.ts";

/** Connections of each pool. Sessions and telemetry never wait for lists, which may hold all the others. */
const poolSizes = { calls: 10, background: 4, priority: 3 } as const;
/** Calls that may wait for a connection at the same time. */
const maxWaiting = 200;

/** Message of the pool's error when the wait for a free connection times out. */
const connectTimeoutMessage = "timeout exceeded when trying to connect";

/** Refuses callers when too many wait or one has waited too long; returns a function that counts the refusals. */
function limitWaiting(pool: pg.Pool): () => number {
  let refused = 0;
  const originalConnect = pool.connect.bind(pool);
  const createBusyError = () => {
    refused += 1;
    return new DatabaseBusyError();
  };
  const toPoolError = (error: Error) => (error.message === connectTimeoutMessage ? createBusyError() : error);
  const connect = (callback?: Parameters<typeof originalConnect>[0]) => {
    const isFull = pool.waitingCount >= maxWaiting;
    if (!callback)
      return isFull
        ? Promise.reject(createBusyError())
        : originalConnect().catch((error: Error) => {
            throw toPoolError(error);
          });
    if (isFull) return callback(createBusyError(), undefined, () => undefined);
    return originalConnect((error, ...results) => callback(error && toPoolError(error), ...results));
  };
  // Cast: one function for both signatures of the method; `pool.query` uses the one with a callback.
  pool.connect = connect as typeof pool.connect;
  return () => refused;
}

/** Reports how long each connection was waited for. */
function observeWaiting(pool: pg.Pool, lane: string, onWait: OnWait): void {
  const originalConnect = pool.connect.bind(pool);
  const connect = (callback?: Parameters<typeof originalConnect>[0]) => {
    const from = performance.now();
    const reportWait = () => onWait(lane, performance.now() - from);
    if (callback)
      return originalConnect((...results) => {
        reportWait();
        callback(...results);
      });
    return originalConnect().finally(reportWait);
  };
  // Cast: as above.
  pool.connect = connect as typeof pool.connect;
}

/** Opens PostgreSQL with its pools; servers that start at the same time migrate one after the other. */
export async function openPostgres(
  url: string,
  onWait?: OnWait,
  callWaitMs = usualCallWaitMs,
): Promise<DatabaseConnection> {
  await withPostgresLock(url, advisoryLocks.migration, (client) =>
    // Cast: both drivers share one handle type.
    migrate(drizzle({ client }) as unknown as Db),
  );
  const calls = createPool(url, poolSizes.calls, callWaitMs);
  const background = createPool(url, poolSizes.background);
  const priority = createPool(url, poolSizes.priority);
  const byName = { calls, background, priority };
  const pools = Object.values(byName);
  if (onWait) for (const [name, pool] of Object.entries(byName)) observeWaiting(pool, name, onWait);
  const countRefused = limitWaiting(calls);
  return {
    db: createPooledDb(background),
    callDb: createPooledDb(calls),
    priorityDb: createPooledDb(priority),
    createFencedDb: (fence) => createPooledDb(background, fence),
    stats: () => ({
      running: pools.reduce((sum, { totalCount, idleCount }) => sum + totalCount - idleCount, 0),
      waiting: {
        priority: priority.waitingCount,
        other: calls.waitingCount + background.waitingCount,
      },
      refused: countRefused(),
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
