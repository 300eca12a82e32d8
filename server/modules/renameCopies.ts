import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import { allCopiedNames } from "../db/schema/allCopiedNames.ts";
import { unitSeparator } from "./pinyinOrder.ts";

interface Renamed {
  readonly name: string;
  /** Sort key of the name; needed where a copy keeps one. */
  readonly nameOrder?: string;
}

/**
 * Brings a record's new name to every column that follows it, with sort keys and search texts.
 * @param source the table of the record that was renamed
 */
export async function renameCopies(db: Db, source: PgTable, id: string, renamed: Renamed): Promise<void> {
  for (const { table, follows = [], search } of allCopiedNames)
    for (const copy of follows) {
      if (copy.source !== source) continue;
      const changes: Record<string, unknown> = { [keyOf(table, copy.name)]: renamed.name };
      if (copy.order) changes[keyOf(table, copy.order)] = sortKey(renamed);
      if (search?.parts.includes(copy.name))
        changes[keyOf(table, search.text)] = searchWith(search.parts, copy.name, renamed.name);
      await db.update(table).set(changes).where(eq(copy.id, id));
    }
}

function sortKey({ name, nameOrder }: Renamed): string {
  if (nameOrder === undefined) throw new Error(`A copy of ${name} is sorted by a key that was not given`);
  return nameOrder;
}

/** The search text anew: an update reads the columns as they were, so the new name stands in for its column. */
function searchWith(parts: readonly PgColumn[], column: PgColumn, name: string): SQL {
  const texts = parts.map((part) =>
    part === column ? sql`${name.toLowerCase()}::text` : sql`lower(${part})`,
  );
  return sql.join(texts, sql.raw(` || '${unitSeparator}' || `));
}

function keyOf(table: PgTable, column: PgColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, one]) => one === column);
  if (!found) throw new Error(`${column.name} is no column of the table it is declared for`);
  return found[0];
}
