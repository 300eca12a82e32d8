import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

// Expressions of indexes: a query uses the index only with the same expression, so both take it from here.

/**
 * The initials of a name, then its whole pinyin, each after a separator, from the column that orders by pinyin:
 * `bei jing fei xing 北京飞行` becomes `␟bjfx北␟beijingfeixing北京飞行`.
 */
export const toPinyinKeys = (nameOrder: PgColumn): SQL =>
  sql`(chr(31) || regexp_replace(${nameOrder}, '(\\S)\\S*\\s*', '\\1', 'g') || chr(31) || replace(${nameOrder}, ' ', ''))`;

/** The characters of a text, one by one: trigrams do not find one or two of them, such as a pilot's name. */
export const toCharacters = (text: PgColumn | SQL): SQL => sql`(string_to_array(${text}, null::text))`;

/** What payments are searched in: bank's number, own number and payer. */
export const toPaymentText = (bankSerialNo: PgColumn, payNo: PgColumn, payerName: PgColumn): SQL =>
  sql`(lower(${bankSerialNo} || chr(31) || ${payNo} || chr(31) || ${payerName}))`;
