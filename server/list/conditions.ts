import { and, eq, gte, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type NamedPhone, namedPhone } from "../../adapters/contract/phoneKeyword.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { maskNamed } from "./phoneKeyword.ts";

/** A `like` pattern that finds the text as it is written: `%`, `_` and `\` are characters. */
export const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Where a keyword is looked for: text, and phones that it names. Phones by themselves are in no text. */
type Searched = Pick<ListSource<PgTable, ListQuery>, "search" | "masksPhones" | "phones">;

/** What a record must fulfil to be found by a keyword. */
export function found({ search, masksPhones, phones = [] }: Searched, keyword: string): SQL | undefined {
  const named = namedPhone(keyword);
  const texts = masksPhones && named?.whole ? [keyword, maskNamed(named)] : [keyword];
  return or(
    ...texts.map((text) => (search ? like(search as SQL, containing(text)) : sql`false`)),
    ...(named ? phones.map((phone) => isNamed(phone, named)) : []),
  );
}

/** A whole number is narrowed by its last four digits too: one index serves both. */
const isNamed = (phone: PgColumn | SQL, { whole, lastFour }: NamedPhone) =>
  and(eq(sql`right(${phone}, 4)`, lastFour), whole === null ? undefined : eq(phone as SQL, whole));

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
    keyword ? found(source, keyword) : undefined,
    from ? gte(date, new Date(from)) : undefined,
    to ? lte(date, new Date(to)) : undefined,
    ids ? inArray(source.id, [...ids]) : undefined,
    ...Object.entries(meanings).map(([name, meaning]) =>
      values[name] === undefined ? undefined : meaning(values[name], now),
    ),
  );
}
