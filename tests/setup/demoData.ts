import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { getMemoryFolder } from "../../scripts/testing/memoryFolder.ts";
import { startServer } from "../process/serverProcess.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with the demo data, which all tests copy. */
    demoData: string;
  }
}

/** Time limit of seeding, ms. It takes ten seconds on a quiet machine. */
const seedLimitMs = 600_000;

/** Seeds the demo data of a run. Successive suites share the folder that `DEMO_DATA` names. */
export default async function globalSetup(project: TestProject): Promise<() => void> {
  const shared = process.env["DEMO_DATA"];
  const own = shared ? null : mkdtempSync(path.join(getMemoryFolder(), "demo-data-"));
  const folder = shared ?? path.join(own ?? "", "data");
  // Beside the data, as it must not be copied with them.
  const mark = `${folder}.seeded`;
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    await using server = await startServer({ dataDir: folder, readyLimitMs: seedLimitMs });
    await server.stop();
    writeFileSync(mark, "");
  }
  project.provide("demoData", folder);
  return () => {
    if (own) rmSync(own, { recursive: true, force: true });
  };
}
