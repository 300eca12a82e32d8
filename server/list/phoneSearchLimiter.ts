import { createHash } from "node:crypto";
import type { Actor } from "../call.ts";
import { RateLimitError } from "../http/rateLimitError.ts";

const windowMs = 3_600_000;

/** Searches of one person within the last hour, by their hash. */
type Searches = Map<string, { readonly at: number; readonly recordedIn: Set<string> }>;

export interface PhoneSearch {
  /** Whether it is already in the session's audit trail: another page, another order or a repetition. */
  readonly isRecorded: boolean;
  /** Call it once the audit row is written. */
  readonly markRecorded: () => void;
}

export interface PhoneSearchLimiter {
  /**
   * Counts a person's phone search, over all sessions: a new login is no new limit. The same conditions within an hour count once.
   * @throws RateLimitError beyond the limit, with the minutes until the oldest search is an hour old
   */
  readonly start: (by: Pick<Actor, "id" | "sessionId">, conditions: string) => PhoneSearch;
}

/** Limits phone searches to `limit` per person and hour, in this process's memory. */
export function createPhoneSearchLimiter(limit: number, monotonicMs: () => number): PhoneSearchLimiter {
  const people = new Map<string, Searches>();
  const removeExpired = (now: number) => {
    for (const [id, searches] of people) {
      for (const [key, { at }] of searches) if (at <= now - windowMs) searches.delete(key);
      if (searches.size === 0) people.delete(id);
    }
  };
  return {
    start: ({ id, sessionId }, conditions) => {
      const now = monotonicMs();
      removeExpired(now);
      const searches: Searches = people.get(id) ?? new Map();
      const key = createHash("sha256").update(conditions).digest("base64");
      const existing = searches.get(key);
      if (!existing && searches.size >= limit) throw createRateLimitError(searches, now);
      const search = existing ?? { at: now, recordedIn: new Set() };
      people.set(id, searches.set(key, search));
      return {
        isRecorded: search.recordedIn.has(sessionId),
        markRecorded: () => void search.recordedIn.add(sessionId),
      };
    },
  };
}

function createRateLimitError(searches: Searches, now: number): RateLimitError {
  const oldest = Math.min(...[...searches.values()].map(({ at }) => at));
  const seconds = Math.ceil((oldest + windowMs - now) / 1000);
  return new RateLimitError(`按手机号查询次数已用完，请 ${Math.ceil(seconds / 60)} 分钟后再试`, seconds);
}
