import { CommitUnknownError } from "./db/commitUnknownError.ts";
import { describeDatabaseError, isDatabaseUnavailable } from "./db/databaseError.ts";
import type { Log } from "./log/createLog.ts";
import type { Platform } from "./platform.ts";

/** Monitors whether the database accepts writes. Logs an outage once instead of once per failed call. */
export interface DatabaseMonitor {
  /** Whether writes succeed; the result may be a few seconds old. */
  readonly isWritable: () => Promise<boolean>;
  /** Logs an error, unless it belongs to an outage that is already logged. */
  readonly onError: Platform["onError"];
  readonly stop: () => void;
}

interface MonitorOptions {
  /** Writes to the database; throws if it cannot. */
  readonly probe: () => Promise<void>;
  readonly log: Log;
  readonly logError: Platform["onError"];
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/** How long a successful write is trusted, so that frequent checks cost nothing. */
const writableTtlMs = 5_000;
/** Interval of the checks whether an outage is over. */
const pollIntervalMs = 1_000;
/** A slower write counts as failed. */
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
  let isStopped = false;

  async function probeWithTimeout(): Promise<void> {
    // A hanging probe is shared: no second one is started.
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
    if (isStopped) return;
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
      // An unknown commit always gets a log line.
      if (!isDatabaseUnavailable(error) || error instanceof CommitUnknownError)
        return logError(error, ...where);
      const countError = () => {
        if (outage) outage.faults += 1;
      };
      if (outage) return countError();
      // Checks whether it is a single failure or the start of an outage.
      void check().then((isWritable) => (isWritable ? logError(error, ...where) : countError()));
    },
    stop: () => {
      isStopped = true;
      clearTimeout(pollTimer);
    },
  };
}
