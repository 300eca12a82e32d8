import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { connectionDefaults, ignoreConnectionErrors } from "./createPool.ts";

/** A process that was just killed still holds its lock for a moment. */
const startTimeoutMs = 2_000;
const retryMs = 250;
/** Interval of checking that the connection still reaches the database: after a failover it may not. */
const heartbeatMs = 15_000;
const queryTimeoutMs = 10_000;
/** Warns after this long without the lock: the database may be back but refuse this connection. */
const lockLostWarningMs = 30_000;

/** Another process serves the database. */
export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";
  /** Host and process id, if the database shows them. */
  readonly holder: string;
  constructor(holder: string) {
    super(`The database is in use by ${holder}`);
    this.holder = holder;
  }
}

/** `alone`: no other process may serve the database. `shared`: only processes that lock it as `shared` too. */
export type LockKind = "alone" | "shared";

/**
 * Locks the database for this process. PostgreSQL releases the lock however the connection ends; after a restart of the
 * database it is acquired again.
 * @param onTaken called once if another process has acquired the lock meanwhile
 * @param onLockLost called once per outage if the lock cannot be reacquired for half a minute, with the reason
 * @returns a function that releases the lock
 * @throws DatabaseInUseError if another process holds it
 */
export async function lockPostgres(
  url: string,
  kind: LockKind,
  onTaken: (error: DatabaseInUseError) => void,
  onLockLost: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const applicationName = `aerial-console ${hostname().slice(0, 30)} ${process.pid} ${randomBytes(4).toString("hex")}`;
  const released = new AbortController();
  let client = await acquireLock(url, kind, applicationName);

  async function maintainLock(): Promise<void> {
    while (!released.signal.aborted) {
      await waitForDisconnect(client);
      const lostAt = performance.now();
      let isWarned = false;
      while (!released.signal.aborted) {
        await wait(retryMs);
        // While the database is down, no other process can acquire the lock either.
        const relocked = await tryLock(url, kind, applicationName).catch((error: unknown) => {
          if (isWarned || performance.now() - lostAt < lockLostWarningMs) return null;
          isWarned = true;
          onLockLost(error);
          return null;
        });
        if (relocked instanceof DatabaseInUseError) return onTaken(relocked);
        if (!relocked) continue;
        client = relocked;
        break;
      }
    }
    await client.end();
  }
  void maintainLock();

  return async () => {
    released.abort();
    await client.end();
  };
}

async function acquireLock(url: string, kind: LockKind, applicationName: string): Promise<pg.Client> {
  const until = performance.now() + startTimeoutMs;
  for (;;) {
    const result = await tryLock(url, kind, applicationName);
    if (!(result instanceof DatabaseInUseError)) return result;
    if (performance.now() > until) throw result;
    await wait(retryMs);
  }
}

/** Returns a connection that holds the lock, or an error that names the holder. Throws if the database is unreachable. */
async function tryLock(
  url: string,
  kind: LockKind,
  applicationName: string,
): Promise<pg.Client | DatabaseInUseError> {
  const client = new pg.Client({
    ...connectionDefaults,
    connectionString: url,
    query_timeout: queryTimeoutMs,
  });
  ignoreConnectionErrors(client);
  try {
    await client.connect();
    // This session is idle by design. Keepalives end the session of a vanished host within half a minute.
    await client.query(
      `select set_config('application_name', $1, false), set_config('idle_session_timeout', '0', false),
        set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)`,
      [applicationName],
    );
    if (await tryAdvisoryLock(client, kind)) return client;
    const holder = await findHolder(client);
    // Our own connection, broken on this side only: the database ends it, which frees the lock.
    if (holder?.name === applicationName) {
      await client.query("select pg_terminate_backend($1, 2000)", [holder.pid]);
      if (await tryAdvisoryLock(client, kind)) return client;
    }
    await client.end();
    return new DatabaseInUseError(describeHolder(holder));
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function tryAdvisoryLock(client: pg.Client, kind: LockKind): Promise<boolean> {
  const lock = kind === "alone" ? "pg_try_advisory_lock" : "pg_try_advisory_lock_shared";
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [
    advisoryLocks.process,
  ]);
  return rows[0]?.taken === true;
}

interface Holder {
  readonly pid: number;
  /** Its `application_name`; empty if this user may not see it. */
  readonly name: string;
}

async function findHolder(client: pg.Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select pid, coalesce(application_name, '') as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.process],
  );
  return rows[0];
}

function describeHolder(holder: Holder | undefined): string {
  const [, host, pid] = /^aerial-console (\S+) (\d+) /.exec(holder?.name ?? "") ?? [];
  return host ? `process ${pid} on ${host}` : "another process";
}

/** Resolves when the connection has ended or no longer replies. */
async function waitForDisconnect(client: pg.Client): Promise<void> {
  let heartbeat: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    client.once("end", resolve);
    heartbeat = setInterval(() => {
      client.query("select 1").catch(() => client.end().then(resolve));
    }, heartbeatMs);
  });
  clearInterval(heartbeat);
}
