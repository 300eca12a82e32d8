import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** One query handle for both drivers, and for a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;
