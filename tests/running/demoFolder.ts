import { cpSync } from "node:fs";
import { inject } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

/** A data folder of the test's own with the demo data in it. */
export function demoFolder(): { readonly at: string } & Disposable {
  const data = temporaryFolder("e2e");
  cpSync(inject("demoData"), data.at, { recursive: true });
  return data;
}
