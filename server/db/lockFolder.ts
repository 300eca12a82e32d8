import { DatabaseSync } from "node:sqlite";

/** SQLITE_BUSY: another connection holds the lock. */
const sqliteBusyCode = 5;

/**
 * Locks a folder for this process; returns a function that unlocks it.
 * PGlite lets two processes open one folder and then silently loses rows. The lock is an exclusive transaction on a
 * side file, so the operating system releases it however the process ends.
 * @throws FolderInUseError if another process has the lock
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(`${folder}.lock`);
  try {
    lock.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    lock.exec("create table if not exists holder (pid integer)");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode !== sqliteBusyCode) throw error;
    throw new FolderInUseError(folder, { cause: error });
  }
  return () => lock.close();
}

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  constructor(folder: string, options?: ErrorOptions) {
    super(`${folder} is in use by another process`, options);
  }
}
