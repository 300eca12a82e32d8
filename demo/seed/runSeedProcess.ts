import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getEmbeddedFolder } from "../../server/db/openDatabase.ts";
import type { Settings } from "../../server/settings/settings.ts";

/** The program's source; next to a bundled server, its bundle. */
const program = import.meta.url.endsWith(".ts") ? "./seedProcess.ts" : "./seedProcess.js";

/** The optimising compiler takes 600 MB for one function of the database, for statements that run once. */
const thriftyFlags = ["--liftoff-only", "--max-semi-space-size=8"];

/** Whether demo data are to be created in an embedded database that does not exist yet. */
export const isNewDemo = ({ databaseUrl, production, dataDir }: Settings): boolean =>
  !databaseUrl && !production && !existsSync(getEmbeddedFolder(dataDir));

/** Exit code of a process that has said why nothing can be stored: the server would only say it again. */
export const toldExitCode = 3;

/**
 * Seeds a new embedded database in a process of its own: the memory this takes would never be given back otherwise.
 * @returns after `failed` the server seeds what is missing itself, and meets the fault that is left; after `told` it
 * cannot start, and the reason is printed
 */
export async function runSeedProcess(): Promise<"done" | "failed" | "told"> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: [...process.execArgv, ...thriftyFlags],
  });
  const [code] = await once(child, "exit").catch((error: unknown) => [error]);
  if (code === toldExitCode) return "told";
  return code === 0 ? "done" : "failed";
}
