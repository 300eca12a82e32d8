import { existsSync, readFileSync } from "node:fs";
import type { CheckResult } from "./check.ts";

/** Passes if a generated file is up to date. */
export function checkGenerated(file: string, expected: string): CheckResult {
  const isFresh = existsSync(file) && readFileSync(file, "utf8") === expected;
  return { passed: isFresh, text: isFresh ? "" : `${file} is stale: npm run generate` };
}
