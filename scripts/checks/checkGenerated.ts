import { existsSync, readFileSync } from "node:fs";
import type { CheckResult } from "./check.ts";

/** Holds where a generated file still is what would be generated now. */
export function checkGenerated(file: string, expected: string): CheckResult {
  const isFresh = existsSync(file) && readFileSync(file, "utf8") === expected;
  return { passed: isFresh, text: isFresh ? "" : `${file} is stale: npm run docs:pages` };
}
