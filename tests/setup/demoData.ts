import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startServer } from "../running/serverProcess.ts";

/** Says that the data of a folder are whole. */
const seeded = "seeded";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demo data in it, to copy. */
    demoData: string;
  }
}

/**
 * The demo data are seeded once, ten seconds' work; each test that needs them takes a copy. Where several suites run
 * one after the other, `DEMO_DATA` names the folder in which the first of them leaves the data for the next.
 */
export default async function demoData(project: TestProject): Promise<() => void> {
  const shared = process.env["DEMO_DATA"];
  const folder = shared ?? mkdtempSync(path.join(tmpdir(), "demo-data-"));
  if (!shared || !existsSync(path.join(shared, seeded))) {
    // What a seeding that was cut off has left is no beginning.
    rmSync(folder, { recursive: true, force: true });
    const server = await startServer({ dataDir: folder });
    await server.stop();
    writeFileSync(path.join(folder, seeded), "");
  }
  project.provide("demoData", folder);
  return () => {
    if (!shared) rmSync(folder, { recursive: true, force: true });
  };
}
