import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import { getColumnKey } from "./renameCopies.ts";
import { buildSearchText, toPinyinSortKey } from "./searchText.ts";

/** Columns that follow from others of their record. */
export type DerivedColumn = "search" | `${string}Order`;

/**
 * Sort keys (`nameOrder` of `name`) and the search text of a record, as the names of its table declare it; those of an
 * edit only where it sets what they follow from.
 * @param patch what is written; the whole record for a new one
 */
export function deriveColumns(
  { denormalizedNames }: Pick<Call, "denormalizedNames">,
  table: PgTable,
  next: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const derived: Record<string, string> = {};
  const columns = getTableColumns(table);
  for (const [name] of Object.entries(columns)) {
    const value = patch[name];
    if (typeof value === "string" && `${name}Order` in columns)
      derived[`${name}Order`] = toPinyinSortKey(value);
  }
  if (!("search" in columns)) return derived;
  const search = denormalizedNames.find((names) => names.table === table)?.search;
  if (!search) throw new Error("A table with a search text declares what it is built from");
  const parts = search.parts.map((part) => getColumnKey(table, part));
  if (parts.some((part) => part in patch))
    derived["search"] = buildSearchText(...parts.map((part) => String(next[part] ?? "")));
  return derived;
}
