import { eq } from "drizzle-orm";
import type { LookupLimiter } from "../../auth/lookupLimiter.ts";
import { createPendingLookups } from "../../auth/pendingLookups.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { decryptSecret } from "../../modules/accessKey/encryptSecret.ts";
import type { Platform } from "../../platform.ts";
import { maxAccessKeyLength } from "./ingestStatus.ts";

/** An access key as signed requests need it. */
export interface CachedAccessKey {
  readonly id: string;
  readonly companyId: string;
  /** Null if it was encrypted with another server key: no signature can be verified with it. */
  readonly secret: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** In-memory cache of access keys. The bus reports their changes. */
export interface AccessKeyCache {
  /**
   * The access key of this name, valid or not; null if there is none.
   * @param address of the client, whose unknown keys are limited
   * @throws DatabaseBusyError if too many look-ups of the address wait
   */
  readonly find: (accessKey: string, address: string) => Promise<CachedAccessKey | null>;
  readonly stop: () => void;
}

interface Entry<T> {
  readonly found: T;
  readonly checkedAt: number;
}

/** How long an entry is used without querying the database. */
const cacheTtlMs = 60_000;
/** Beyond it, the entry that was read longest ago is dropped. Invented keys never displace real ones. */
const defaultMaxEntries = { known: 10_000, unknown: 1_000 } as const;

export function createAccessKeyCache(
  {
    priorityDb,
    bus,
    monotonicMs,
    secretKey,
    lookups,
  }: Pick<Platform, "priorityDb" | "bus" | "monotonicMs" | "secretKey"> & {
    readonly lookups: LookupLimiter;
  },
  maxEntries: { readonly known: number; readonly unknown: number } = defaultMaxEntries,
): AccessKeyCache {
  const keys = new Map<string, Entry<CachedAccessKey>>();
  const unknownKeys = new Map<string, Entry<null>>();
  const pending = createPendingLookups<CachedAccessKey | null>();
  const isFresh = ({ checkedAt }: Entry<unknown>) => monotonicMs() - checkedAt < cacheTtlMs;

  const stop = bus.subscribe("accessKey.changed", ({ accessKey }) => {
    pending.noteChange(accessKey);
    keys.delete(accessKey);
    unknownKeys.delete(accessKey);
  });

  /** Reads again if the key changed during the read. */
  async function load(db: Db, accessKey: string, changed: Set<string>): Promise<CachedAccessKey | null> {
    for (;;) {
      changed.clear();
      const checkedAt = monotonicMs();
      const found = await readKey(db, accessKey, secretKey);
      if (changed.has(accessKey)) continue;
      keys.delete(accessKey);
      if (found) store(keys, accessKey, { found, checkedAt }, maxEntries.known);
      else store(unknownKeys, accessKey, { found, checkedAt }, maxEntries.unknown);
      return found;
    }
  }

  return {
    find: async (accessKey, address) => {
      if (accessKey.length > maxAccessKeyLength) return null;
      const entry = keys.get(accessKey) ?? unknownKeys.get(accessKey);
      if (entry && isFresh(entry)) return entry.found;
      return pending.share(accessKey, (changed) =>
        // A cached key is not invented: it bypasses the limit of its address.
        entry?.found
          ? load(priorityDb, accessKey, changed)
          : lookups.run(
              address,
              (db) => load(db, accessKey, changed),
              (found) => found !== null,
            ),
      );
    },
    stop,
  };
}

function store<T>(entries: Map<string, Entry<T>>, accessKey: string, entry: Entry<T>, max: number): void {
  entries.delete(accessKey);
  entries.set(accessKey, entry);
  const [oldest] = entries.size > max ? entries.keys() : [];
  if (oldest !== undefined) entries.delete(oldest);
}

async function readKey(db: Db, accessKey: string, secretKey: Buffer): Promise<CachedAccessKey | null> {
  const [found] = await db.select().from(accessKeys).where(eq(accessKeys.accessKey, accessKey));
  if (!found) return null;
  const { id, companyId, sealedSecret, expiresAt, revokedAt } = found;
  const secret = unsealSecret(secretKey, sealedSecret);
  return { id, companyId, secret, expiresAt, revokedAt };
}

function unsealSecret(secretKey: Buffer, sealed: string): string | null {
  try {
    return decryptSecret(secretKey, sealed);
  } catch {
    return null;
  }
}
