import { and, desc, like, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type PhoneKeyword, parsePhoneKeyword } from "../../../adapters/contract/parsePhoneKeyword.ts";
import { toCharacters } from "../../db/searchKeys.ts";
import { buildPhoneCondition, toLikePattern } from "../../list/buildConditions.ts";
import { buildPinyinConditions } from "../../list/buildPinyinConditions.ts";
import { toPinyin } from "../../records/searchText.ts";

/** Where records of one kind are searched. */
export interface CandidateSource {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** The newest are found first. */
  readonly newest: PgColumn;
  readonly baseCondition?: SQL | undefined;
  /** Lower-cased text with names and numbers, with indexes of its trigrams and its characters. */
  readonly text: PgColumn | SQL;
  /** The name, and its pinyin with an index. */
  readonly name?: { readonly column: PgColumn; readonly order: PgColumn };
  readonly phones?: readonly PgColumn[];
  /** Another notation of the text that the records are stored in; null where it has none. */
  readonly rewrite?: (text: string) => string | null;
}

/** Candidates of each way to find a record: more than are shown, as exact matches may be older than others. */
const maxCandidates = 25;
/** What trigrams are made of. */
const trigramLength = 3;

const ascii = /^[\u0001-\u007f]*$/;

/**
 * Selects the ids of the records that a text finds, the newest of each way to find them. Every way has an index, and a
 * limit in the order of another one: a rare text is found by the first, a frequent one soon by the second.
 * @returns null where no way applies, as one or two letters are no part of a number
 */
export function buildCandidates(source: CandidateSource, text: string): SQL | null {
  const rewritten = source.rewrite?.(text) ?? null;
  const phone = source.phones ? parsePhoneKeyword(text) : null;
  const conditions = [
    buildTextCondition(source, text),
    rewritten === null ? null : buildTextCondition(source, rewritten),
    ...(source.name ? buildNameConditions(source.name, text) : []),
  ].filter((condition) => condition !== null);
  const selects = [
    ...conditions.map((condition) => selectNewest(source, condition)),
    ...(phone ? buildPhoneConditions(source, phone) : []).map((condition) =>
      selectNewestOfFew(source, condition),
    ),
  ];
  return selects.length === 0 ? null : sql.join(selects, sql` union all `);
}

const selectNewest = ({ table, id, newest, baseCondition }: CandidateSource, condition: SQL): SQL =>
  sql`(select ${id} from ${table} where ${and(baseCondition, condition)} order by ${desc(newest)}, ${desc(id)} limit ${sql.raw(String(maxCandidates))})`;

/**
 * The same for a condition that few records meet: the limit must not make the planner read all records by their dates,
 * as it takes every 200th for a match of an index's expression. `offset 0` keeps the limit outside.
 */
const selectNewestOfFew = (
  { table, id, newest, baseCondition }: CandidateSource,
  condition: SQL | undefined,
): SQL =>
  sql`(select few.id from (select ${id} as id, ${newest} as newest from ${table} where ${and(baseCondition, condition)} offset 0) as few order by few.newest desc, few.id desc limit ${sql.raw(String(maxCandidates))})`;

/**
 * Matches a part of the text. One or two characters have no trigram, so Chinese ones are found by the index of
 * characters; `position` beside it, because a second estimate of the same rows would make frequent ones look rare.
 */
function buildTextCondition({ text: column }: CandidateSource, text: string): SQL | null {
  if (text.length >= trigramLength) return like(column as SQL, toLikePattern(text));
  if (ascii.test(text)) return null;
  // The characters have no special ones of an array's notation, which are all ASCII.
  const characters = `{${[...new Set(text)].filter((one) => !ascii.test(one)).join(",")}}`;
  return sql`(position(${text.toLowerCase()} in ${column}) > 0 and ${toCharacters(column)} @> ${characters}::text[])`;
}

/** Matches the name by its beginning, its pinyin and its initials. */
function buildNameConditions({ column, order }: NonNullable<CandidateSource["name"]>, text: string): SQL[] {
  // Names are ordered by pinyin: what begins with the text begins with the text's pinyin.
  const startsWith = and(
    like(order, `${escapeLike(toPinyin(text))}%`),
    like(sql`lower(${column})`, `${escapeLike(text.toLowerCase())}%`),
  );
  return [...(startsWith ? [startsWith] : []), ...buildPinyinConditions(order, text)];
}

const buildPhoneConditions = ({ phones = [] }: CandidateSource, phone: PhoneKeyword) =>
  phones.map((column) => buildPhoneCondition(column, phone));

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The ids of candidates as a condition of their table. */
export const isCandidate = (id: PgColumn, candidates: SQL): SQL => sql`${id} in (${candidates})`;
