import { eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { sessions } from "../db/schema/sessions.ts";
import type { DenialReason } from "../http/denied.ts";
import type { Platform } from "../platform.ts";
import { denialOf, type Found, readSession } from "./findSession.ts";
import type { LookupLimiter } from "./lookupLimiter.ts";
import { tokenHash } from "./tokens.ts";

/** The sessions in use, in memory. What happens to them and their owners comes over the bus. */
export interface SessionCache {
  /**
   * The live session of a token with its owner as they are now, or why there is none.
   * @param address of the client, whose unknown tokens are limited
   */
  readonly find: (token: string, address: string) => Promise<Found | DenialReason>;
  /**
   * The same from memory alone, null where it holds nothing: for heartbeats, which never wait for the database.
   * `due` says that `find` would ask the database again.
   */
  readonly peek: (token: string) => { readonly found: Found | DenialReason; readonly due: boolean } | null;
  /** Notes that a session is in use; written in the background, at most once a minute. */
  readonly touch: (token: string) => void;
  readonly count: () => number;
  /** Ends the subscriptions and waits for what is being written. */
  readonly stop: () => Promise<void>;
}

interface Entry {
  readonly found: Found;
  /** When the database was asked, UTC ms. */
  readonly checkedAt: number;
  /** The last use that is written down, UTC ms. */
  readonly writtenAt: number;
}

interface Lookup {
  readonly answer: Promise<Found | DenialReason>;
  /** Ids of sessions and staff that changed since it began. */
  readonly changed: Set<string>;
}

/** How long memory is believed without asking the database. */
const believedMs = 60_000;
/** How exact the time of last use is kept, so that not every call writes. */
const touchMs = 60_000;
/** The one that was not used for the longest time makes room. */
const defaultMostEntries = 10_000;

type Ports = Pick<Platform, "db" | "priorityDb" | "bus" | "clock" | "onFault"> & {
  readonly lookups: LookupLimiter;
};

export function createSessionCache(
  { db, priorityDb, bus, clock, onFault, lookups: limiter }: Ports,
  mostEntries = defaultMostEntries,
): SessionCache {
  const entries = new Map<string, Entry>();
  const lookups = new Map<string, Lookup>();
  const writes = new Set<Promise<void>>();

  const unsubscribe = [
    bus.subscribe("session.ended", ({ sessionId }) => {
      for (const { changed } of lookups.values()) changed.add(sessionId);
      for (const [key, { found }] of entries) if (found.session.id === sessionId) entries.delete(key);
    }),
    bus.subscribe("staff.changed", ({ staffId }) => {
      for (const { changed } of lookups.values()) changed.add(staffId);
      // The last use stays known; everything else is read again.
      for (const [key, entry] of entries)
        if (entry.found.owner.id === staffId)
          entries.set(key, { ...entry, checkedAt: Number.NEGATIVE_INFINITY });
    }),
  ];

  function store(key: string, entry: Entry) {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest);
  }
  function isDue({ checkedAt }: Entry): boolean {
    const age = clock().getTime() - checkedAt;
    // A clock that was set back makes every check one of the future.
    return age < 0 || age >= believedMs;
  }
  const judged = (found: Found) => denialOf(found, clock()) ?? found;

  /** Reads until nothing has happened to the session or its owner meanwhile. */
  async function ask(from: Db, key: string, changed: Set<string>): Promise<Found | DenialReason> {
    for (;;) {
      changed.clear();
      const checkedAt = clock().getTime();
      const row = await readSession(from, key);
      if (row && (changed.has(row.session.id) || changed.has(row.owner.id))) continue;
      const known = entries.get(key);
      entries.delete(key);
      if (!row) return "unknown";
      const found = known ? withLastUse(row, known.found) : row;
      const denial = denialOf(found, clock());
      if (denial) return denial;
      const writtenAt = Math.max(row.session.lastUsedAt.getTime(), known?.writtenAt ?? 0);
      store(key, { found, checkedAt, writtenAt });
      return found;
    }
  }
  function lookUp(key: string, address: string): Promise<Found | DenialReason> {
    const known = lookups.get(key);
    if (known) return known.answer;
    const changed = new Set<string>();
    // What memory knows is no forger's guess, and goes first whoever else shares its address.
    const asked = entries.has(key)
      ? ask(priorityDb, key, changed)
      : limiter.run(address, (from) => ask(from, key, changed), isLive);
    const answer = asked.finally(() => lookups.delete(key));
    lookups.set(key, { answer, changed });
    return answer;
  }
  function write({ session }: Found, now: Date) {
    const writing: Promise<void> = writeLastUse(session.id, now).finally(() => writes.delete(writing));
    writes.add(writing);
  }
  async function writeLastUse(id: string, lastUsedAt: Date): Promise<void> {
    try {
      await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));
    } catch (fault) {
      // Not tried again: the next minute's use is written anyway.
      onFault(fault, "last use of a session");
    }
  }

  return {
    find: async (token, address) => {
      const key = tokenHash(token);
      const entry = entries.get(key);
      return entry && !isDue(entry) ? judged(entry.found) : lookUp(key, address);
    },
    peek: (token) => {
      const entry = entries.get(tokenHash(token));
      return entry ? { found: judged(entry.found), due: isDue(entry) } : null;
    },
    touch: (token) => {
      const key = tokenHash(token);
      const entry = entries.get(key);
      if (!entry) return;
      const now = clock();
      const found = { ...entry.found, session: { ...entry.found.session, lastUsedAt: now } };
      const isWritten = now.getTime() - entry.writtenAt >= touchMs;
      if (isWritten) write(found, now);
      store(key, { ...entry, found, writtenAt: isWritten ? now.getTime() : entry.writtenAt });
    },
    count: () => entries.size,
    stop: async () => {
      for (const end of unsubscribe) end();
      await Promise.all(writes);
    },
  };
}

const isLive = (found: Found | DenialReason) => typeof found !== "string";

/** What the database has, with the last use where memory knows of a later one. */
function withLastUse(row: Found, { session: { lastUsedAt } }: Found): Found {
  return lastUsedAt > row.session.lastUsedAt ? { ...row, session: { ...row.session, lastUsedAt } } : row;
}
