import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "./serverProcess.ts";

/** Whether the folder holds the demo data whole. */
export const isSeeded = (folder: string): boolean => existsSync(path.join(folder, "seeded"));

/** What a seeding takes at most on a busy machine, ms: ten seconds are usual. */
const seedTimeoutMs = 100_000;

/** Why the data never come, for those who wait and for those who come later. */
const getFailureFile = (folder: string) => path.join(folder, "failed");

/**
 * Has the demo data seeded into the folder, by whoever comes first; the others wait, and those who need none go on
 * meanwhile. Throws what the seeding failed with, to everybody, or where it has not come to its end in time.
 */
export async function ensureSeeded(folder: string): Promise<void> {
  if (isSeeded(folder)) return;
  mkdirSync(path.dirname(folder), { recursive: true });
  if (claimFolder(folder)) {
    try {
      await using server = await startServer({ dataDir: folder });
      await server.stop();
    } catch (error) {
      writeFileSync(getFailureFile(folder), String(error));
      throw error;
    }
    writeFileSync(path.join(folder, "seeded"), "");
    return;
  }
  const deadline = performance.now() + seedTimeoutMs;
  while (!isSeeded(folder)) {
    if (existsSync(getFailureFile(folder))) throw new Error(readFileSync(getFailureFile(folder), "utf8"));
    if (performance.now() > deadline) throw new Error(`The demo data never came to ${folder}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** Only one process makes a folder. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
