import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import { createTemporaryFolder, type TemporaryFolder } from "./createTemporaryFolder.ts";
import { ensureSeeded } from "./ensureSeeded.ts";

/** A temporary data folder with a copy of the demo data. */
export async function createDemoFolder(): Promise<TemporaryFolder> {
  const seeded = inject("demoData");
  await ensureSeeded(seeded);
  const data = createTemporaryFolder("demo");
  // 1,300 files: `cp` takes a third of the time of Node's own copy.
  execFileSync("cp", ["-r", `${seeded}/.`, data.path]);
  return data;
}
