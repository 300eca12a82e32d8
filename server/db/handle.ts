import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** One query handle for both drivers, and for a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The ways to one database, by how urgent the work is. */
export interface DatabaseHandles {
  /** For work that answers nobody, such as exports and tracks: never refused where much waits; on PostgreSQL it waits 10 s at most. */
  readonly db: Db;
  /** For calls: refused with `DatabaseBusyError` where too many wait. */
  readonly callDb: Db;
  /** For sessions, sign-in and signed telemetry: before everything else. */
  readonly priorityDb: Db;
}
