import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { processes } from "../db/schema/process.ts";
import { leaseDuration } from "./leaseTimes.ts";

const maxProcesses = 1_024;

/** One run of a process. */
export interface ProcessRun {
  /** Random text that identifies this run among those with the same id. */
  readonly token: string;
  /** Host and number of the process. */
  readonly name: string;
  /** Newest migration of its build. */
  readonly version: string;
}

/** What a process tells the others with each renewal. */
export interface ProcessReport {
  readonly address: string;
  readonly consoles: readonly unknown[];
  readonly status: unknown;
}

/** The statements about the leased ids of processes, each a transaction of its own. */
export interface ProcessStore {
  /** The free id that has been unused for longest; null if all are in use. */
  readonly findFreeId: () => Promise<number | null>;
  /** Leases an id unless another process has it. Returns whether it did. */
  readonly claim: (id: number, run: ProcessRun) => Promise<boolean>;
  /** Returns whether the id is still this run's. */
  readonly renew: (id: number, token: string, report: ProcessReport) => Promise<boolean>;
  readonly setAddress: (id: number, token: string, address: string) => Promise<void>;
  /** Ends the lease, so that the id is free at once. */
  readonly release: (id: number, token: string) => Promise<void>;
  /** Lists the consoles of all other processes. */
  readonly readOthersConsoles: (id: number) => Promise<readonly unknown[]>;
}

const until = sql`now() + ${sql.raw(`interval '${leaseDuration}'`)}`;
const isRun = (id: number, token: string) => and(eq(processes.id, id), eq(processes.token, token));

/** @param db must have connections of its own, so that a renewal never waits */
export function createProcessStore(db: Db): ProcessStore {
  return {
    findFreeId: async () => {
      const [free] = await db
        .select({ id: sql<number>`candidate` })
        .from(sql`generate_series(0, ${sql.raw(String(maxProcesses - 1))}) as candidate`)
        .leftJoin(processes, eq(processes.id, sql`candidate`))
        .where(sql`${processes.until} is null or ${processes.until} < now()`)
        .orderBy(sql`${processes.until} nulls first`, sql`candidate`)
        .limit(1);
      return free ? Number(free.id) : null;
    },
    claim: async (id, run) => {
      const row = { ...run, address: "", consoles: [], status: null, startedAt: sql`now()`, until };
      const taken = await db
        .insert(processes)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: processes.id, set: row, setWhere: sql`${processes.until} < now()` })
        .returning({ id: processes.id });
      return taken.length > 0;
    },
    renew: async (id, token, report) => {
      const renewed = await db
        .update(processes)
        .set({ until, ...report })
        .where(isRun(id, token))
        .returning({ id: processes.id });
      return renewed.length > 0;
    },
    setAddress: async (id, token, address) => {
      await db.update(processes).set({ address }).where(isRun(id, token));
    },
    release: async (id, token) => {
      await db.update(processes).set({ until: sql`now()`, status: null }).where(isRun(id, token));
    },
    readOthersConsoles: async (id) => {
      const rows = await db
        .select({ consoles: processes.consoles })
        .from(processes)
        .where(and(ne(processes.id, id), gt(processes.until, sql`now()`)));
      return rows.flatMap(({ consoles }) => consoles);
    },
  };
}
