import { gte } from "drizzle-orm";
import { usedNonces } from "../../db/schema/usedNonces.ts";
import type { Platform } from "../../platform.ts";

/** Maximum difference between the signer's clock and the server's. */
export const clockWindowMs = 300_000;

const slotMs = 60_000;

/**
 * Nonces of signed calls whose time stamp is still accepted, some 100 bytes each. They are known in memory, and stored in
 * one transaction with the samples of their calls, before the answer: a restart accepts none of them again.
 */
export interface NonceLog {
  /** Reads the stored ones, once; the first call waits for it. */
  readonly load: () => Promise<void>;
  readonly has: (accessKeyId: string, nonce: string) => boolean;
  /** @param at time stamp of the call */
  readonly add: (accessKeyId: string, nonce: string, at: Date) => void;
}

/** @param insert queues a row, which is stored with the next samples */
export function createNonceLog(
  { priorityDb, clock }: Pick<Platform, "priorityDb" | "clock">,
  insert: (row: typeof usedNonces.$inferInsert) => void,
): NonceLog {
  /** By the minute of the time stamp, which is dropped as a whole, and by access key. */
  const slots = new Map<number, Map<string, Set<string>>>();
  let loading: Promise<void> | undefined;

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
      insert({ accessKeyId, nonce, at });
    },
  };
}
