import { createHmac } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Actor } from "../call.ts";
import { phoneSearches } from "../db/schema/phoneSearch.ts";
import { RateLimitError } from "../http/rateLimitError.ts";
import type { Platform } from "../platform.ts";

const windowMs = 3_600_000;

export interface PhoneSearch {
  /** Whether it is already in the session's audit trail: another page, another order or a repetition. */
  readonly isRecorded: boolean;
  /** Call it once the audit row is written. */
  readonly markRecorded: () => Promise<void>;
}

export interface PhoneSearchLimiter {
  /**
   * Counts a person's phone search, over all sessions: a new login is no new limit. The same conditions within an hour count once.
   * @throws RateLimitError beyond the limit, with the minutes until the oldest search is an hour old
   */
  readonly start: (by: Pick<Actor, "id" | "sessionId">, conditions: string) => Promise<PhoneSearch>;
}

/** Limits phone searches to `limit` per person and hour, over all processes and their restarts. */
export function createPhoneSearchLimiter(
  { callDb, clock, secretKey }: Pick<Platform, "callDb" | "clock" | "secretKey">,
  limit: number,
): PhoneSearchLimiter {
  /** Counts it unless the limit is reached. Returns the person's searches before it. */
  const count = (staffId: string, hash: string, now: Date) =>
    callDb.transaction(async (tx) => {
      // So that concurrent searches cannot evade the count.
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`phone searches ${staffId}`}, 0))`,
      );
      const isOwn = eq(phoneSearches.staffId, staffId);
      // The clock may have been set back.
      await tx
        .update(phoneSearches)
        .set({ at: now })
        .where(and(isOwn, gt(phoneSearches.at, now)));
      await tx
        .delete(phoneSearches)
        .where(and(isOwn, lte(phoneSearches.at, new Date(now.getTime() - windowMs))));
      const searches = await tx.select().from(phoneSearches).where(isOwn);
      if (searches.length < limit && searches.every((search) => search.hash !== hash))
        await tx.insert(phoneSearches).values({ staffId, hash, at: now, recordedIn: [] });
      return searches;
    });
  return {
    start: async ({ id, sessionId }, conditions) => {
      const now = clock();
      const hash = createHmac("sha256", secretKey).update(conditions).digest("base64");
      const searches = await count(id, hash, now);
      const existing = searches.find((search) => search.hash === hash);
      if (!existing && searches.length >= limit)
        throw createRateLimitError(Math.min(...searches.map(({ at }) => at.getTime())), now.getTime());
      return {
        isRecorded: existing?.recordedIn.includes(sessionId) === true,
        markRecorded: async () => {
          await callDb
            .update(phoneSearches)
            .set({ recordedIn: sql`array_append(${phoneSearches.recordedIn}, ${sessionId})` })
            .where(and(eq(phoneSearches.staffId, id), eq(phoneSearches.hash, hash)));
        },
      };
    },
  };
}

function createRateLimitError(oldest: number, now: number): RateLimitError {
  const seconds = Math.ceil((oldest + windowMs - now) / 1000);
  return new RateLimitError(`按手机号查询次数已用完，请 ${Math.ceil(seconds / 60)} 分钟后再试`, seconds);
}
