import { existsSync, readFileSync } from "node:fs";
import type { Finding } from "./check.ts";

/** Holds where a generated file still is what would be generated now. */
export function generated(file: string, wanted: string): Finding {
  const fresh = existsSync(file) && readFileSync(file, "utf8") === wanted;
  return { holds: fresh, text: fresh ? "" : `${file} is stale: npm run docs:pages` };
}
