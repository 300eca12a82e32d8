import { randomBytes } from "node:crypto";
import { createOutbox } from "../bus/outbox.ts";
import { createPool } from "../db/createPool.ts";
import { createPooledDb } from "../db/pooledSession.ts";
import type { Log } from "../log/createLog.ts";
import { processTimers } from "../processTimers.ts";
import { createMembership, type Membership, type MembershipHandlers } from "./createMembership.ts";
import { createLeaseStore } from "./leaseStore.ts";
import { createProcessStore } from "./processStore.ts";

/** Limit for a statement: a lease that is not renewed within seconds is lost. */
const statementTimeoutMs = 3_000;
/** Limit for connecting, which takes long on a machine that starts several processes at once. */
const connectTimeoutMs = 10_000;
const connections = 3;

/** Leases a process id from PostgreSQL, over connections of its own. */
export async function openMembership(
  databaseUrl: string,
  options: MembershipHandlers & { readonly log: Log },
): Promise<Membership> {
  // A pool of its own, so that a renewal never waits for other statements of this process.
  const pool = createPool(databaseUrl, connections, connectTimeoutMs, {
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 500,
  });
  const db = createPooledDb(pool);
  try {
    const membership = await createMembership({
      ...options,
      processes: createProcessStore(db),
      leases: createLeaseStore(db),
      outbox: createOutbox(db),
      timers: processTimers,
      token: randomBytes(16).toString("hex"),
    });
    const close = async () => {
      await membership.close();
      await pool.end();
    };
    return { ...membership, close };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
