import { FolderInUse } from "./db/lockFolder.ts";
import { databaseGone, sqlState } from "./http/databaseFault.ts";
import { BadSecretKey } from "./secretKey.ts";
import type { Settings } from "./settings.ts";

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT", "ENOSPC"]);

/** One line that says why the server cannot start and what to do about it; null for a fault of its own. */
export function startFault(fault: unknown, settings: Settings): string | null {
  if (fault instanceof FolderInUse)
    return `DATA_DIR ${settings.dataDir} is in use by another process. Stop it, or set DATA_DIR to another folder.`;
  const code = String((fault as { code?: unknown }).code);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    if ((fault as { syscall?: unknown }).syscall === "listen" || !settings.databaseUrl)
      return `HOST ${settings.host} is not an address of this machine.`;
  if (code === "EACCES" && (fault as { syscall?: unknown }).syscall === "listen")
    return `PORT ${settings.port} is not for this user. Set PORT to one from 1024 on.`;
  if (settings.databaseUrl && (databaseGone(fault) || sqlState(fault)))
    return `DATABASE_URL: the database cannot be used: ${firstLine(fault)}.`;
  if (unwritable.has(code))
    return `DATA_DIR ${settings.dataDir} cannot be written to (${code}). Set DATA_DIR to a folder that can.`;
  if (fault instanceof BadSecretKey) return `${fault.message}.`;
  if (code === "ERR_SQLITE_ERROR")
    return `DATA_DIR ${settings.dataDir} cannot be written to. Set DATA_DIR to a folder that can.`;
  return null;
}

const firstLine = (fault: unknown) =>
  (fault instanceof Error ? fault.message || fault.name : String(fault)).split("\n")[0];
