import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A column that repeats the name of another record and changes with it. */
export interface SyncedName {
  readonly name: PgColumn;
  /** Holds the id of the record whose name this is. */
  readonly id: PgColumn;
  readonly source: PgTable;
  /** Sort key of the same name, where lists sort by it. */
  readonly order?: PgColumn;
}

/** What each column of a table that holds a name is; declared beside the table. */
export interface DenormalizedNames {
  readonly table: PgTable;
  /** Change with their source. */
  readonly synced?: readonly SyncedName[];
  /** Stay as they were when the row was written: who acted, what was sold. */
  readonly fixed?: readonly PgColumn[];
  /** Repeat nothing: the row's own. */
  readonly own?: readonly PgColumn[];
  /** The row's search text and the columns that it is made of, in their order, where a followed name is in it. */
  readonly search?: { readonly text: PgColumn; readonly parts: readonly PgColumn[] };
}
