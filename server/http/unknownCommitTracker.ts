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

/** Finds out whether commits whose reply was lost were stored. */
export interface UnknownCommitTracker {
  /**
   * Runs the effects once the transaction's audit row is found. If it is never found, that is logged. Waits for an
   * unavailable database as long as it takes.
   */
  readonly whenStored: (commit: UnknownCommit, runEffects: () => Promise<void>) => void;
  /** Stops polling and waits for effects that are running. */
  readonly stop: () => Promise<void>;
}

/** More than one, as the database may still be committing for the lost connection. */
const maxPolls = 30;
const defaultPollIntervalMs = 1_000;

export function createUnknownCommitTracker(
  { db, log, onError }: Pick<Platform, "db" | "log" | "onError">,
  pollIntervalMs = defaultPollIntervalMs,
): UnknownCommitTracker {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();

  /** A failed query counts as not stored. */
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
