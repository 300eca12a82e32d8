import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memoryFolder = "/dev/shm";
/** Demo data are a quarter of a gigabyte, and several servers have copies at once. */
const neededBytes = 4e9;

/** A folder in memory if there is one with space, where copies take a tenth of the time; otherwise on disk. */
export function getMemoryFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > neededBytes ? memoryFolder : tmpdir();
}
