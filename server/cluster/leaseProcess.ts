import { hostname } from "node:os";
import { listMigrations } from "../db/migrate.ts";
import type { Log } from "../log/createLog.ts";
import type { ProcessTimers } from "../processTimers.ts";
import { renewDeadlineMs, renewMs } from "./leaseTimes.ts";
import type { ProcessStore } from "./processStore.ts";

const maxAttempts = 20;
/** Interval of attempts while the database does not reply. */
const retryMs = 500;

/** The id of this process, leased from the database. */
export interface ProcessLease {
  /** 0 to 1023. */
  readonly id: number;
  /** Whether the last renewal is so recent that no other process can have the id. */
  readonly isHeld: () => boolean;
  /** Publishes the URL of this process at once, and its consoles with each renewal from now on. */
  readonly announce: (address: string, listConsoles: () => readonly unknown[]) => Promise<void>;
  /** Lists the consoles of the other processes, as of the last renewal. */
  readonly listOthersConsoles: () => readonly unknown[];
  /** Publishes with each renewal from now on what this process says of itself. */
  readonly shareStatus: (read: () => unknown) => void;
  /** Ends the lease, so that the id is free at once. */
  readonly release: () => Promise<void>;
}

interface LeasePorts {
  readonly log: Log;
  readonly timers: ProcessTimers;
  /** Called once with the reason if another process has taken the id. */
  readonly onLost: (reason: string) => void;
  /** Random text that identifies this run. */
  readonly token: string;
}

/** Takes the free id that has been unused for longest, and renews it until it is released. */
export async function leaseProcess(
  store: ProcessStore,
  { log, timers, onLost, token }: LeasePorts,
): Promise<ProcessLease> {
  const { monotonicMs, setTimer } = timers;
  let renewedAt = monotonicMs();
  const id = await takeId(store, token);
  let isOver = false;
  let address = "";
  let listConsoles: () => readonly unknown[] = () => [];
  let readStatus: () => unknown = () => null;
  let othersConsoles: readonly unknown[] = [];
  let cancel = () => {};
  let renewing: Promise<void> = Promise.resolve();
  const isHeld = () => !isOver && monotonicMs() - renewedAt <= renewDeadlineMs;

  let wasHeld = true;
  function logChange(reason: string): void {
    const isNow = isHeld();
    if (isNow !== wasHeld) {
      if (isNow) log.warn({ processId: id }, "process lease renewed again");
      else log.error({ processId: id, reason }, "process lease not renewed");
    }
    wasHeld = isNow;
  }

  async function renew(): Promise<void> {
    const askedAt = monotonicMs();
    try {
      const report = { address, consoles: listConsoles(), status: readStatus() };
      const isRenewed = await store.renew(id, token, report);
      if (isOver) return;
      if (!isRenewed) {
        isOver = true;
        return onLost(`process id ${id} was taken by another process`);
      }
      renewedAt = askedAt;
      logChange("");
      if (address !== "") othersConsoles = await store.readOthersConsoles(id);
    } catch (error) {
      logChange(String(error instanceof Error ? error.message : error));
    }
    cancel = setTimer(schedule, wasHeld ? renewMs : retryMs);
  }
  const schedule = () => {
    if (!isOver) renewing = renew();
  };
  cancel = setTimer(schedule, renewMs);

  return {
    id,
    isHeld,
    announce: async (...announced) => {
      [address, listConsoles] = announced;
      await store.setAddress(id, token, address);
    },
    shareStatus: (read) => {
      readStatus = read;
    },
    listOthersConsoles: () => othersConsoles,
    release: async () => {
      isOver = true;
      cancel();
      await renewing;
      // If the database is unreachable, the lease expires by itself.
      await store.release(id, token).catch(() => undefined);
    },
  };
}

/** If two processes choose the same id, the second one finds it taken and tries the next. */
async function takeId(store: ProcessStore, token: string): Promise<number> {
  const run = { token, name: `${hostname()} ${process.pid}`, version: listMigrations().at(-1)?.tag ?? "" };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const id = await store.findFreeId();
    if (id === null) break;
    if (await store.claim(id, run)) return id;
  }
  throw new Error("All process ids are in use");
}
