import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type SQL, sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import * as z from "zod/mini";
import type { Db } from "./handle.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Internals of a handle that drizzle's own migrators use; not in the type that both drivers share. */
interface MigrationInternals {
  readonly dialect: { migrate(files: unknown, session: unknown, config: unknown): Promise<void> };
  readonly session: { all(query: SQL): Promise<unknown[]> };
}

/** The database has the schema of a newer build, which this one would write to without knowing it. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/**
 * Applies the pending migrations, also inside a transaction. The caller must prevent concurrent migrations.
 * @throws {NewerDatabaseError}
 * @param until time stamp of the last migration to apply; all by default
 */
export async function migrate(db: Db, until = Number.POSITIVE_INFINITY): Promise<void> {
  await db.execute(sql`create extension if not exists pg_trgm`);
  const config = { migrationsFolder };
  const { dialect, session } = db as unknown as MigrationInternals;
  const files = readMigrationFiles(config).filter(({ folderMillis }) => folderMillis <= until);
  // A session's `transaction` cannot be nested, a handle's can.
  const nestedSession = {
    execute: (query: SQL) => db.execute(query),
    all: (query: SQL) => session.all(query),
    transaction: (work: (tx: Db) => Promise<void>) => db.transaction(work),
  };
  await dialect.migrate(files, nestedSession, config);
  const rows = await session.all(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  const newest = Number(z.array(z.object({ newest: z.string() })).parse(rows)[0]?.newest);
  if (newest > (listMigrations().at(-1)?.when ?? 0))
    throw new NewerDatabaseError("the database has the schema of a newer build");
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** A migration's name, such as `0001_append_only_audit`, and the time stamp that the database stores for it. */
export type Migration = z.output<typeof journalSchema>["entries"][number];

/** The migrations of this build, oldest first. */
export function listMigrations(): Migration[] {
  const text = readFileSync(path.join(migrationsFolder, "meta/_journal.json"), "utf8");
  return journalSchema.parse(JSON.parse(text)).entries;
}
