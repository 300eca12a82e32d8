import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { isSeeded } from "../process/ensureSeeded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the first test that needs the demo data has them seeded, for all to copy. */
    demoData: string;
  }
}

/**
 * A place for the demo data of a run. Where several suites run one after the other, `DEMO_DATA` names the folder in
 * which the first of them leaves the data for the next.
 */
export default function globalSetup(project: TestProject): () => void {
  const shared = process.env["DEMO_DATA"];
  const own = shared ? null : mkdtempSync(path.join(tmpdir(), "demo-data-"));
  const folder = shared ?? path.join(own ?? "", "data");
  // What a seeding that was cut off has left is no beginning.
  if (existsSync(folder) && !isSeeded(folder)) rmSync(folder, { recursive: true, force: true });
  project.provide("demoData", folder);
  return () => {
    if (own) rmSync(own, { recursive: true, force: true });
  };
}
