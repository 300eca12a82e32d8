import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { openEmbedded } from "./embedded.ts";
import type { Db } from "./handle.ts";
import { lockFolder } from "./lockFolder.ts";
import { makeFolder } from "./makeFolder.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./openPostgres.ts";

export interface OpenDatabase {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** The migrated database: PostgreSQL where an address is given, otherwise the embedded one under the data folder. */
export function openDatabase(place: { url: string | undefined; dataDir: string }): Promise<OpenDatabase> {
  return place.url ? openPostgres(place.url) : openFolder(path.join(place.dataDir, "db"));
}

async function openFolder(folder: string): Promise<OpenDatabase> {
  makeFolder(path.dirname(folder));
  const unlock = lockFolder(folder);
  try {
    const { db, close } = await openMigrated(folder);
    return { db, close: () => close().finally(unlock) };
  } catch (fault) {
    unlock();
    throw fault;
  }
}

/** An embedded database that is gone with the process, for tests. */
export const openInMemory = (): Promise<OpenDatabase> => openMigrated(null);

async function openMigrated(folder: string | null): Promise<OpenDatabase> {
  const embedded = await openEmbedded(folder);
  // Seam: the worker's proxy has of PGlite what drizzle uses; the handle of one driver as the handle of both.
  const db = drizzle({ client: embedded as unknown as PGlite }) as unknown as Db;
  await migrate(db);
  return { db, close: embedded.close };
}
