import { and, gte, inArray, like, lte, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ListQuery, ListSource } from "./listSource.ts";

/** A `like` pattern that finds the text as it is written: `%`, `_` and `\` are characters. */
export const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** What a record must fulfil to be in the list; `from` and `to` are inclusive. */
export function conditions<T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
): SQL | undefined {
  const { keyword, from, to, ids, dateField } = query;
  const date = source.dates?.[dateField ?? ""] ?? source.createdAt;
  // Seam: a filter's value and its meaning belong together by name, which a loop over names cannot say.
  const meanings = source.filters as Readonly<Record<string, (value: unknown, now: Date) => SQL | undefined>>;
  const values = query as Readonly<Record<string, unknown>>;
  return and(
    source.always,
    keyword ? like(source.search as SQL, containing(keyword)) : undefined,
    from ? gte(date, new Date(from)) : undefined,
    to ? lte(date, new Date(to)) : undefined,
    ids ? inArray(source.id, [...ids]) : undefined,
    ...Object.entries(meanings).map(([name, meaning]) =>
      values[name] === undefined ? undefined : meaning(values[name], now),
    ),
  );
}
