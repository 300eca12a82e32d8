import { sql } from "drizzle-orm";
import { normalizeText } from "../../adapters/contract/identity.ts";
import type { Db } from "../db/handle.ts";
import { buildSearchText, unitSeparator } from "../records/searchText.ts";

const rowsPerRead = 1_000;
const lastCodePoint = 0x10ffff;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** A set of PostgreSQL's regular expressions, of all characters that normalising changes. */
function listChangedCharacters(): string {
  const ranges: [number, number][] = [];
  for (let code = 0x80; code <= lastCodePoint; code++) {
    if (isSurrogate(code)) continue;
    const character = String.fromCodePoint(code);
    // Between letters, as blanks are removed at the ends alone.
    if (normalizeText(`a${character}a`) === `a${character}a`) continue;
    const range = ranges.at(-1);
    if (range?.[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  const toEscape = (code: number) => `\\U${code.toString(16).padStart(8, "0")}`;
  return `[${ranges.map(([from, to]) => `${toEscape(from)}-${toEscape(to)}`).join("")}]`;
}

/**
 * Normalises the search texts of all tables: keywords are, so that others would never match.
 * @returns how many were changed
 */
export async function normalizeSearchTexts(db: Db): Promise<number> {
  const pattern = listChangedCharacters();
  const tables = await db
    .select({ name: sql<string>`table_name` })
    .from(
      sql`information_schema.columns where table_schema = 'public' and column_name = 'search' order by table_name`,
    );
  let changed = 0;
  for (const { name } of tables) changed += await normalizeTable(db, name, pattern);
  return changed;
}

async function normalizeTable(db: Db, name: string, pattern: string): Promise<number> {
  const table = sql.identifier(name);
  let changed = 0;
  for (;;) {
    const rows = await db
      .select({ id: sql<string>`id::text`, search: sql<string>`search` })
      .from(sql`${table} where search ~ ${pattern} limit ${rowsPerRead}`);
    if (rows.length === 0) return changed;
    const texts = rows.map(({ id, search }) => ({
      id,
      search: buildSearchText(...search.split(unitSeparator)),
    }));
    await db.execute(sql`
      update ${table} as t set search = n.search
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as n(id int8, search text)
      where t.id = n.id`);
    changed += rows.length;
  }
}
