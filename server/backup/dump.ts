import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { countRows } from "../db/findDamage.ts";
import type { Db } from "../db/handle.ts";
import { listMigrations } from "../db/migrate.ts";
import {
  type BackupHeader,
  type BackupSummary,
  excludedTables,
  formatName,
  formatVersion,
} from "./backupFormat.ts";
import { type Column, getLastMigration, listSequences, listTables, query, type Table } from "./catalog.ts";

/** Maximum size of one page of rows, in bytes; a larger row is a page by itself. */
const pageBytes = 4 * 1024 ** 2;
const pageRows = 2_000;

/** Make values as text independent of the database's settings. */
const textSettings = [
  "set local datestyle to 'ISO'",
  "set local intervalstyle to 'postgres'",
  "set local timezone to 'UTC'",
  "set local bytea_output to 'hex'",
  "set local extra_float_digits to 1",
];

/**
 * Yields the whole database as the lines of a backup, in chunks of a few megabytes.
 * @param db a handle of one session, inside a snapshot transaction
 */
export async function* dumpDatabase(
  db: Db,
  info: Pick<BackupHeader, "createdAt" | "keyFingerprint">,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const updateHash = (text: string) => {
    hash.update(text);
    return text;
  };
  for (const setting of textSettings) await db.execute(sql.raw(setting));
  yield updateHash(toLine(await createHeader(db, info)));
  const rows: Record<string, number> = {};
  for (const table of await listTables(db)) {
    if (excludedTables.includes(table.name)) continue;
    yield updateHash(toLine({ table: table.name, columns: table.columns.map(({ name }) => name) }));
    rows[table.name] = 0;
    for await (const page of readPages(db, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + page.length;
      yield updateHash(`${page.join("\n")}\n`);
    }
    await assertComplete(db, table.name, rows[table.name] ?? 0);
  }
  const summary: BackupSummary = { rows, sequences: await readSequences(db) };
  yield updateHash(toLine(summary));
  yield toLine({ sha256: hash.digest("hex") });
}

/** Compares the rows that were read with those of an index: a table whose file was cut reads without an error. */
async function assertComplete(db: Db, name: string, read: number): Promise<void> {
  const stored = await countRows(db, `"${name}"`, "index");
  if (stored !== read)
    throw new Error(
      `The table ${name} is damaged: ${read} rows, ${stored} in its index. Restore an older backup`,
    );
}

const toLine = (value: object) => `${JSON.stringify(value)}\n`;

async function createHeader(
  db: Db,
  { createdAt, keyFingerprint }: Pick<BackupHeader, "createdAt" | "keyFingerprint">,
): Promise<BackupHeader> {
  const last = await getLastMigration(db);
  const migration = listMigrations().find(({ when }) => when === last);
  if (!migration) throw new Error("The schema of the database is not one of this build");
  return {
    format: formatName,
    version: formatVersion,
    createdAt,
    migration: { tag: migration.tag, when: migration.when },
    keyFingerprint,
    leftOut: [...excludedTables],
  };
}

async function* readPages(db: Db, { name, columns }: Table): AsyncGenerator<string[]> {
  const table = sql.identifier(name);
  const texts = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  );
  // The database builds the JSON, which saves parsing and printing every value.
  const line = sql`array_to_json(array[${texts}]::text[])::text as line`;
  const count = await getRowsPerPage(db, name, columns);
  await db.execute(sql`declare backup_page no scroll cursor for select ${line} from ${table}`);
  for (;;) {
    const page = await query<{ line: string }>(
      db,
      sql`fetch forward ${sql.raw(String(count))} from backup_page`,
    );
    if (page.length > 0) yield page.map((row) => row.line);
    if (page.length < count) break;
  }
  await db.execute(sql`close backup_page`);
}

/** How many rows fit into a page if all are as large as the largest. Reads only sizes, not values. */
async function getRowsPerPage(db: Db, name: string, columns: readonly Column[]): Promise<number> {
  const sizes = columns.map(({ name: column, type }) => {
    const value = sql.identifier(column);
    if (type === "bytea") return sql`coalesce(2 * octet_length(${value}), 0)`;
    if (type === "text") return sql`coalesce(octet_length(${value}), 0)`;
    return sql`coalesce(pg_column_size(${value}), 0)`;
  });
  const [found] = await query<{ largest: string | number | null }>(
    db,
    sql`select max(${sql.join(sizes, sql` + `)}) as largest from ${sql.identifier(name)}`,
  );
  const largest = Math.max(Number(found?.largest ?? 0), 1);
  return Math.min(Math.max(Math.floor(pageBytes / largest), 1), pageRows);
}

async function readSequences(db: Db): Promise<BackupSummary["sequences"]> {
  const sequences: BackupSummary["sequences"] = [];
  for (const sequence of await listSequences(db)) {
    const [found] = await query<{ value: string; called: boolean }>(
      db,
      sql`select last_value::text as value, is_called as called from ${sql.identifier(sequence)}`,
    );
    if (found) sequences.push({ sequence, ...found });
  }
  return sequences;
}
