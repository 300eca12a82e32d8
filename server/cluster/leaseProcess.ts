import { hostname } from "node:os";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { listMigrations } from "../db/migrate.ts";
import { processes } from "../db/schema/process.ts";
import type { Log } from "../log/createLog.ts";
import { leaseDuration, renewDeadlineMs, renewMs } from "./leaseTimes.ts";

const maxProcesses = 1_024;
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
  readonly monotonicMs: () => number;
  /** Called once with the reason if another process has taken the id. */
  readonly onLost: (reason: string) => void;
  /** Random text that identifies this run. */
  readonly token: string;
}

const until = sql`now() + ${sql.raw(`interval '${leaseDuration}'`)}`;

/** Takes the free id that has been unused for longest, and renews it until it is released. */
export async function leaseProcess(
  db: Db,
  { log, monotonicMs, onLost, token }: LeasePorts,
): Promise<ProcessLease> {
  let renewedAt = monotonicMs();
  const id = await takeId(db, token);
  let isOver = false;
  let address = "";
  let listConsoles: () => readonly unknown[] = () => [];
  let readStatus: () => unknown = () => null;
  let othersConsoles: readonly unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  const isHeld = () => !isOver && monotonicMs() - renewedAt <= renewDeadlineMs;
  const isOwn = and(eq(processes.id, id), eq(processes.token, token));

  let wasHeld = true;
  function report(reason: string): void {
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
      const renewed = await db
        .update(processes)
        .set({ until, address, consoles: listConsoles(), status: readStatus() })
        .where(isOwn)
        .returning({ id: processes.id });
      if (isOver) return;
      if (renewed.length === 0) {
        isOver = true;
        return onLost(`process id ${id} was taken by another process`);
      }
      renewedAt = askedAt;
      report("");
      if (address !== "") othersConsoles = await readOthersConsoles(db, id);
    } catch (error) {
      report(String(error instanceof Error ? error.message : error));
    }
    timer = setTimeout(schedule, wasHeld ? renewMs : retryMs);
  }
  const schedule = () => {
    if (!isOver) renewing = renew();
  };
  timer = setTimeout(schedule, renewMs);

  return {
    id,
    isHeld,
    announce: async (...announced) => {
      [address, listConsoles] = announced;
      await db.update(processes).set({ address }).where(isOwn);
    },
    shareStatus: (read) => {
      readStatus = read;
    },
    listOthersConsoles: () => othersConsoles,
    release: async () => {
      isOver = true;
      clearTimeout(timer);
      await renewing;
      // If the database is unreachable, the lease expires by itself.
      await db
        .update(processes)
        .set({ until: sql`now()`, status: null })
        .where(isOwn)
        .catch(() => undefined);
    },
  };
}

async function readOthersConsoles(db: Db, id: number): Promise<readonly unknown[]> {
  const rows = await db
    .select({ consoles: processes.consoles })
    .from(processes)
    .where(and(ne(processes.id, id), gt(processes.until, sql`now()`)));
  return rows.flatMap(({ consoles }) => consoles);
}

/** If two processes choose the same id, the second one finds it taken and tries the next. */
async function takeId(db: Db, token: string): Promise<number> {
  const row = {
    token,
    name: `${hostname()} ${process.pid}`,
    version: listMigrations().at(-1)?.tag ?? "",
    address: "",
    consoles: [],
    status: null,
    startedAt: sql`now()`,
    until,
  };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [free] = await db
      .select({ id: sql<number>`candidate` })
      .from(sql`generate_series(0, ${sql.raw(String(maxProcesses - 1))}) as candidate`)
      .leftJoin(processes, eq(processes.id, sql`candidate`))
      .where(sql`${processes.until} is null or ${processes.until} < now()`)
      .orderBy(sql`${processes.until} nulls first`, sql`candidate`)
      .limit(1);
    if (!free) break;
    const [taken] = await db
      .insert(processes)
      .values({ id: Number(free.id), ...row })
      .onConflictDoUpdate({ target: processes.id, set: row, setWhere: sql`${processes.until} < now()` })
      .returning({ id: processes.id });
    if (taken) return taken.id;
  }
  throw new Error(`All ${maxProcesses} process ids are in use`);
}
