import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildConsole } from "../../scripts/setup/buildConsole.mjs";
import { startServer } from "../running/serverProcess.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demo data in it, to copy. */
    demoData: string;
  }
}

/** Browser tests see the console as it is shipped, each file on its own copy of data that are seeded once. */
export default async function builtConsole(project: TestProject): Promise<() => void> {
  buildConsole();
  const folder = mkdtempSync(path.join(tmpdir(), "demo-data-"));
  const server = await startServer({ dataDir: folder });
  await server.stop();
  project.provide("demoData", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
