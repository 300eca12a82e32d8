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

/** Load of a running database. */
export interface DatabaseStats {
  /** Statements and transactions in progress. */
  readonly running: number;
  /** Work that waits for its turn or for a connection. */
  readonly waiting: { readonly priority: number; readonly other: number };
  /** Refused since the start because too much waited, or because it waited too long. */
  readonly refused: number;
  /** Connections to PostgreSQL by pool; the embedded database has none. */
  readonly pools: Readonly<
    Record<string, { readonly total: number; readonly idle: number; readonly waiting: number }>
  >;
}

/** Called with how long work of a lane waited for its turn or for a connection, in milliseconds. */
export type OnWait = (lane: string, ms: number) => void;

export interface DatabaseConnection extends DatabaseHandles {
  readonly stats: () => DatabaseStats;
  /** Creates a handle like `db` whose writes a fence may refuse. The embedded database has one process and needs none. */
  readonly createFencedDb?: (fence: (tx: Db) => Promise<void>) => Db;
  readonly close: () => Promise<void>;
}
