import { DatabaseUnopenable } from "./db/databaseUnopenable.ts";
import { FolderInUse } from "./db/lockFolder.ts";
import { DatabaseInUse } from "./db/lockPostgres.ts";
import { databaseGone, databaseReason, socketBroken, sqlState } from "./http/databaseFault.ts";
import { TooFewFiles } from "./openFiles.ts";
import { BadSecretKey } from "./secretKey.ts";
import type { Settings } from "./settings.ts";

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"]);

/** One line that says why the server cannot start and what to do about it; null for a fault of its own. */
export function startFault(fault: unknown, settings: Settings): string | null {
  if (fault instanceof TooFewFiles || isOutOfFiles(fault)) return `${new TooFewFiles().message}.`;
  if (isDiskFull(fault))
    return settings.databaseUrl && sqlState(fault)
      ? "DATABASE_URL: the disk of the database is full. Free some space there and start again."
      : `DATA_DIR ${settings.dataDir}: the disk is full. Free some space and start again.`;
  if (fault instanceof FolderInUse)
    return `DATA_DIR ${settings.dataDir} is in use by another process. Stop it, or set DATA_DIR to another folder.`;
  if (fault instanceof DatabaseInUse)
    return `DATABASE_URL: the database is in use by another Aerial Console (${fault.holder}). Stop it first, or name another database: one process serves a database.`;
  if (fault instanceof DatabaseUnopenable)
    return `DATA_DIR ${settings.dataDir}: the database in it does not open (${fault.message}). Restore a backup into an empty folder: docs/backup.md.`;
  const code = String((fault as { code?: unknown }).code);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    if ((fault as { syscall?: unknown }).syscall === "listen" || !settings.databaseUrl)
      return `HOST ${settings.host} is not an address of this machine.`;
  if (code === "EACCES" && (fault as { syscall?: unknown }).syscall === "listen")
    return `PORT ${settings.port} is not for this user. Set PORT to one from 1024 on.`;
  if (settings.databaseUrl && (databaseGone(fault) || socketBroken(fault) || sqlState(fault)))
    return `DATABASE_URL: the database cannot be used: ${databaseReason(fault)}. See that PostgreSQL runs and that the address is right.`;
  if (unwritable.has(code))
    return `DATA_DIR ${settings.dataDir} cannot be written to (${code}). Set DATA_DIR to a folder that can.`;
  if (fault instanceof BadSecretKey) return `${fault.message}.`;
  if (code === "ERR_SQLITE_ERROR")
    return `DATA_DIR ${settings.dataDir} cannot be written to. Set DATA_DIR to a folder that can.`;
  return null;
}

/** SQLITE_FULL, of the lock file. */
const sqliteFull = 13;

const isOutOfFiles = (fault: unknown) =>
  someCause(
    fault,
    ({ code, message }) => /^E[MN]FILE$/.test(code) || /too many open files|\bE[MN]FILE\b/i.test(message),
  );

const isDiskFull = (fault: unknown) =>
  someCause(
    fault,
    ({ code, errcode, message }) =>
      /^(?:ENOSPC|EDQUOT|53100)$/.test(code) ||
      errcode === sqliteFull ||
      /no space left on device|disk quota exceeded/i.test(message),
  );

interface Cause {
  readonly code: string;
  readonly errcode: unknown;
  readonly message: string;
}

/** Whether an error, or one that led to it, is such a one. */
function someCause(fault: unknown, isSuch: (cause: Cause) => boolean): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const { code, errcode } = at as { code?: unknown; errcode?: unknown };
    if (isSuch({ code: String(code), errcode, message: at.message })) return true;
  }
  return false;
}
