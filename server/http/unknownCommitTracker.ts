import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { auditLog } from "../db/schema/auditLog.ts";
import type { Platform } from "../platform.ts";

export interface UnknownCommit {
  readonly auditId: string;
  /** The call that made it, for the log. */
  readonly call: string;
}

/** Finds out what became of commits whose answer was lost. */
export interface UnknownCommitTracker {
  /**
   * Calls back once the transaction is seen to be stored, by its audit row; never where it is not, which is logged.
   * Meanwhile the database may be away for any time.
   */
  readonly whenStored: (commit: UnknownCommit, then: () => Promise<void>) => void;
  /** Looks no longer, and waits for what has been begun. */
  readonly stop: () => Promise<void>;
}

/** The database may still be carrying out the commit of a connection that is gone. */
const maxPolls = 30;
const defaultPollIntervalMs = 1_000;

export function createUnknownCommitTracker(
  { db, log, onError }: Pick<Platform, "db" | "log" | "onError">,
  pollIntervalMs = defaultPollIntervalMs,
): UnknownCommitTracker {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();

  /** A look that fails has seen nothing. */
  async function isStored({ auditId, call }: UnknownCommit): Promise<boolean> {
    const count = () => db.$count(auditLog, eq(auditLog.id, auditId));
    try {
      return (await retryWhileUnavailable(count, signal)) > 0;
    } catch (error) {
      if (!signal.aborted) onError(error, call);
      return false;
    }
  }

  async function poll(commit: UnknownCommit, runEffects: () => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < maxPolls; attempt++) {
      const isFound = await isStored(commit);
      if (signal.aborted) return;
      if (isFound) return runEffects();
      await wait(pollIntervalMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    log.warn(commit, "unknown commit not seen: its effects are left out");
  }

  return {
    whenStored: (commit, runEffects) => {
      const polling: Promise<void> = poll(commit, runEffects)
        .catch((error) => onError(error, commit.call))
        .finally(() => running.delete(polling));
      running.add(polling);
    },
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
