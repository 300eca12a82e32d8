import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupSummary } from "./backupFormat.ts";
import { verifyBackup } from "./readBackup.ts";

/** There is a file of that name, which is never overwritten. Its message is for the terminal. */
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
 * Writes the lines of a backup to a file that only its owner can read, reads it back, and gives it its name only then.
 * @param source fails where the backup is not whole
 * @throws FileExistsError, InvalidBackupError, or the error of the disk; nothing is left of the file then
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

/** A link fails where the name is taken, a renaming would overwrite; some file systems have no links. */
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

/** So that the name survives a loss of power as well; Windows opens no folders. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
