import { CommitUnknown } from "./db/commitUnknown.ts";
import { databaseGone, databaseReason } from "./http/databaseFault.ts";
import type { Log } from "./log/createLog.ts";
import type { Platform } from "./platform.ts";

/** Follows whether the database takes writes, and logs an outage once instead of by every call that it fails. */
export interface DatabaseMonitor {
  /** Whether writes were taken, not longer ago than some seconds. */
  readonly isWritable: () => Promise<boolean>;
  /** Logs a fault, unless it is one of many of the same outage. */
  readonly onFault: Platform["onFault"];
  readonly stop: () => void;
}

interface Options {
  /** Writes; throws where it cannot. */
  readonly probe: () => Promise<void>;
  readonly log: Log;
  readonly logFault: Platform["onFault"];
  /** Steady clock, ms. */
  readonly now?: () => number;
}

/** How long a write that went well is believed, so that being asked often costs nothing. */
const writableForMs = 5_000;
/** How often is looked whether an outage is over. */
const pollMs = 1_000;
/** A write that takes longer counts as none. */
const patienceMs = 5_000;

export function createDatabaseMonitor({
  probe,
  log,
  logFault,
  now = () => performance.now(),
}: Options): DatabaseMonitor {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  let checking: Promise<boolean> | null = null;
  let outage: { readonly since: number; faults: number } | null = null;
  let polling: NodeJS.Timeout | undefined;
  let stopped = false;

  async function write(): Promise<void> {
    // One that hangs is waited for, not joined by others.
    writing ??= probe().finally(() => {
      writing = null;
    });
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
    });
    await Promise.race([writing, timeout]).finally(() => clearTimeout(late));
  }

  async function look(): Promise<boolean> {
    try {
      await write();
      writtenAt = now();
      end();
      return true;
    } catch (fault) {
      begin(fault);
      return false;
    }
  }
  const check = () => {
    checking ??= look().finally(() => {
      checking = null;
    });
    return checking;
  };

  function begin(fault: unknown): void {
    if (stopped) return;
    if (!outage) {
      outage = { since: now(), faults: 0 };
      log.error({ reason: databaseReason(fault) }, "database away");
    }
    polling ??= setTimeout(() => {
      polling = undefined;
      void check();
    }, pollMs).unref();
  }
  function end(): void {
    if (!outage) return;
    const seconds = Math.round((now() - outage.since) / 100) / 10;
    log.warn({ seconds, faults: outage.faults }, "database back");
    outage = null;
  }

  return {
    isWritable: async () => {
      if (outage) return false;
      return now() - writtenAt < writableForMs || check();
    },
    onFault: (fault, ...where) => {
      // What may have been stored or not is worth a line of its own.
      if (!databaseGone(fault) || fault instanceof CommitUnknown) return logFault(fault, ...where);
      const count = () => {
        if (outage) outage.faults += 1;
      };
      if (outage) return count();
      // One call's bad luck, or the first of an outage?
      void check().then((isWritable) => (isWritable ? logFault(fault, ...where) : count()));
    },
    stop: () => {
      stopped = true;
      clearTimeout(polling);
    },
  };
}
