import { createHash } from "node:crypto";
import { RateLimitError } from "../http/rateLimitError.ts";

const windowMs = 3_600_000;

/** Searches of one session within the last hour, by their hash. */
type Searches = Map<string, { readonly at: number; isRecorded: boolean }>;

export interface PhoneSearch {
  /** Whether it is already in the audit trail: another page, another order or a repetition. */
  readonly isRecorded: boolean;
  /** Call it once the audit row is written. */
  readonly markRecorded: () => void;
}

export interface PhoneSearchLimiter {
  /**
   * Counts a session's phone search. The same conditions within an hour count once.
   * @throws RateLimitError beyond the limit, with the minutes until the oldest search is an hour old
   */
  readonly start: (sessionId: string, conditions: string) => PhoneSearch;
}

/** Limits phone searches to `limit` per session and hour, in this process's memory. */
export function createPhoneSearchLimiter(limit: number, clock: () => Date): PhoneSearchLimiter {
  const sessions = new Map<string, Searches>();
  const removeExpired = (now: number) => {
    for (const [id, searches] of sessions) {
      for (const [key, { at }] of searches) if (at <= now - windowMs) searches.delete(key);
      if (searches.size === 0) sessions.delete(id);
    }
  };
  return {
    start: (sessionId, conditions) => {
      const now = clock().getTime();
      removeExpired(now);
      const searches: Searches = sessions.get(sessionId) ?? new Map();
      const key = createHash("sha256").update(conditions).digest("base64");
      const existing = searches.get(key);
      if (!existing && searches.size >= limit) throw createRateLimitError(searches, now);
      const search = existing ?? { at: now, isRecorded: false };
      sessions.set(sessionId, searches.set(key, search));
      return {
        isRecorded: search.isRecorded,
        markRecorded: () => {
          search.isRecorded = true;
        },
      };
    },
  };
}

function createRateLimitError(searches: Searches, now: number): RateLimitError {
  const oldest = Math.min(...[...searches.values()].map(({ at }) => at));
  const seconds = Math.ceil((oldest + windowMs - now) / 1000);
  return new RateLimitError(`按手机号查询次数已用完，请 ${Math.ceil(seconds / 60)} 分钟后再试`, seconds);
}
