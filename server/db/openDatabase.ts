import { existsSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import {
  createEmbeddedDb,
  type DatabaseSession,
  openEmbeddedSession,
  openPostgresSession,
} from "./databaseSession.ts";
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from "./embedded.ts";
import type { WorkerInput } from "./embeddedProtocol.ts";
import { ensureFolder } from "./ensureFolder.ts";
import type { DatabaseConnection, DatabaseStats, OnWait } from "./handle.ts";
import { lockFolder } from "./lockFolder.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./openPostgres.ts";

/** A read-only transaction that sees the database as of its first statement. */
async function snapshotPostgres(url: string): Promise<DatabaseSession> {
  const session = await openPostgresSession(url);
  try {
    await session.db.execute(sql`begin isolation level repeatable read read only`);
    await session.db.execute(sql`select 1`);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

const getCopyPath = (folder: string) => `${folder}.copy`;

/**
 * Opens a copy of the embedded database in another thread, inside a transaction. The original's single session is
 * blocked only while the files are copied. One snapshot at a time.
 */
async function snapshotFolder(
  { copyTo }: Pick<EmbeddedDatabase, "copyTo">,
  folder: string,
): Promise<DatabaseSession> {
  const copy = getCopyPath(folder);
  const remove = () => rm(copy, { recursive: true, force: true });
  try {
    await remove();
    await copyTo(copy);
    const { db, close } = await openEmbeddedSession({ folder: copy });
    await db.execute(sql`begin`);
    return {
      db,
      close: async () => {
        try {
          await close();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes the snapshot that a killed process left behind. */
const removeStaleCopy = (folder: string): void =>
  rmSync(getCopyPath(folder), { recursive: true, force: true });

/** The database of a server. */
export interface ServerDatabaseConnection extends DatabaseConnection {
  /** A consistent snapshot, readable while others write; closing it releases it. */
  readonly snapshot: () => Promise<DatabaseSession>;
}

interface OpenOptions {
  readonly url: string | undefined;
  readonly dataDir: string;
  /** Called once if the embedded database stops by itself; it does not restart within this process. */
  readonly onLost?: (error: Error) => void;
  readonly onWait?: OnWait;
  /** How long a call's statement may wait for its turn. */
  readonly callWaitMs?: number;
}

/** Opens and migrates the database: PostgreSQL if a URL is given, otherwise the embedded one in the data folder. */
export async function openDatabase({
  url,
  dataDir,
  onLost,
  onWait,
  callWaitMs,
}: OpenOptions): Promise<ServerDatabaseConnection> {
  if (!url) return openEmbeddedFolder(getEmbeddedFolder(dataDir), { onLost, onWait, callWaitMs });
  return { ...(await openPostgres(url, onWait, callWaitMs)), snapshot: () => snapshotPostgres(url) };
}

/** Folder of the embedded database's files. */
export const getEmbeddedFolder = (dataDir: string): string => path.join(dataDir, "db");

/** Without PG_VERSION, PGlite takes the folder for an empty one and overwrites the old database with a new one. */
function assertDatabaseOrEmpty(folder: string): void {
  if (!existsSync(folder) || existsSync(path.join(folder, "PG_VERSION"))) return;
  if (readdirSync(folder).length > 0) throw new DatabaseOpenError("PG_VERSION is missing");
}

async function openEmbeddedFolder(
  folder: string,
  options: EmbeddedOptions,
): Promise<ServerDatabaseConnection> {
  ensureFolder(path.dirname(folder));
  const unlock = lockFolder(folder);
  try {
    removeStaleCopy(folder);
    assertDatabaseOrEmpty(folder);
    const { image: _, copyTo, ...open } = await openMigrated({ folder }, options);
    return {
      ...open,
      snapshot: () => snapshotFolder({ copyTo }, folder),
      close: () => open.close().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** An embedded database in memory, for tests; opens faster with the image of a migrated one. */
export const openInMemory = (start: Omit<WorkerInput, "folder"> = {}): Promise<DatabaseConnection> =>
  openMigrated({ folder: null, ...start });

/** The image of an empty, migrated database. */
export async function createEmptyImage(): Promise<Uint8Array<ArrayBuffer>> {
  const { image, close } = await openMigrated({ folder: null });
  try {
    return await image();
  } finally {
    await close();
  }
}

async function openMigrated(input: WorkerInput, options?: EmbeddedOptions) {
  const { background, calls, priority, queue, dumpImage, copyTo, close } = await openEmbedded(input, options);
  const db = createEmbeddedDb(background);
  await migrate(db);
  const stats = (): DatabaseStats => ({
    running: queue.isRunning() ? 1 : 0,
    waiting: {
      priority: queue.countWaiting("priority"),
      other: queue.countWaiting("write") + queue.countWaiting("read"),
    },
    refused: queue.countRefused(),
    pools: {},
  });
  return {
    db,
    callDb: createEmbeddedDb(calls),
    priorityDb: createEmbeddedDb(priority),
    stats,
    image: dumpImage,
    copyTo,
    close,
  };
}
