import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import type { DenormalizedNames } from "../db/denormalizedNames.ts";
import { unitSeparator } from "./searchText.ts";

declare module "../call.ts" {
  interface Services {
    /** The names that each table contains, in the order in which a rename locks their rows. */
    readonly denormalizedNames: readonly DenormalizedNames[];
  }
}

interface RenamedRecord {
  readonly name: string;
  /** Sort key of the name; required if a copy has one. */
  readonly nameOrder?: string;
}

/**
 * Writes a record's new name to every column that copies it, with sort keys and search texts.
 * @param source the table of the renamed record
 */
export async function renameCopies(
  { db, denormalizedNames }: Pick<Call, "db" | "denormalizedNames">,
  source: PgTable,
  id: string,
  renamed: RenamedRecord,
): Promise<void> {
  for (const { table, synced = [], search } of denormalizedNames)
    for (const copiedColumn of synced) {
      if (copiedColumn.source !== source) continue;
      const changes: Record<string, unknown> = { [getColumnKey(table, copiedColumn.name)]: renamed.name };
      if (copiedColumn.order) changes[getColumnKey(table, copiedColumn.order)] = requireSortKey(renamed);
      if (search?.parts.includes(copiedColumn.name))
        changes[getColumnKey(table, search.text)] = buildSearchTextSql(
          search.parts,
          copiedColumn.name,
          renamed.name,
        );
      await db.update(table).set(changes).where(eq(copiedColumn.id, id));
    }
}

function requireSortKey({ name, nameOrder }: RenamedRecord): string {
  if (nameOrder === undefined) throw new Error(`A copy of ${name} needs a sort key`);
  return nameOrder;
}

/** Builds the new search text. An update reads the old columns, so the new name replaces its column. */
function buildSearchTextSql(parts: readonly PgColumn[], column: PgColumn, name: string): SQL {
  const texts = parts.map((part) =>
    part === column ? sql`${name.toLowerCase()}::text` : sql`lower(${part})`,
  );
  return sql.join(texts, sql.raw(` || '${unitSeparator}' || `));
}

/** The name under which a table has one of its columns. */
export function getColumnKey(table: PgTable, column: PgColumn): string {
  const entry = Object.entries(getTableColumns(table)).find(([, candidate]) => candidate === column);
  if (!entry) throw new Error(`${column.name} is no column of the table it is declared for`);
  return entry[0];
}
