import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { leases } from "../db/schema/lease.ts";
import { processes } from "../db/schema/process.ts";
import { leaseDuration } from "./leaseTimes.ts";

/** One ownership of a lease. */
export interface Ownership {
  readonly name: string;
  /** Id of the process. */
  readonly owner: number;
  readonly epoch: number;
}

/** A lease as it is stored. */
export interface StoredLease {
  readonly owner: number | null;
  /** URL of the owner. */
  readonly address: string | null;
  /** By the database's clock. */
  readonly isExpired: boolean;
  /** Released by its owner, or never owned. */
  readonly isFree: boolean;
}

/** The statements about leases, each a transaction of its own but for `lock`. */
export interface LeaseStore<Tx = Db> {
  readonly read: (name: string) => Promise<StoredLease | null>;
  /** Creates a free lease unless it exists. */
  readonly create: (name: string) => Promise<void>;
  /**
   * Takes an expired lease once the transactions that lock it have ended, so that none of them commits later.
   * Returns the new epoch; null if the lease is not expired.
   */
  readonly take: (name: string, owner: number) => Promise<number | null>;
  /** Returns whether it is still owned so. */
  readonly renew: (ownership: Ownership) => Promise<boolean>;
  /** Frees it if it is still owned so. */
  readonly release: (ownership: Ownership) => Promise<void>;
  /**
   * Locks the lease until the transaction ends, beside other such locks and renewals, and lets the database end the
   * transaction if it idles, as that of a frozen owner. Returns whether it is still owned so.
   */
  readonly lock: (tx: Tx, ownership: Ownership) => Promise<boolean>;
}

/** Ends transactions of a frozen owner, which the next owner has to wait for. */
const idleTransactionMs = 2_000;

const until = sql`now() + ${sql.raw(`interval '${leaseDuration}'`)}`;
const isExpired = sql<boolean>`${leases.until} < now()`;
const isOwned = ({ name, owner, epoch }: Ownership) =>
  and(eq(leases.name, name), eq(leases.owner, owner), eq(leases.epoch, epoch));

/** @param db must have connections of its own, so that a renewal never waits */
export function createLeaseStore(db: Db): LeaseStore {
  return {
    read: async (name) => {
      const [found] = await db
        .select({
          owner: leases.owner,
          address: processes.address,
          isExpired,
          isFree: sql<boolean>`${leases.until} = '-infinity'`,
        })
        .from(leases)
        .leftJoin(processes, eq(processes.id, leases.owner))
        .where(eq(leases.name, name));
      return found ?? null;
    },
    create: async (name) => {
      await db.insert(leases).values({ name, epoch: 0, until: sql`'-infinity'` }).onConflictDoNothing();
    },
    // One statement: a process that freezes or is cut off between two would keep the row locked.
    take: async (name, owner) => {
      const free = db
        .select({ name: leases.name })
        .from(leases)
        .where(and(eq(leases.name, name), isExpired))
        .for("update");
      const [taken] = await db
        .update(leases)
        .set({ owner, epoch: sql`${leases.epoch} + 1`, until })
        .where(inArray(leases.name, free))
        .returning({ epoch: leases.epoch });
      return taken?.epoch ?? null;
    },
    renew: async (ownership) => {
      const renewed = await db
        .update(leases)
        .set({ until })
        .where(isOwned(ownership))
        .returning({ epoch: leases.epoch });
      return renewed.length > 0;
    },
    release: async (ownership) => {
      await db.update(leases).set({ until: sql`'-infinity'` }).where(isOwned(ownership));
    },
    lock: async (tx, ownership) => {
      // `key share` allows other transactions of the owner and renewals, but blocks `take`.
      const held = await tx
        .select({
          limit: sql`set_config('idle_in_transaction_session_timeout', ${String(idleTransactionMs)}, true)`,
        })
        .from(leases)
        .where(isOwned(ownership))
        .for("key share");
      return held.length > 0;
    },
  };
}
