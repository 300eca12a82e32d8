import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { getMemoryFolder } from "../../scripts/testing/memoryFolder.ts";
import { isSeeded } from "../process/ensureSeeded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder that the first test to need the demo data seeds and all tests copy. */
    demoData: string;
  }
}

/** Provides the folder for the demo data of a run. Successive suites share the folder that `DEMO_DATA` names. */
export default function globalSetup(project: TestProject): () => void {
  const shared = process.env["DEMO_DATA"];
  const own = shared ? null : mkdtempSync(path.join(getMemoryFolder(), "demo-data-"));
  const folder = shared ?? path.join(own ?? "", "data");
  // Remove the rest of an interrupted seeding.
  if (existsSync(folder) && !isSeeded(folder)) rmSync(folder, { recursive: true, force: true });
  project.provide("demoData", folder);
  return () => {
    if (own) rmSync(own, { recursive: true, force: true });
  };
}
