import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its parents, accessible to this user only because they hold personal data. Node's own recursive
 * `mkdir` never returns where a parent accepts no folders, such as /proc.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(path.resolve(folder)));
  mkdirSync(folder, { mode: 0o700 });
}
