import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { retryWhileGone } from "../db/retryWhileGone.ts";
import { auditLog } from "../db/schema/auditLog.ts";
import type { Platform } from "../platform.ts";

export interface UnknownCommit {
  readonly auditId: string;
  /** The call that made it, for the log. */
  readonly call: string;
}

/** Finds out what became of commits whose answer was lost. */
export interface UnknownCommits {
  /**
   * Calls back once the transaction is seen to be stored, by its audit row; never where it is not, which is logged.
   * Meanwhile the database may be away for any time.
   */
  readonly whenStored: (commit: UnknownCommit, then: () => Promise<void>) => void;
  /** Looks no longer, and waits for what has been begun. */
  readonly stop: () => Promise<void>;
}

/** The database may still be carrying out the commit of a connection that is gone. */
const lookTimes = 30;
const usualLookEveryMs = 1_000;

export function createUnknownCommits(
  { db, log, onFault }: Pick<Platform, "db" | "log" | "onFault">,
  lookEveryMs = usualLookEveryMs,
): UnknownCommits {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();

  /** A look that fails has seen nothing. */
  async function isStored({ auditId, call }: UnknownCommit): Promise<boolean> {
    const count = () => db.$count(auditLog, eq(auditLog.id, auditId));
    try {
      return (await retryWhileGone(count, signal)) > 0;
    } catch (fault) {
      if (!signal.aborted) onFault(fault, call);
      return false;
    }
  }

  async function follow(commit: UnknownCommit, then: () => Promise<void>): Promise<void> {
    for (let time = 0; time < lookTimes; time++) {
      const isSeen = await isStored(commit);
      if (signal.aborted) return;
      if (isSeen) return then();
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    log.warn(commit, "unknown commit not seen: its effects are left out");
  }

  return {
    whenStored: (commit, then) => {
      const one: Promise<void> = follow(commit, then)
        .catch((fault) => onFault(fault, commit.call))
        .finally(() => running.delete(one));
      running.add(one);
    },
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
