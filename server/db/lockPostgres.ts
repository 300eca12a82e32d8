import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { connectionDefaults, ignoreConnectionErrors } from "./createPool.ts";

/** A process that was killed just now still holds its lock for a moment. */
const startPatienceMs = 2_000;
const retryMs = 250;
/** How often is looked whether the connection still reaches the database: after a failover it may not. */
const heartbeatMs = 15_000;
const queryTimeoutMs = 10_000;
/** So long without the lock is told of: the database may be back and refuse this one connection. */
const unheldMs = 30_000;

/** Another process serves the database. */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
  /** Its host and process, as far as the database tells. */
  readonly holder: string;
  constructor(holder: string) {
    super(`The database is in use by ${holder}`);
    this.holder = holder;
  }
}

/**
 * Takes the database for this process alone, by a lock that PostgreSQL drops with its connection, however that ends.
 * After a restart of the database it is taken again.
 * @param onTaken told, once, if another process had taken it by then
 * @param onUnheld told once an outage why the lock could not be taken again for half a minute
 * @returns what gives the lock back
 * @throws DatabaseInUse where another process holds it
 */
export async function lockPostgres(
  url: string,
  onTaken: (fault: DatabaseInUse) => void,
  onUnheld: (fault: unknown) => void,
): Promise<() => Promise<void>> {
  const own = `aerial-console ${hostname().slice(0, 30)} ${process.pid} ${randomBytes(4).toString("hex")}`;
  const released = new AbortController();
  let client = await firstHold(url, own);

  async function keepHolding(): Promise<void> {
    while (!released.signal.aborted) {
      await lost(client);
      const since = performance.now();
      let isTold = false;
      while (!released.signal.aborted) {
        await wait(retryMs);
        // While the database is away there is nothing to take, and nobody else can.
        const again = await tryLock(url, own).catch((fault: unknown) => {
          if (isTold || performance.now() - since < unheldMs) return null;
          isTold = true;
          onUnheld(fault);
          return null;
        });
        if (again instanceof DatabaseInUse) return onTaken(again);
        if (!again) continue;
        client = again;
        break;
      }
    }
    await client.end();
  }
  void keepHolding();

  return async () => {
    released.abort();
    await client.end();
  };
}

async function firstHold(url: string, own: string): Promise<pg.Client> {
  const until = performance.now() + startPatienceMs;
  for (;;) {
    const held = await tryLock(url, own);
    if (!(held instanceof DatabaseInUse)) return held;
    if (performance.now() > until) throw held;
    await wait(retryMs);
  }
}

/** A connection that holds the lock, or who holds it instead. Throws where the database cannot be reached. */
async function tryLock(url: string, own: string): Promise<pg.Client | DatabaseInUse> {
  const client = new pg.Client({
    ...connectionDefaults,
    connectionString: url,
    query_timeout: queryTimeoutMs,
  });
  ignoreConnectionErrors(client);
  try {
    await client.connect();
    // An idle session is this one's purpose; that of a host that is gone ends within half a minute.
    await client.query(
      `select set_config('application_name', $1, false), set_config('idle_session_timeout', '0', false),
        set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)`,
      [own],
    );
    if (await isLocked(client)) return client;
    const holder = await holderOf(client);
    // A connection that broke on this side alone: the database ends it, and the lock is free.
    if (holder?.name === own) {
      await client.query("select pg_terminate_backend($1, 2000)", [holder.pid]);
      if (await isLocked(client)) return client;
    }
    await client.end();
    return new DatabaseInUse(describe(holder));
  } catch (fault) {
    await client.end();
    throw fault;
  }
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    advisoryLocks.process,
  ]);
  return rows[0]?.taken === true;
}

interface Holder {
  readonly pid: number;
  /** What it calls itself; empty where this user may not see it. */
  readonly name: string;
}

async function holderOf(client: pg.Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select pid, coalesce(application_name, '') as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.process],
  );
  return rows[0];
}

function describe(holder: Holder | undefined): string {
  const [, host, pid] = /^aerial-console (\S+) (\d+) /.exec(holder?.name ?? "") ?? [];
  return host ? `process ${pid} on ${host}` : "another process";
}

/** Resolves once the connection has ended, or answers no more. */
async function lost(client: pg.Client): Promise<void> {
  let beat: NodeJS.Timeout | undefined;
  await new Promise<void>((ended) => {
    client.once("end", ended);
    beat = setInterval(() => {
      client.query("select 1").catch(() => client.end().then(ended));
    }, heartbeatMs);
  });
  clearInterval(beat);
}
