import { existsSync, readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { lockFolder } from "../db/lockFolder.ts";
import { makeFolder } from "../db/makeFolder.ts";
import { embeddedFolder } from "../db/open.ts";
import { accessKeys } from "../db/schema/accessKey.ts";
import { openEmbeddedSession, openPostgresSession, type Session } from "../db/session.ts";
import { checkOpenFiles } from "../openFiles.ts";
import { fingerprint, readSecretKey, secretKeyFile } from "../secretKey.ts";
import { readStorage, type Storage } from "../settings.ts";
import { readBackup, readHeader, verifyBackup } from "./readBackup.ts";
import { checkMigration, NotEmpty, type Restored, restore } from "./restore.ts";
import { fileArgument, percentOf, runCommand } from "./terminal.ts";
import { syncFolder } from "./writeBackup.ts";

interface Result extends Restored {
  /** Access keys, whose secrets are sealed. */
  readonly sealed: number;
}
type Fill = (session: Session, target: string) => Promise<Result>;

/** Into a folder beside the one that a server opens, which takes its name once it is whole. */
async function restoreFolder(dataDir: string, fill: Fill): Promise<Result> {
  const folder = embeddedFolder(dataDir);
  const part = `${folder}.part`;
  const target = `DATA_DIR ${dataDir}`;
  makeFolder(dataDir);
  const unlock = lockFolder(folder);
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new NotEmpty(target);
    await rm(part, { recursive: true, force: true });
    const session = await openEmbeddedSession({ folder: part });
    try {
      const result = await fill(session, target);
      await session.close();
      await rm(folder, { recursive: true, force: true });
      await rename(part, folder);
      await syncFolder(dataDir);
      return result;
    } catch (fault) {
      await session.close().catch(() => undefined);
      await rm(part, { recursive: true, force: true });
      throw fault;
    }
  } finally {
    unlock();
  }
}

async function restorePostgres(url: string, fill: Fill): Promise<Result> {
  const session = await openPostgresSession(url);
  try {
    return await fill(session, "The database that DATABASE_URL names");
  } finally {
    await session.close();
  }
}

/** What is still to be done so that a start is not refused; null where the key fits or nothing needs it. */
function keyAdvice(storage: Storage, expected: string, sealed: number): string | null {
  if (sealed === 0) return null;
  const key = readSecretKey(storage);
  if (key && fingerprint(key) === expected) return null;
  const file = secretKeyFile(storage.dataDir);
  const found = key
    ? `${storage.secretKey ? "SECRET_KEY" : file} is another key`
    : `There is no ${file}, and SECRET_KEY is not set`;
  return `${found}: ${sealed} access ${sealed === 1 ? "key needs" : "keys need"} the one with fingerprint ${expected}. Copy the secret.key of the backed-up server to ${file}, or set SECRET_KEY to it, before the start.`;
}

const file = fileArgument("restore");
const read = readStorage(process.env);
if ("faults" in read) {
  for (const fault of read.faults) console.error(fault);
  process.exit(1);
}
const { storage } = read;
await runCommand(
  async (signal, progress) => {
    checkOpenFiles();
    const header = await readHeader(file);
    checkMigration(header);
    const fill: Fill = async (session, target) => {
      const entries = async function* () {
        for await (const entry of readBackup(file, percentOf(file, progress.show, "Restoring"))) {
          signal.throwIfAborted();
          yield entry;
        }
      };
      const restored = await restore(session.db, entries(), { now: new Date(), target });
      return { ...restored, sealed: await session.db.$count(accessKeys) };
    };
    // All of it before the first row is written: half of a damaged file is worth nothing.
    const reading = percentOf(file, progress.show, "Checking");
    await verifyBackup(file, (bytes) => {
      signal.throwIfAborted();
      reading(bytes);
    });
    const { databaseUrl, dataDir } = storage;
    const { tables, rows, foreign, sealed } = await (databaseUrl
      ? restorePostgres(databaseUrl, fill)
      : restoreFolder(dataDir, fill));
    progress.clear();
    const place = databaseUrl ? "the database of DATABASE_URL" : `DATA_DIR ${dataDir}`;
    console.log(`Restored ${rows} rows of ${tables} tables as of ${header.createdAt} to ${place}.`);
    if (foreign.length > 0)
      console.log(`Left out, as the platform has no such tables: ${foreign.join(", ")}.`);
    const advice = keyAdvice(storage, header.keyFingerprint, sealed);
    if (advice) console.error(advice);
  },
  { file, storage },
);
