import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "./serverProcess.ts";

/** Whether the folder has the complete demo data. */
export const isSeeded = (folder: string): boolean => existsSync(path.join(folder, "seeded"));

/** Time limit of seeding, ms. It usually takes ten seconds. */
const seedTimeoutMs = 300_000;

/** File with the error of a failed seeding, for the processes that wait. */
const getFailureFile = (folder: string) => path.join(folder, "failed");

/**
 * Seeds the demo data into the folder. The first process does it, the others wait. Throws in all of them if the seeding
 * fails or exceeds its time limit.
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

/** Returns true in the one process that created the folder. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
