import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** One query handle type for both drivers and for their transactions. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Handles of one database, by urgency of the work. */
export interface DatabaseHandles {
  /** For work that no caller waits for, such as exports. Never refused as busy; on PostgreSQL it waits at most 10 s. */
  readonly db: Db;
  /** For calls: refused with `DatabaseBusyError` when too many wait. */
  readonly callDb: Db;
  /** For sessions, sign-in and signed telemetry: runs before everything else. */
  readonly priorityDb: Db;
}
