import type { Db } from "../db/handle.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import type { Log } from "../log/createLog.ts";
import type { ProcessTimers } from "../processTimers.ts";
import type { LeaseStore, Ownership } from "./leaseStore.ts";
import { renewMs } from "./leaseTimes.ts";

/** A lease on work that only one process does at a time. */
export interface Lease<Tx = Db> {
  /** Fencing token: the number of this process's ownership; null while it is not the owner. */
  readonly getEpoch: () => number | null;
  /** The owner as last read; null if its lease has expired. */
  readonly getOwner: () => LeaseOwner | null;
  /** Renews it now. Call it after a freeze, when another process may have taken it. */
  readonly verify: () => Promise<void>;
  /** Call it first in a transaction that only the owner may commit. Throws `LeaseLostError` for any other process. */
  readonly fence: (tx: Tx) => Promise<void>;
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
  readonly timers: ProcessTimers;
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

/** Watches a lease, takes it when it is free, and renews it. */
export function createLease<Tx>(store: LeaseStore<Tx>, options: LeaseOptions): Lease<Tx> {
  const { name, processId, isCandidate, log, timers, onGained, onLost } = options;
  const { monotonicMs } = timers;
  let epoch: number | null = null;
  let owner: LeaseOwner | null = null;
  let isOver = false;
  let reachableSince = monotonicMs();
  let answeredAt = reachableSince;
  let cancel = () => {};
  const working = new Set<Promise<void>>();
  const getOwnership = (): Ownership => ({ name, owner: processId, epoch: epoch ?? -1 });

  function lose(): void {
    if (isOver) return;
    isOver = true;
    epoch = null;
    onLost(`${name} was taken over by another process`);
  }

  async function renew(): Promise<void> {
    if (!(await store.renew(getOwnership()))) lose();
  }

  async function take(): Promise<void> {
    const taken = await store.take(name, processId);
    if (taken === null) return;
    epoch = taken;
    // Taken while it was released already: `release` gives it up.
    if (isOver) return;
    log.warn({ lease: name, epoch: taken }, "lease taken");
    onGained();
  }

  async function watch(): Promise<void> {
    const now = monotonicMs();
    if (now - answeredAt > 2 * watchMs + renewMs) reachableSince = now;
    const found = await store.read(name);
    answeredAt = monotonicMs();
    owner =
      found && !found.isExpired && found.owner !== null
        ? { id: found.owner, address: found.address ?? "" }
        : null;
    if (!isCandidate) return;
    if (!found) await store.create(name);
    const isReachable = answeredAt - reachableSince >= minReachableMs;
    if (!found || found.isFree || (found.isExpired && isReachable)) await take();
  }

  async function run(work: () => Promise<void>): Promise<void> {
    const running = work()
      .catch((error: unknown) => log.debug({ lease: name, reason: String(error) }, "lease not reached"))
      .finally(() => working.delete(running));
    working.add(running);
    await running;
  }

  function schedule(ms: number): void {
    if (isOver) return;
    cancel = timers.setTimer(() => {
      if (epoch === null) return void run(watch).finally(() => schedule(epoch === null ? watchMs : renewMs));
      // Not after the reply to the last one: a statement that is lost times out too late for the next one.
      void run(renew);
      schedule(renewMs);
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
      if (await store.lock(tx, getOwnership())) return;
      lose();
      throw new LeaseLostError(`${name} was taken over by another process`);
    },
    release: async () => {
      cancel();
      isOver = true;
      await Promise.all(working);
      // If the database is unreachable, the lease expires by itself.
      if (epoch !== null) await store.release(getOwnership()).catch(() => undefined);
      epoch = null;
    },
  };
}
