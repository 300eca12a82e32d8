import { FileLimitError } from "./assertOpenFileLimit.ts";
import {
  describeDatabaseError,
  getSqlState,
  hasSocketError,
  isDatabaseUnavailable,
} from "./db/databaseError.ts";
import { DatabaseOpenError } from "./db/databaseOpenError.ts";
import { FolderInUseError } from "./db/lockFolder.ts";
import { DatabaseInUseError } from "./db/lockPostgres.ts";
import { NewerDatabaseError } from "./db/migrate.ts";
import { NoDemoError } from "./demo.ts";
import { BasemapFileError } from "./map/basemapFile.ts";
import { SecretKeyError } from "./secretKey.ts";
import type { Settings } from "./settings/settings.ts";
import { CertificateFileError } from "./telemetry/mqtt/readCertificateAuthority.ts";
import { TerrainError } from "./terrain/terrain.ts";

const unwritableCodes = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"]);

/** One line: why the server cannot start and what to do about it. Null for an unexpected error. */
export function describeStartError(error: unknown, settings: Settings): string | null {
  if (error instanceof FileLimitError || isFileLimitReached(error)) return `${new FileLimitError().message}.`;
  if (isDiskFull(error))
    return settings.databaseUrl && getSqlState(error)
      ? "DATABASE_URL: the disk of the database is full. Free some space there and start again."
      : `DATA_DIR ${settings.dataDir}: the disk is full. Free some space and start again.`;
  if (error instanceof FolderInUseError)
    return `DATA_DIR ${settings.dataDir} is in use by another process. Stop it, or set DATA_DIR to another folder.`;
  if (error instanceof DatabaseInUseError)
    return `DATABASE_URL: the database is in use by another Aerial Console (${error.holder}). Stop it first, or name another database: one process serves a database, or several with the same NATS_URL.`;
  if (error instanceof NewerDatabaseError)
    return `${settings.databaseUrl ? "DATABASE_URL" : `DATA_DIR ${settings.dataDir}`}: the database has the schema of a newer build. Start that one, or restore a backup of this one: docs/hosting.md.`;
  if (error instanceof DatabaseOpenError)
    return `DATA_DIR ${settings.dataDir}: the database in it does not open (${error.message}). Restore a backup into an empty folder: docs/backup.md.`;
  if (isDamaged(error))
    return `${settings.databaseUrl ? "DATABASE_URL" : `DATA_DIR ${settings.dataDir}`}: the database is damaged (${describeDatabaseError(error)}). Restore a backup into an empty one: docs/backup.md.`;
  if (
    error instanceof CertificateFileError ||
    error instanceof NoDemoError ||
    error instanceof TerrainError ||
    error instanceof BasemapFileError
  )
    return `${error.message}.`;
  const code = String((error as { code?: unknown }).code);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    if ((error as { syscall?: unknown }).syscall === "listen" || !settings.databaseUrl)
      return `HOST ${settings.host} is not an address of this machine.`;
  if (code === "EACCES" && (error as { syscall?: unknown }).syscall === "listen")
    return `PORT ${settings.port} is not for this user. Set PORT to one from 1024 on.`;
  if (settings.databaseUrl && (isDatabaseUnavailable(error) || hasSocketError(error) || getSqlState(error)))
    return `DATABASE_URL: the database cannot be used: ${describeDatabaseError(error)}. See that PostgreSQL runs and that the address is right.`;
  if (unwritableCodes.has(code))
    return `DATA_DIR ${settings.dataDir} cannot be written to (${code}). Set DATA_DIR to a folder that can.`;
  if (error instanceof SecretKeyError) return `${error.message}.`;
  if (code === "ERR_SQLITE_ERROR")
    return `DATA_DIR ${settings.dataDir} cannot be written to. Set DATA_DIR to a folder that can.`;
  return null;
}

/** SQLSTATEs of a page, an index or a file of a table that cannot be read. */
const isDamaged = (error: unknown) => /^(?:XX001|XX002|58P01)$/.test(getSqlState(error) ?? "");

/** SQLITE_FULL, from the lock file. */
const sqliteFullCode = 13;

const isFileLimitReached = (error: unknown) =>
  hasCause(
    error,
    ({ code, message }) => /^E[MN]FILE$/.test(code) || /too many open files|\bE[MN]FILE\b/i.test(message),
  );

/** Whether there is no room where something was to be stored. */
export const isDiskFull = (error: unknown) =>
  hasCause(
    error,
    ({ code, errcode, message }) =>
      /^(?:ENOSPC|EDQUOT|53100)$/.test(code) ||
      errcode === sqliteFullCode ||
      /no space left on device|disk quota exceeded/i.test(message),
  );

interface CauseInfo {
  readonly code: string;
  readonly errcode: unknown;
  readonly message: string;
}

/** Whether an error or one of its causes matches. */
function hasCause(error: unknown, matches: (cause: CauseInfo) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, errcode } = at as { code?: unknown; errcode?: unknown };
    if (matches({ code: String(code), errcode, message: at.message })) return true;
  }
  return false;
}
