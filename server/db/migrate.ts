import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "./handle.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** What drizzle's own migrators use of a handle; it is not in the type that both drivers share. */
interface Migratable {
  readonly dialect: { migrate(files: unknown, session: unknown, config: unknown): Promise<void> };
  readonly session: unknown;
}

/** Brings the schema up to date. The caller sees to it that nobody else does so at the same time. */
export async function migrate(db: Db): Promise<void> {
  await db.execute(sql`create extension if not exists pg_trgm`);
  const config = { migrationsFolder };
  const { dialect, session } = db as unknown as Migratable;
  await dialect.migrate(readMigrationFiles(config), session, config);
}
