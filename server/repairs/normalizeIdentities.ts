import { asc, eq, getTableColumns, getTableName, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { normalizeText } from "../../adapters/contract/identity.ts";
import type { Db } from "../db/handle.ts";
import { allDenormalizedNames } from "../db/schema/allDenormalizedNames.ts";
import { dataRepairs } from "../db/schema/dataRepair.ts";
import type { Platform } from "../platform.ts";
import { isUniqueViolation } from "../records/refusals.ts";
import { getColumnKey, renameCopies } from "../records/renameCopies.ts";
import { toPinyinSortKey, unitSeparator } from "../records/searchText.ts";
import { normalizeSearchTexts } from "./normalizeSearchTexts.ts";
import { type StoredIdentities, storedIdentities } from "./storedIdentities.ts";

const repairName = "identities";
const rowsPerRead = 1_000;
/** Ids of rows that the log names for each column. */
const maxNamed = 20;

/** What became of the values of a column. */
interface ColumnResult {
  changed: number;
  /** Ids of rows whose value had to stay: another row has the normalised one, or nothing would be left of it. */
  readonly left: string[];
}

/**
 * Normalises identities and names that were stored before their fields did so, once for each database: later starts do
 * nothing. Of two rows that become one and the same, the second stays as it is, and the log names it.
 */
export async function normalizeIdentities({
  db,
  clock,
  log,
}: Pick<Platform, "db" | "clock" | "log">): Promise<void> {
  const [done] = await db.select().from(dataRepairs).where(eq(dataRepairs.name, repairName));
  if (done) return;
  const results = new Map<string, ColumnResult>();
  for (const identities of storedIdentities) await normalizeTable(db, identities, results);
  const searchTexts = await normalizeSearchTexts(db);
  const all = [...results.values()];
  const changed = all.reduce((sum, column) => sum + column.changed, 0);
  const left = all.reduce((sum, column) => sum + column.left.length, 0);
  const now = clock();
  await db.insert(dataRepairs).values({ name: repairName, doneAt: now, changed, left, toldAt: now });
  const leftIds = Object.fromEntries(
    [...results].flatMap(([name, { left: ids }]) => (ids.length > 0 ? [[name, ids.slice(0, maxNamed)]] : [])),
  );
  log[left > 0 ? "warn" : "info"]({ changed, left, leftIds, searchTexts }, "identities normalised");
}

async function normalizeTable(
  db: Db,
  identities: StoredIdentities,
  results: Map<string, ColumnResult>,
): Promise<void> {
  const { table, key, columns } = identities;
  const selection = Object.fromEntries(
    [key, ...columns.map(([column]) => column)].map((one) => [one.name, one]),
  );
  for (let last: string | null = null; ; ) {
    const rows = await db
      .select(selection)
      .from(table)
      .where(last === null ? undefined : gt(key, last))
      .orderBy(asc(key))
      .limit(rowsPerRead);
    await db.transaction(async (tx) => {
      for (const row of rows) await normalizeRow(tx, identities, row, results);
    });
    if (rows.length < rowsPerRead) return;
    last = String(rows.at(-1)?.[key.name]);
  }
}

async function normalizeRow(
  tx: Db,
  identities: StoredIdentities,
  row: Readonly<Record<string, unknown>>,
  results: Map<string, ColumnResult>,
): Promise<void> {
  const { table, key, columns } = identities;
  const id = String(row[key.name]);
  for (const [column, normalize] of columns) {
    const before = String(row[column.name] ?? "");
    const after = normalize(before);
    if (after === before) continue;
    const name = `${getTableName(table)}.${column.name}`;
    const result = results.get(name) ?? { changed: 0, left: [] };
    results.set(name, result);
    if (after !== "" && (await tryChange(tx, identities, { id, column, before, after }))) result.changed += 1;
    else result.left.push(id);
  }
}

interface Change {
  readonly id: string;
  readonly column: PgColumn;
  readonly before: string;
  readonly after: string;
}

/** Writes one value with what follows from it. @returns whether no other row has it */
async function tryChange(tx: Db, identities: StoredIdentities, change: Change): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => writeChange(savepoint, identities, change));
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return false;
  }
}

async function writeChange(
  tx: Db,
  { table, key, name, copies = [] }: StoredIdentities,
  { id, column, before, after }: Change,
): Promise<void> {
  const nameOrder = toPinyinSortKey(after);
  const isName = name?.column === column;
  const version = getTableColumns(table)["version"];
  await tx
    .update(table)
    .set({
      [getColumnKey(table, column)]: after,
      ...(isName && name.order ? { [getColumnKey(table, name.order)]: nameOrder } : {}),
      ...(version ? { version: sql`${version} + 1` } : {}),
      ...replaceInSearch(table, before, after),
    })
    .where(eq(key, id));
  if (isName)
    await renameCopies({ db: tx, denormalizedNames: allDenormalizedNames }, table, id, {
      name: after,
      nameOrder,
    });
  for (const { of, to } of copies) {
    if (of !== column) continue;
    const copy: PgTable = to.table;
    await tx
      .update(copy)
      .set({ [getColumnKey(copy, to)]: after, ...replaceInSearch(copy, before, after) })
      .where(eq(to, before));
  }
}

/** Puts the value in the place of the old one in a table's search text, which may have it as it was or as a name. */
function replaceInSearch(table: PgTable, before: string, after: string): Record<string, SQL> {
  const { search } = getTableColumns(table);
  if (!search) return {};
  const delimit = (text: string) => `${unitSeparator}${text.toLowerCase()}${unitSeparator}`;
  const delimited = [before, normalizeText(before)].reduce<SQL>(
    (text, old) => sql`replace(${text}, ${delimit(old)}, ${delimit(after)})`,
    sql`${unitSeparator}::text || ${search} || ${unitSeparator}::text`,
  );
  return { search: sql`trim(both ${unitSeparator}::text from ${delimited})` };
}
