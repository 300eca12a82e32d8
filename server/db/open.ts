import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { openEmbedded } from "./embedded.ts";
import type { WorkerInput } from "./embeddedProtocol.ts";
import type { Db } from "./handle.ts";
import { lockFolder } from "./lockFolder.ts";
import { makeFolder } from "./makeFolder.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./openPostgres.ts";

export interface OpenDatabase {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

interface Place {
  readonly url: string | undefined;
  readonly dataDir: string;
  /** Told once if the embedded database ends by itself; it does not come back within this process. */
  readonly onLost?: (fault: Error) => void;
}

/** The migrated database: PostgreSQL where an address is given, otherwise the embedded one under the data folder. */
export function openDatabase({ url, dataDir, onLost }: Place): Promise<OpenDatabase> {
  return url ? openPostgres(url) : openFolder(path.join(dataDir, "db"), onLost);
}

async function openFolder(folder: string, onLost: Place["onLost"]): Promise<OpenDatabase> {
  makeFolder(path.dirname(folder));
  const unlock = lockFolder(folder);
  try {
    const { db, close } = await openMigrated({ folder }, onLost);
    return { db, close: () => close().finally(unlock) };
  } catch (fault) {
    unlock();
    throw fault;
  }
}

/** An embedded database that is gone with the process, for tests; with an image of a migrated one, at once. */
export const openInMemory = (start: Omit<WorkerInput, "folder"> = {}): Promise<OpenDatabase> =>
  openMigrated({ folder: null, ...start });

/** The image of an empty, migrated database. */
export async function emptyImage(): Promise<Uint8Array<ArrayBuffer>> {
  const { image, close } = await openMigrated({ folder: null });
  try {
    return await image();
  } finally {
    await close();
  }
}

async function openMigrated(input: WorkerInput, onLost?: Place["onLost"]) {
  const embedded = await openEmbedded(input, onLost);
  // Seam: the worker's proxy has of PGlite what drizzle uses; the handle of one driver as the handle of both.
  const db = drizzle({ client: embedded as unknown as PGlite }) as unknown as Db;
  await migrate(db);
  return { db, image: embedded.image, close: embedded.close };
}
