import { hostname } from "node:os";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { listMigrations } from "../db/migrate.ts";
import { processes } from "../db/schema/process.ts";
import type { Log } from "../log/createLog.ts";
import { leaseInterval, renewMs, trustMs } from "./leaseTimes.ts";

const maxProcesses = 1_024;
const maxAttempts = 20;
/** Interval of attempts while the database does not answer. */
const retryMs = 500;

/** The identity of this process among those that serve the database. */
export interface ProcessLease {
  /** 0 to 1023. */
  readonly id: number;
  /** Whether it was renewed lately enough that nobody else can have it. */
  readonly isHeld: () => boolean;
  /** Says where others reach this process, and from now on who has a console open at it. */
  readonly tell: (address: string, listConsoles: () => readonly unknown[]) => Promise<void>;
  /** Who has a console open at the other processes, as they told last. */
  readonly listOthersConsoles: () => readonly unknown[];
  /** Ends it, so that it need not expire. */
  readonly release: () => Promise<void>;
}

interface LeasePorts {
  readonly log: Log;
  readonly monotonicMs: () => number;
  /** Called once if another process has taken the id, with what to say of it. */
  readonly onLost: (reason: string) => void;
  /** Tells this run from every other. */
  readonly token: string;
}

const until = sql`now() + ${sql.raw(`interval '${leaseInterval}'`)}`;

/** Takes an id that nobody has used for longest, and renews it until it is released. */
export async function leaseProcess(
  db: Db,
  { log, monotonicMs, onLost, token }: LeasePorts,
): Promise<ProcessLease> {
  let renewedAt = monotonicMs();
  const id = await takeId(db, token);
  let isOver = false;
  let address = "";
  let listConsoles: () => readonly unknown[] = () => [];
  let othersConsoles: readonly unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  const isHeld = () => !isOver && monotonicMs() - renewedAt <= trustMs;
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
        .set({ until, address, consoles: listConsoles() })
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
    tell: async (...told) => {
      [address, listConsoles] = told;
      await db.update(processes).set({ address }).where(isOwn);
    },
    listOthersConsoles: () => othersConsoles,
    release: async () => {
      isOver = true;
      clearTimeout(timer);
      await renewing;
      // A database that is away lets it expire.
      await db
        .update(processes)
        .set({ until: sql`now()` })
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

/** Of two that choose the same id the second finds it taken, and chooses again. */
async function takeId(db: Db, token: string): Promise<number> {
  const row = {
    token,
    name: `${hostname()} ${process.pid}`,
    version: listMigrations().at(-1)?.tag ?? "",
    address: "",
    consoles: [],
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
