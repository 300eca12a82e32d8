import { eq, sql } from "drizzle-orm";
import { advisoryLocks } from "../db/advisoryLocks.ts";
import type { Db } from "../db/handle.ts";
import { listMigrations, migrate } from "../db/migrate.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { rebuildStatistics } from "../modules/statistics/rollUps.ts";
import { markClaimedUnknown } from "../sms/markClaimedUnknown.ts";
import { transitionSms } from "../sms/transitionSms.ts";
import type { BackupHeader, BackupSummary } from "./backupFormat.ts";
import {
  type ForeignKey,
  isDatabaseEmpty,
  listForeignKeys,
  listTables,
  listTriggers,
  query,
  type Table,
  type Trigger,
} from "./catalog.ts";
import { type BackupEntry, InvalidBackupError } from "./readBackup.ts";

/** Characters of row text in one insert; a larger row is inserted alone. */
const batchLength = 4 * 1024 ** 2;
const batchRows = 2_000;
const failReason = "数据从备份恢复，该短信可能在备份后已发出，核实后可重新发送";

export interface RestoreResult {
  /** Number of restored tables, including empty ones, without `excludedTables`. */
  readonly tables: number;
  readonly rows: number;
  /** Tables of the backup that the platform does not have: created by hand in its database. */
  readonly unknownTables: readonly string[];
}

/** Throws if this build does not have the backup's schema. */
export function assertKnownMigration({ migration }: BackupHeader): void {
  const known = listMigrations();
  if (known.some(({ when }) => when === migration.when)) return;
  const newest = known.at(-1);
  throw new InvalidBackupError(
    newest && migration.when > newest.when
      ? `The backup is of a newer build: its schema is ${migration.tag}, this build ends with ${newest.tag}. Restore it with that build`
      : `The backup is of another line of builds: its schema is ${migration.tag}, which this build does not have`,
  );
}

/** The target of a restore is not empty. The message is for the terminal. */
export class NotEmptyError extends Error {
  override readonly name = "NotEmptyError";
  /** @param target such as `DATA_DIR ./data` */
  constructor(target: string) {
    super(`${target} already holds data, which a restore never overwrites. Name an empty one`);
  }
}

/**
 * Restores a backup into an empty database and migrates it to this build's schema, in one transaction: on failure the
 * database stays empty.
 * @param entries the lines of a backup that passed `verifyBackup`
 * @param now change time of the records that the restore itself updates
 * @param target name of the database in messages
 */
export function restore(
  db: Db,
  entries: AsyncIterable<BackupEntry>,
  { now, target }: { readonly now: Date; readonly target: string },
): Promise<RestoreResult> {
  return db.transaction(async (tx) => {
    // A server that starts now waits for the restore before it migrates.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`);
    if (!(await isDatabaseEmpty(tx))) throw new NotEmptyError(target);
    let tables: readonly Table[] = [];
    let dropped: DroppedConstraints | null = null;
    let loader: TableLoader | null = null;
    let summary: BackupSummary | null = null;
    const unknownTables: string[] = [];
    let tableCount = 0;
    for await (const entry of entries) {
      if ("row" in entry) {
        await loader?.add(entry.row);
        continue;
      }
      await loader?.finish();
      loader = null;
      if ("header" in entry) {
        assertKnownMigration(entry.header);
        await migrate(tx, entry.header.migration.when);
        tables = await listTables(tx);
        dropped = await dropConstraints(tx, tables);
      } else if ("table" in entry) {
        const table = tables.find(({ name: own }) => own === entry.table);
        if (table) {
          loader = createTableLoader(tx, orderColumns(table, entry.columns));
          tableCount += 1;
        } else unknownTables.push(entry.table);
      } else summary = entry.summary;
    }
    if (!summary || !dropped) throw new Error("The backup has no header or no summary");
    await setSequences(tx, summary);
    await restoreConstraints(tx, dropped);
    const rows = await assertRowCounts(tx, tables, summary);
    await migrate(tx);
    await rebuildStatistics(tx);
    await dropPendingSms(tx, now);
    return { tables: tableCount, rows, unknownTables };
  });
}

interface DroppedConstraints {
  readonly keys: readonly ForeignKey[];
  readonly triggers: readonly Trigger[];
}

/**
 * Deletes the rows that migrations inserted. Drops foreign keys, so that rows can be inserted in any order, and
 * disables triggers, whose effects are already in the backup. A foreign key may refer to its own table.
 */
async function dropConstraints(tx: Db, tables: readonly Table[]): Promise<DroppedConstraints> {
  const [keys, triggers] = [await listForeignKeys(tx), await listTriggers(tx)];
  for (const { table, name } of keys)
    await tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`);
  for (const { table, name } of triggers)
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger ${sql.identifier(name)}`);
  const names = tables.map(({ name }) => sql.identifier(name));
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`);
  return { keys, triggers };
}

/** Restores foreign keys and triggers. A key is checked against all rows. */
async function restoreConstraints(tx: Db, { keys, triggers }: DroppedConstraints): Promise<void> {
  for (const { table, name, definition } of keys)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    );
  for (const { table, name, enabled } of triggers)
    await tx.execute(
      sql`alter table ${sql.identifier(table)} ${sql.raw(enabled)} trigger ${sql.identifier(name)}`,
    );
}

/** The table with its columns in the backup's order. */
function orderColumns(table: Table, names: readonly string[]): Table {
  const columns = names.map((name) => {
    const column = table.columns.find((own) => own.name === name);
    if (!column)
      throw new InvalidBackupError(`The backup has a column ${table.name}.${name}, its schema has none`);
    return column;
  });
  return { name: table.name, columns };
}

interface TableLoader {
  readonly add: (row: string) => Promise<void>;
  readonly finish: () => Promise<void>;
}

function createTableLoader(tx: Db, { name, columns }: Table): TableLoader {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map(({ type }, index) => sql.raw(`(line->>${index})::${type}`)),
    sql`, `,
  );
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    const page = `[${rows.join(",")}]`;
    [rows, length] = [[], 0];
    await tx.execute(sql`
      insert into ${sql.identifier(name)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${page}::jsonb) as page(line)`);
  };
  return {
    add: async (row) => {
      if (length + row.length > batchLength || rows.length >= batchRows) await flush();
      rows.push(row);
      length += row.length;
    },
    finish: flush,
  };
}

async function setSequences(tx: Db, { sequences }: BackupSummary): Promise<void> {
  for (const { sequence, value, called } of sequences)
    await tx.execute(sql`select setval(quote_ident(${sequence})::regclass, ${value}::int8, ${called})`);
}

/** Throws if a table's row count differs from the backup's. Returns the number of all rows. */
async function assertRowCounts(tx: Db, tables: readonly Table[], { rows }: BackupSummary): Promise<number> {
  let totalRows = 0;
  for (const { name } of tables) {
    const [found] = await query<{ count: string | number }>(
      tx,
      sql`select count(*) as count from ${sql.identifier(name)}`,
    );
    const [actual, expected] = [Number(found?.count), rows[name] ?? 0];
    if (actual !== expected)
      throw new Error(`${name} holds ${actual} rows after the restore, ${expected} were backed up`);
    totalRows += actual;
  }
  return totalRows;
}

/**
 * Drops queued messages and marks claimed ones as unknown: they were most likely sent after the backup and must not be
 * sent twice.
 */
async function dropPendingSms(tx: Db, now: Date): Promise<void> {
  const queued = await tx.select().from(smsMessages).where(eq(smsMessages.status, "queued"));
  for (const message of queued) await transitionSms(tx, message, "drop", now, { failReason, secret: "" });
  await markClaimedUnknown(tx, now, now);
}
