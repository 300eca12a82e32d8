import { and, eq, isNull } from "drizzle-orm";
import { decryptSecret } from "../../auth/encryptSecret.ts";
import type { LookupLimiter } from "../../auth/lookupLimiter.ts";
import { createPendingLookups } from "../../auth/pendingLookups.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { drones } from "../../db/schema/drone.ts";
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
  /** Registered drones of the company. */
  readonly droneCount: number;
}

/** In-memory cache of access keys. The bus reports their changes. */
export interface AccessKeyCache {
  /**
   * The access key of this name, valid or not; null if there is none.
   * @param address of the client, whose unknown keys are limited
   * @throws DatabaseBusyError if too many look-ups of the address wait
   */
  readonly find: (accessKey: string, address: string) => Promise<CachedAccessKey | null>;
  /** Like `find`, but from the cache only, however old; undefined if it is not there. */
  readonly peek: (accessKey: string) => CachedAccessKey | undefined;
  readonly stop: () => void;
}

interface Entry<T> {
  readonly found: T;
  readonly checkedAt: number;
}

/** How long an entry is used without querying the database, which also counts the drones. */
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
    peek: (accessKey) => keys.get(accessKey)?.found,
    stop,
  };
}

function store<T>(entries: Map<string, Entry<T>>, accessKey: string, entry: Entry<T>, max: number): void {
  entries.delete(accessKey);
  entries.set(accessKey, entry);
  const [oldest] = entries.size > max ? entries.keys() : [];
  if (oldest !== undefined) entries.delete(oldest);
}

/** The key and the number of its company's drones, in one statement. */
async function readKey(db: Db, accessKey: string, secretKey: Buffer): Promise<CachedAccessKey | null> {
  const isOwnDrone = and(eq(drones.companyId, accessKeys.companyId), isNull(drones.deletedAt));
  const [found] = await db
    .select({ key: accessKeys, droneCount: db.$count(drones, isOwnDrone) })
    .from(accessKeys)
    .where(eq(accessKeys.accessKey, accessKey));
  if (!found) return null;
  const { id, companyId, sealedSecret, expiresAt, revokedAt } = found.key;
  const secret = unsealSecret(secretKey, sealedSecret);
  return { id, companyId, secret, expiresAt, revokedAt, droneCount: found.droneCount };
}

function unsealSecret(secretKey: Buffer, sealed: string): string | null {
  try {
    return decryptSecret(secretKey, sealed);
  } catch {
    return null;
  }
}
