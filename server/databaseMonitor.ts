import { CommitUnknownError } from "./db/commitUnknownError.ts";
import { describeDatabaseError, isDatabaseUnavailable } from "./http/databaseError.ts";
import type { Log } from "./log/createLog.ts";
import type { Platform } from "./platform.ts";

/** Follows whether the database takes writes, and logs an outage once instead of by every call that it fails. */
export interface DatabaseMonitor {
  /** Whether writes were taken, not longer ago than some seconds. */
  readonly isWritable: () => Promise<boolean>;
  /** Logs a fault, unless it is one of many of the same outage. */
  readonly onError: Platform["onError"];
  readonly stop: () => void;
}

interface MonitorOptions {
  /** Writes; throws where it cannot. */
  readonly probe: () => Promise<void>;
  readonly log: Log;
  readonly logError: Platform["onError"];
  /** Steady clock, ms. */
  readonly now?: () => number;
}

/** How long a write that went well is believed, so that being asked often costs nothing. */
const writableTtlMs = 5_000;
/** How often is looked whether an outage is over. */
const pollIntervalMs = 1_000;
/** A write that takes longer counts as none. */
const probeTimeoutMs = 5_000;

export function createDatabaseMonitor({
  probe,
  log,
  logError,
  now = () => performance.now(),
}: MonitorOptions): DatabaseMonitor {
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  let pendingProbe: Promise<void> | null = null;
  let pendingCheck: Promise<boolean> | null = null;
  let outage: { readonly since: number; faults: number } | null = null;
  let pollTimer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function probeWithTimeout(): Promise<void> {
    // One that hangs is waited for, not joined by others.
    pendingProbe ??= probe().finally(() => {
      pendingProbe = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${probeTimeoutMs} ms`)), probeTimeoutMs);
    });
    await Promise.race([pendingProbe, timeout]).finally(() => clearTimeout(timer));
  }

  async function checkWritable(): Promise<boolean> {
    try {
      await probeWithTimeout();
      lastWriteAt = now();
      endOutage();
      return true;
    } catch (error) {
      startOutage(error);
      return false;
    }
  }
  const check = () => {
    pendingCheck ??= checkWritable().finally(() => {
      pendingCheck = null;
    });
    return pendingCheck;
  };

  function startOutage(error: unknown): void {
    if (stopped) return;
    if (!outage) {
      outage = { since: now(), faults: 0 };
      log.error({ reason: describeDatabaseError(error) }, "database away");
    }
    pollTimer ??= setTimeout(() => {
      pollTimer = undefined;
      void check();
    }, pollIntervalMs).unref();
  }
  function endOutage(): void {
    if (!outage) return;
    const seconds = Math.round((now() - outage.since) / 100) / 10;
    log.warn({ seconds, faults: outage.faults }, "database back");
    outage = null;
  }

  return {
    isWritable: async () => {
      if (outage) return false;
      return now() - lastWriteAt < writableTtlMs || check();
    },
    onError: (error, ...where) => {
      // What may have been stored or not is worth a line of its own.
      if (!isDatabaseUnavailable(error) || error instanceof CommitUnknownError)
        return logError(error, ...where);
      const countError = () => {
        if (outage) outage.faults += 1;
      };
      if (outage) return countError();
      // One call's bad luck, or the first of an outage?
      void check().then((isWritable) => (isWritable ? logError(error, ...where) : countError()));
    },
    stop: () => {
      stopped = true;
      clearTimeout(pollTimer);
    },
  };
}
