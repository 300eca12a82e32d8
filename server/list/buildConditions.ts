import { and, eq, gte, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type PhoneKeyword, parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { toCharacters } from "../db/searchKeys.ts";
import { maskPhoneKeyword } from "../records/maskKeyword.ts";
import { buildPinyinConditions } from "./buildPinyinConditions.ts";
import type { ListQuery, ListSource } from "./listSource.ts";

/** A `like` pattern that finds the text literally: `%`, `_` and `\` are escaped. */
export const toLikePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** What a keyword is searched in: text and phones. The text contains no unmasked phones. */
type SearchSource = Pick<
  ListSource<PgTable, ListQuery>,
  "search" | "nameOrder" | "indexesCharacters" | "masksPhones" | "phones"
>;

const trigramLength = 3;

/** Condition of the records that have all characters of a keyword too short for trigrams; undefined for others. */
export function buildCharacterCondition(
  { search, indexesCharacters }: Pick<SearchSource, "search" | "indexesCharacters">,
  keyword: string,
): SQL | undefined {
  const characters = [...keyword.toLowerCase()];
  if (!search || !indexesCharacters || characters.length >= trigramLength) return undefined;
  const list = sql.join(
    characters.map((character) => sql`${character}::text`),
    sql`, `,
  );
  return sql`${toCharacters(search)} @> array[${list}]`;
}

/** Condition of the records that a keyword finds. */
export function buildSearchCondition(source: SearchSource, keyword: string): SQL | undefined {
  const { search, nameOrder, masksPhones, phones = [] } = source;
  const phoneKeyword = parsePhoneKeyword(keyword);
  const texts =
    masksPhones && phoneKeyword?.fullNumber ? [keyword, maskPhoneKeyword(phoneKeyword)] : [keyword];
  return or(
    ...texts.map((text) =>
      search
        ? and(buildCharacterCondition(source, text), like(search as SQL, toLikePattern(text)))
        : sql`false`,
    ),
    ...(nameOrder ? buildPinyinConditions(nameOrder, keyword) : []),
    ...(phoneKeyword ? phones.map((phone) => buildPhoneCondition(phone, phoneKeyword)) : []),
  );
}

/** A full number is also filtered by its last four digits, so that one index serves both. */
export const buildPhoneCondition = (phone: PgColumn | SQL, { fullNumber, lastFour }: PhoneKeyword) =>
  and(eq(sql`right(${phone}, 4)`, lastFour), fullNumber === null ? undefined : eq(phone as SQL, fullNumber));

/** Condition of the records in the list; `from` and `to` are inclusive. */
export function buildConditions<T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
): SQL | undefined {
  const { keyword, from, to, ids, dateField } = query;
  const date = source.dates?.[dateField ?? ""] ?? source.createdAt;
  // Cast: in a loop over names, types cannot relate a filter to its value.
  const filters = source.filters as Readonly<Record<string, (value: unknown, now: Date) => SQL | undefined>>;
  const values = query as Readonly<Record<string, unknown>>;
  return and(
    source.baseCondition,
    keyword ? buildSearchCondition(source, keyword) : undefined,
    from ? gte(date, new Date(from)) : undefined,
    to ? lte(date, new Date(to)) : undefined,
    ids ? inArray(source.id, [...ids]) : undefined,
    ...Object.entries(filters).map(([name, filter]) =>
      values[name] === undefined ? undefined : filter(values[name], now),
    ),
  );
}
