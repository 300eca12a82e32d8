import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A column that copies the name of another record and follows its renames. */
export interface SyncedName {
  readonly name: PgColumn;
  /** Holds the id of the record whose name is copied. */
  readonly id: PgColumn;
  readonly source: PgTable;
  /** Sort key of the copied name, where lists sort by it. */
  readonly order?: PgColumn;
}

/** Classifies each name column of a table; declared beside the table. */
export interface DenormalizedNames {
  readonly table: PgTable;
  /** Follow their source. */
  readonly synced?: readonly SyncedName[];
  /** Stay as they were when the row was written: who acted, what was sold. */
  readonly fixed?: readonly PgColumn[];
  /** Not copies: names of the row itself. */
  readonly own?: readonly PgColumn[];
  /**
   * The row's search text and the columns it is built from, in order; required if it contains a synced name, and where
   * `writeRecord.ts` writes the rows.
   */
  readonly search?: { readonly text: PgColumn; readonly parts: readonly PgColumn[] };
}
