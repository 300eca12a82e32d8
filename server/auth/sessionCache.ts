import { eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { sessions } from "../db/schema/sessions.ts";
import type { AuthErrorReason } from "../http/authError.ts";
import type { Platform } from "../platform.ts";
import { findSession, type SessionWithOwner, validateSession } from "./findSession.ts";
import type { LookupLimiter } from "./lookupLimiter.ts";
import { createPendingLookups } from "./pendingLookups.ts";
import { hashToken } from "./tokens.ts";

/** In-memory cache of sessions in use. The bus reports changes of sessions and their owners. */
export interface SessionCache {
  /**
   * The valid session of a token with its owner, or why there is none.
   * @param address of the client, whose unknown tokens are limited
   */
  readonly find: (token: string, address: string) => Promise<SessionResult>;
  /**
   * Like `find`, but from the cache only; null if it is not cached. For heartbeats, which never wait for the database.
   * `isStale`: `find` would query the database again.
   */
  readonly peek: (token: string) => { readonly found: SessionResult; readonly isStale: boolean } | null;
  /** Marks a session as used; persisted in the background, at most once a minute. */
  readonly touch: (token: string) => void;
  readonly count: () => number;
  /** Unsubscribes and waits for pending writes. */
  readonly stop: () => Promise<void>;
}

type SessionResult = SessionWithOwner | AuthErrorReason;

interface Entry {
  readonly found: SessionWithOwner;
  /** When the database was read, UTC ms. */
  readonly checkedAt: number;
  /** The last use that was persisted, UTC ms. */
  readonly writtenAt: number;
}

/** How long an entry is used without querying the database. */
const cacheTtlMs = 60_000;
/** Precision of the persisted last use, so that not every call writes. */
const touchIntervalMs = 60_000;
/** Beyond it, the least recently used entry is evicted. */
const defaultMaxEntries = 10_000;

type Ports = Pick<Platform, "db" | "priorityDb" | "bus" | "clock" | "onError"> & {
  readonly lookups: LookupLimiter;
};

/** Persists last uses of sessions in the background. */
function createLastUseWriter({ db, onError }: Pick<Ports, "db" | "onError">) {
  const writes = new Set<Promise<void>>();
  async function write(id: string, lastUsedAt: Date): Promise<void> {
    try {
      await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));
    } catch (error) {
      // Not retried: the next minute's use is written anyway.
      onError(error, "last use of a session");
    }
  }
  return {
    start: (id: string, lastUsedAt: Date) => {
      const writing: Promise<void> = write(id, lastUsedAt).finally(() => writes.delete(writing));
      writes.add(writing);
    },
    waitForPending: () => Promise.all(writes),
  };
}

export function createSessionCache(ports: Ports, maxEntries = defaultMaxEntries): SessionCache {
  const { priorityDb, bus, clock, lookups: limiter } = ports;
  const entries = new Map<string, Entry>();
  const pending = createPendingLookups<SessionResult>();
  const lastUses = createLastUseWriter(ports);

  const unsubscribe = [
    bus.subscribe("session.ended", ({ sessionId }) => {
      pending.noteChange(sessionId);
      for (const [key, { found }] of entries) if (found.session.id === sessionId) entries.delete(key);
    }),
    bus.subscribe("staff.changed", ({ staffId }) => {
      pending.noteChange(staffId);
      // Retains the last use; everything else is read again.
      for (const [key, entry] of entries)
        if (entry.found.owner.id === staffId)
          entries.set(key, { ...entry, checkedAt: Number.NEGATIVE_INFINITY });
    }),
  ];

  function store(key: string, entry: Entry) {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
  }
  function isStale({ checkedAt }: Entry): boolean {
    const age = clock().getTime() - checkedAt;
    // If the clock was set back, checks lie in the future.
    return age < 0 || age >= cacheTtlMs;
  }
  const validate = (found: SessionWithOwner) => validateSession(found, clock()) ?? found;

  /** Reads again if the session or its owner changed during the read. */
  async function load(from: Db, key: string, changedIds: Set<string>): Promise<SessionResult> {
    for (;;) {
      changedIds.clear();
      const checkedAt = clock().getTime();
      const row = await findSession(from, key);
      if (row && (changedIds.has(row.session.id) || changedIds.has(row.owner.id))) continue;
      const known = entries.get(key);
      entries.delete(key);
      if (!row) return "unknown";
      const found = known ? withLastUse(row, known.found) : row;
      const refusal = validateSession(found, clock());
      if (refusal) return refusal;
      const writtenAt = Math.max(row.session.lastUsedAt.getTime(), known?.writtenAt ?? 0);
      store(key, { found, checkedAt, writtenAt });
      return found;
    }
  }
  const lookup = (key: string, address: string) =>
    pending.share(key, (changedIds) =>
      // A cached token is not forged: it bypasses the limit of its address.
      entries.has(key)
        ? load(priorityDb, key, changedIds)
        : limiter.run(address, (from) => load(from, key, changedIds), isFound),
    );

  return {
    find: async (token, address) => {
      const key = hashToken(token);
      const entry = entries.get(key);
      return entry && !isStale(entry) ? validate(entry.found) : lookup(key, address);
    },
    peek: (token) => {
      const entry = entries.get(hashToken(token));
      return entry ? { found: validate(entry.found), isStale: isStale(entry) } : null;
    },
    touch: (token) => {
      const key = hashToken(token);
      const entry = entries.get(key);
      if (!entry) return;
      const now = clock();
      const found = { ...entry.found, session: { ...entry.found.session, lastUsedAt: now } };
      const shouldWrite = now.getTime() - entry.writtenAt >= touchIntervalMs;
      if (shouldWrite) lastUses.start(found.session.id, now);
      store(key, { ...entry, found, writtenAt: shouldWrite ? now.getTime() : entry.writtenAt });
    },
    count: () => entries.size,
    stop: async () => {
      for (const stopListening of unsubscribe) stopListening();
      await lastUses.waitForPending();
    },
  };
}

const isFound = (found: SessionResult) => typeof found !== "string";

/** The database row, with the cached last use if that is later. */
function withLastUse(row: SessionWithOwner, { session: { lastUsedAt } }: SessionWithOwner): SessionWithOwner {
  return lastUsedAt > row.session.lastUsedAt ? { ...row, session: { ...row.session, lastUsedAt } } : row;
}
