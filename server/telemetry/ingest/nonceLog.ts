import { gte, sql } from "drizzle-orm";
import { insertAll } from "../../db/insertAll.ts";
import { usedNonces } from "../../db/schema/usedNonces.ts";
import type { Platform } from "../../platform.ts";

/** Maximum difference between the signer's clock and the server's. */
export const clockWindowMs = 300_000;

const slotMs = 60_000;

/**
 * Nonces of signed calls whose time stamp is still accepted, some 100 bytes each. They are known in memory and stored before their call is
 * taken, so that a restart accepts none of them again.
 */
export interface NonceLog {
  /** Reads the stored ones, once; the first call waits for it. */
  readonly load: () => Promise<void>;
  readonly has: (accessKeyId: string, nonce: string) => boolean;
  /**
   * Resolves once it is stored: those that wait meanwhile are stored together, in one statement.
   * @param at time stamp of the call
   * @throws what the database throws; the nonce then counts as not used
   */
  readonly add: (accessKeyId: string, nonce: string, at: Date) => Promise<void>;
}

interface WaitingNonce {
  readonly row: typeof usedNonces.$inferInsert;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A nonce that is still in the table although its time stamp has become too old may be used again. */
const renewKnown = sql`on conflict (access_key_id, nonce) do update set at = excluded.at`;

export function createNonceLog({ priorityDb, clock }: Pick<Platform, "priorityDb" | "clock">): NonceLog {
  /** By the minute of the time stamp, which is dropped as a whole, and by access key. */
  const slots = new Map<number, Map<string, Set<string>>>();
  let loading: Promise<void> | undefined;
  let waiting: WaitingNonce[] = [];
  let isWriting = false;

  const toSlot = (at: Date) => Math.floor(at.getTime() / slotMs);

  function remember(accessKeyId: string, nonce: string, at: Date): void {
    const slot = toSlot(at);
    let byKey = slots.get(slot);
    if (!byKey) {
      // A minute longer than needed, for a clock that is set back a little.
      const oldest = toSlot(new Date(clock().getTime() - clockWindowMs - slotMs));
      for (const known of slots.keys()) if (known < oldest) slots.delete(known);
      byKey = new Map();
      slots.set(slot, byKey);
    }
    const used = byKey.get(accessKeyId) ?? new Set();
    byKey.set(accessKeyId, used.add(nonce));
  }

  async function read(): Promise<void> {
    const since = new Date(clock().getTime() - clockWindowMs);
    const stored = await priorityDb.select().from(usedNonces).where(gte(usedNonces.at, since));
    for (const { accessKeyId, nonce, at } of stored) remember(accessKeyId, nonce, at);
  }

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const rows = batch.map(({ row }) => row);
        await insertAll(priorityDb, usedNonces, rows, { onConflict: renewKnown });
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { row, reject } of batch) {
          slots.get(toSlot(row.at))?.get(row.accessKeyId)?.delete(row.nonce);
          reject(error);
        }
      }
    }
    isWriting = false;
  }

  return {
    load: () => {
      loading ??= read().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    has: (accessKeyId, nonce) => {
      for (const byKey of slots.values()) if (byKey.get(accessKeyId)?.has(nonce)) return true;
      return false;
    },
    add: (accessKeyId, nonce, at) => {
      remember(accessKeyId, nonce, at);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ row: { accessKeyId, nonce, at }, resolve, reject });
      if (!isWriting) void write();
      return promise;
    },
  };
}
