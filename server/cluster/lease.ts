import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import { leases } from "../db/schema/lease.ts";
import { processes } from "../db/schema/process.ts";
import type { Log } from "../log/createLog.ts";
import { leaseInterval, renewMs } from "./leaseTimes.ts";

/** Something that one process does at a time. */
export interface Lease {
  /** How often it had changed hands when this process got it; null while it is somebody else's, or nobody's. */
  readonly getEpoch: () => number | null;
  /** Id and address of the process that has it, as read last; null where that was not renewed. */
  readonly getOwner: () => LeaseOwner | null;
  /** Asks whether it is still this process's: it was frozen, and others may have waited no longer. */
  readonly verify: () => Promise<void>;
  /** Begins a transaction of its owner: refuses all others. */
  readonly fence: (tx: Db) => Promise<void>;
  /** Gives it up, so that the next process need not wait. */
  readonly release: () => Promise<void>;
}

export interface LeaseOwner {
  readonly id: number;
  readonly address: string;
}

export interface LeaseOptions {
  readonly name: string;
  readonly processId: number;
  /** Whether this process would do it. */
  readonly isCandidate: boolean;
  readonly log: Log;
  readonly monotonicMs: () => number;
  readonly onGained: () => void;
  /** Called once where another process has it now. */
  readonly onLost: (reason: string) => void;
}

const watchMs = 1_000;
/**
 * An expired lease is taken by who has reached the database for so long: after an outage of the database its owner comes
 * first, who has all in memory.
 */
const steadyMs = 6_000;
/** A frozen owner would keep the next one waiting for its transaction for longer. */
const idleTransactionMs = 2_000;

const until = sql`now() + ${sql.raw(`interval '${leaseInterval}'`)}`;
const isExpired = sql<boolean>`${leases.until} < now()`;
const isFree = sql<boolean>`${leases.until} = '-infinity'`;

/** Watches a lease, takes it where nobody has it, and renews it. @param db its statements wait for nobody else's */
export function createLease(db: Db, options: LeaseOptions): Lease {
  const { name, processId, isCandidate, log, monotonicMs, onGained, onLost } = options;
  let epoch: number | null = null;
  let owner: LeaseOwner | null = null;
  let isOver = false;
  let steadySince = monotonicMs();
  let answeredAt = steadySince;
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

  /** Waits for transactions of the owner before: none of them commits later. */
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
    if (now - answeredAt > 2 * watchMs + renewMs) steadySince = now;
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
    const isSteady = answeredAt - steadySince >= steadyMs;
    if (!found || found.isFree || (found.isExpired && isSteady)) await take();
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
      // A database that is away has given it to nobody.
      await renew().catch(() => undefined);
    },
    getEpoch: () => epoch,
    getOwner: () => owner,
    fence: async (tx) => {
      if (epoch === null) throw new LeaseLostError(`${name} is not of this process`);
      // Shared with others of its owner and with renewals, but not with who takes it over.
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
      // A database that is away lets it expire.
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
