import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startServer } from "../running/serverProcess.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demo data in it, to copy. */
    demoData: string;
  }
}

/** The demo data are seeded once, ten seconds' work; each test that needs them takes a copy. */
export default async function demoData(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "demo-data-"));
  const server = await startServer({ dataDir: folder });
  await server.stop();
  project.provide("demoData", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
