import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { assertOpenFileLimit } from "../assertOpenFileLimit.ts";
import { type DatabaseSession, openEmbeddedSession, openPostgresSession } from "../db/databaseSession.ts";
import { ensureFolder } from "../db/ensureFolder.ts";
import { lockFolder } from "../db/lockFolder.ts";
import { getEmbeddedFolder } from "../db/openDatabase.ts";
import { accessKeys } from "../db/schema/accessKey.ts";
import { fingerprintKey, getSecretKeyPath, readSecretKey } from "../secretKey.ts";
import { readStorage, type StorageSettings } from "../settings/settings.ts";
import { readBackup, readHeader, verifyBackup } from "./readBackup.ts";
import { assertKnownMigration, NotEmptyError, type RestoreResult, restore } from "./restore.ts";
import { createPercentReporter, readFileArgument, runCommand } from "./terminal.ts";
import { fsyncFolder } from "./writeBackup.ts";

interface CommandResult extends RestoreResult {
  /** Number of access keys, whose secrets are sealed with the secret key. */
  readonly accessKeyCount: number;
}
type RestoreInto = (session: DatabaseSession, target: string) => Promise<CommandResult>;

/** Restores into a `.part` folder beside the server's, which is renamed once it is complete. */
async function restoreFolder(dataDir: string, fill: RestoreInto): Promise<CommandResult> {
  const folder = getEmbeddedFolder(dataDir);
  const part = `${folder}.part`;
  const target = `DATA_DIR ${dataDir}`;
  ensureFolder(dataDir);
  const unlock = lockFolder(folder);
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new NotEmptyError(target);
    await rm(part, { recursive: true, force: true });
    const session = await openEmbeddedSession({ folder: part });
    try {
      const result = await fill(session, target);
      await session.close();
      await rm(folder, { recursive: true, force: true });
      await rename(part, folder);
      await fsyncFolder(dataDir);
      return result;
    } catch (error) {
      await session.close().catch(() => undefined);
      await rm(part, { recursive: true, force: true });
      throw error;
    }
  } finally {
    unlock();
  }
}

async function restorePostgres(url: string, fill: RestoreInto): Promise<CommandResult> {
  const session = await openPostgresSession(url);
  try {
    return await fill(session, "The database that DATABASE_URL names");
  } finally {
    await session.close();
  }
}

/** What to do about the secret key before the next start; null if the key fits or is not needed. */
function formatKeyAdvice(storage: StorageSettings, expected: string, accessKeyCount: number): string | null {
  if (accessKeyCount === 0) return null;
  const key = readSecretKey(storage);
  if (key && fingerprintKey(key) === expected) return null;
  const file = getSecretKeyPath(storage.dataDir);
  const problem = key
    ? `${storage.secretKey ? "SECRET_KEY" : file} is another key`
    : `There is no ${file}, and SECRET_KEY is not set`;
  return `${problem}: ${accessKeyCount} access ${accessKeyCount === 1 ? "key needs" : "keys need"} the one with fingerprint ${expected}. Copy the secret.key of the backed-up server to ${file}, or set SECRET_KEY to it, before the start.`;
}

const file = readFileArgument("restore");
const read = readStorage(process.env);
if ("errors" in read) {
  for (const error of read.errors) console.error(error);
  process.exit(1);
}
const { storage } = read;
await runCommand(
  async (signal, progress) => {
    assertOpenFileLimit();
    const header = await readHeader(file);
    assertKnownMigration(header);
    const fill: RestoreInto = async (session, target) => {
      const entries = async function* () {
        for await (const entry of readBackup(file, createPercentReporter(file, progress.show, "Restoring"))) {
          signal.throwIfAborted();
          yield entry;
        }
      };
      const restored = await restore(session.db, entries(), { now: new Date(), target });
      return { ...restored, accessKeyCount: await session.db.$count(accessKeys) };
    };
    // Verifies the whole file before the first row is written: half a backup is useless.
    const reading = createPercentReporter(file, progress.show, "Checking");
    await verifyBackup(file, (bytes) => {
      signal.throwIfAborted();
      reading(bytes);
    });
    const { databaseUrl, dataDir } = storage;
    const { tables, rows, unknownTables, accessKeyCount } = await (databaseUrl
      ? restorePostgres(databaseUrl, fill)
      : restoreFolder(dataDir, fill));
    progress.clear();
    const target = databaseUrl ? "the database of DATABASE_URL" : `DATA_DIR ${dataDir}`;
    console.log(`Restored ${rows} rows of ${tables} tables as of ${header.createdAt} to ${target}.`);
    if (unknownTables.length > 0)
      console.log(`Left out, as the platform has no such tables: ${unknownTables.join(", ")}.`);
    const advice = formatKeyAdvice(storage, header.keyFingerprint, accessKeyCount);
    if (advice) console.error(advice);
  },
  { file, storage },
);
