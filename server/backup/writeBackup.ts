import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupSummary } from "./backupFormat.ts";
import { verifyBackup } from "./readBackup.ts";

/** The file exists and is not overwritten. The message is for the terminal. */
export class FileExistsError extends Error {
  override readonly name = "FileExistsError";
  constructor(file: string) {
    super(`${file} exists already. Name another file`);
  }
}

export function assertFileAbsent(file: string): void {
  if (existsSync(file)) throw new FileExistsError(file);
}

/**
 * Writes a backup to a `.part` file that only its owner can read, verifies it, then renames it.
 * @param source throws if the backup is incomplete
 * @throws FileExistsError, InvalidBackupError or an I/O error; the `.part` file is removed then
 */
export async function writeBackup(
  file: string,
  source: AsyncIterable<string | Uint8Array>,
): Promise<BackupSummary> {
  assertFileAbsent(file);
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    try {
      await pipeline(source, createGzip({ level: 6 }), async (compressed: AsyncIterable<Buffer>) => {
        for await (const chunk of compressed) await handle.writeFile(chunk);
      });
      await handle.sync();
    } finally {
      await handle.close();
    }
    const summary = await verifyBackup(part);
    await renameExclusive(part, file);
    await fsyncFolder(path.dirname(file));
    return summary;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** A hard link fails if the name is taken, while a rename would overwrite. Some file systems have no links. */
async function renameExclusive(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
    await rm(part);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new FileExistsError(file);
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EOPNOTSUPP") throw error;
    assertFileAbsent(file);
    await rename(part, file);
  }
}

/** Makes a rename survive a power loss. Windows cannot open folders. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
