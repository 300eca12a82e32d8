import { like, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toPinyinKeys } from "../db/searchKeys.ts";

const latinLetters = /^[a-z]+$/;
/** What trigrams are made of. */
const trigramLength = 3;

/**
 * Matches names by their pinyin and initials, from the column that orders them by pinyin: a part of either from three
 * letters on; fewer letters only from the beginning, and by the order of names, whose comparison costs far less than
 * that of the keys. None for a text that is no pinyin.
 */
export function buildPinyinConditions(order: PgColumn, text: string): SQL[] {
  const letters = text.toLowerCase().replace(/[\s']/g, "");
  if (!latinLetters.test(letters)) return [];
  if (letters.length >= trigramLength) return [like(toPinyinKeys(order), `%${letters}%`)];
  const [first = "", second] = letters;
  const startsWith = like(order, `${letters}%`);
  return second === undefined ? [startsWith] : [startsWith, sql`${order} ~ ${`^${first}[^ ]* ${second}`}`];
}
