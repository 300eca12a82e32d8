import { and, eq, gte, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type PhoneKeyword, parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { maskPhoneKeyword } from "./maskKeyword.ts";

/** A `like` pattern that finds the text as it is written: `%`, `_` and `\` are characters. */
export const toLikePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Where a keyword is looked for: text, and phones that it names. Phones by themselves are in no text. */
type SearchSource = Pick<ListSource<PgTable, ListQuery>, "search" | "masksPhones" | "phones">;

/** What a record must fulfil to be found by a keyword. */
export function searchCondition(
  { search, masksPhones, phones = [] }: SearchSource,
  keyword: string,
): SQL | undefined {
  const named = parsePhoneKeyword(keyword);
  const texts = masksPhones && named?.fullNumber ? [keyword, maskPhoneKeyword(named)] : [keyword];
  return or(
    ...texts.map((text) => (search ? like(search as SQL, toLikePattern(text)) : sql`false`)),
    ...(named ? phones.map((phone) => phoneCondition(phone, named)) : []),
  );
}

/** A whole number is narrowed by its last four digits too: one index serves both. */
const phoneCondition = (phone: PgColumn | SQL, { fullNumber, lastFour }: PhoneKeyword) =>
  and(eq(sql`right(${phone}, 4)`, lastFour), fullNumber === null ? undefined : eq(phone as SQL, fullNumber));

/** What a record must fulfil to be in the list; `from` and `to` are inclusive. */
export function buildConditions<T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
): SQL | undefined {
  const { keyword, from, to, ids, dateField } = query;
  const date = source.dates?.[dateField ?? ""] ?? source.createdAt;
  // Seam: a filter's value and its meaning belong together by name, which a loop over names cannot say.
  const filters = source.filters as Readonly<Record<string, (value: unknown, now: Date) => SQL | undefined>>;
  const values = query as Readonly<Record<string, unknown>>;
  return and(
    source.baseCondition,
    keyword ? searchCondition(source, keyword) : undefined,
    from ? gte(date, new Date(from)) : undefined,
    to ? lte(date, new Date(to)) : undefined,
    ids ? inArray(source.id, [...ids]) : undefined,
    ...Object.entries(filters).map(([name, filter]) =>
      values[name] === undefined ? undefined : filter(values[name], now),
    ),
  );
}
