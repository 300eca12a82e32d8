import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import { leases } from "../db/schema/lease.ts";
import { processes } from "../db/schema/process.ts";
import type { Log } from "../log/createLog.ts";
import { leaseDuration, renewMs } from "./leaseTimes.ts";

/** A lease on work that only one process does at a time. */
export interface Lease {
  /** Fencing token: the number of this process's ownership; null while it is not the owner. */
  readonly getEpoch: () => number | null;
  /** The owner as last read; null if its lease has expired. */
  readonly getOwner: () => LeaseOwner | null;
  /** Renews it now. Call it after a freeze, when another process may have taken it. */
  readonly verify: () => Promise<void>;
  /** Call it first in a transaction that only the owner may commit. Throws `LeaseLostError` for any other process. */
  readonly fence: (tx: Db) => Promise<void>;
  /** Releases it, so that another process can take it at once. */
  readonly release: () => Promise<void>;
}

export interface LeaseOwner {
  readonly id: number;
  readonly address: string;
}

export interface LeaseOptions {
  readonly name: string;
  readonly processId: number;
  /** Whether this process may become the owner. */
  readonly isCandidate: boolean;
  readonly log: Log;
  readonly monotonicMs: () => number;
  readonly onGained: () => void;
  /** Called once with the reason if another process has taken the lease. */
  readonly onLost: (reason: string) => void;
}

const watchMs = 1_000;
/**
 * An expired lease is taken only after reaching the database for this long: after an outage of the database, its owner
 * renews first and keeps it.
 */
const minReachableMs = 6_000;
/** Ends transactions of a frozen owner, which the next owner has to wait for. */
const idleTransactionMs = 2_000;

const until = sql`now() + ${sql.raw(`interval '${leaseDuration}'`)}`;
const isExpired = sql<boolean>`${leases.until} < now()`;
const isFree = sql<boolean>`${leases.until} = '-infinity'`;

/**
 * Watches a lease, takes it when it is free, and renews it.
 * @param db must have connections of its own, so that a renewal never waits
 */
export function createLease(db: Db, options: LeaseOptions): Lease {
  const { name, processId, isCandidate, log, monotonicMs, onGained, onLost } = options;
  let epoch: number | null = null;
  let owner: LeaseOwner | null = null;
  let isOver = false;
  let reachableSince = monotonicMs();
  let answeredAt = reachableSince;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const isOwn = () => and(eq(leases.name, name), eq(leases.owner, processId), eq(leases.epoch, epoch ?? -1));

  function lose(): void {
    if (isOver) return;
    isOver = true;
    epoch = null;
    onLost(`${name} was taken over by another process`);
  }

  async function renew(): Promise<void> {
    const renewed = await db.update(leases).set({ until }).where(isOwn()).returning({ epoch: leases.epoch });
    if (renewed.length === 0) lose();
  }

  /** `for update` waits for the fenced transactions of the previous owner, so that none of them commits later. */
  async function take(): Promise<void> {
    const taken = await db.transaction(async (tx) => {
      const [free] = await tx
        .select({ epoch: leases.epoch })
        .from(leases)
        .where(and(eq(leases.name, name), isExpired))
        .for("update");
      if (!free) return null;
      const next = { owner: processId, epoch: free.epoch + 1, until };
      await tx.update(leases).set(next).where(eq(leases.name, name));
      return next.epoch;
    });
    if (taken === null || isOver) return;
    epoch = taken;
    log.warn({ lease: name, epoch: taken }, "lease taken");
    onGained();
  }

  async function watch(): Promise<void> {
    const now = monotonicMs();
    if (now - answeredAt > 2 * watchMs + renewMs) reachableSince = now;
    const [found] = await db
      .select({ owner: leases.owner, address: processes.address, isExpired, isFree })
      .from(leases)
      .leftJoin(processes, eq(processes.id, leases.owner))
      .where(eq(leases.name, name));
    answeredAt = monotonicMs();
    owner =
      found && !found.isExpired && found.owner !== null
        ? { id: found.owner, address: found.address ?? "" }
        : null;
    if (!isCandidate) return;
    if (!found)
      await db.insert(leases).values({ name, epoch: 0, until: sql`'-infinity'` }).onConflictDoNothing();
    const isReachable = answeredAt - reachableSince >= minReachableMs;
    if (!found || found.isFree || (found.isExpired && isReachable)) await take();
  }

  function schedule(ms: number): void {
    if (isOver) return;
    timer = setTimeout(() => {
      working = (epoch === null ? watch() : renew())
        .catch((error: unknown) => log.debug({ lease: name, reason: String(error) }, "lease not reached"))
        .finally(() => schedule(epoch === null ? watchMs : renewMs));
    }, ms);
  }
  schedule(0);

  return {
    verify: async () => {
      if (epoch === null || isOver) return;
      // While the database is unreachable, no other process can take the lease either.
      await renew().catch(() => undefined);
    },
    getEpoch: () => epoch,
    getOwner: () => owner,
    fence: async (tx) => {
      if (epoch === null) throw new LeaseLostError(`${name} is not owned by this process`);
      // `key share` allows other transactions of the owner and renewals, but blocks `take`.
      const held = await tx
        .select({
          limit: sql`set_config('idle_in_transaction_session_timeout', ${String(idleTransactionMs)}, true)`,
        })
        .from(leases)
        .where(isOwn())
        .for("key share");
      if (held.length > 0) return;
      lose();
      throw new LeaseLostError(`${name} was taken over by another process`);
    },
    release: async () => {
      clearTimeout(timer);
      const isHeld = epoch !== null && !isOver;
      isOver = true;
      await working;
      // If the database is unreachable, the lease expires by itself.
      if (isHeld)
        await db
          .update(leases)
          .set({ until: sql`'-infinity'` })
          .where(isOwn())
          .catch(() => undefined);
      epoch = null;
    },
  };
}
