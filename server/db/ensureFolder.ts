import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** Makes a folder and those above it, for this user alone: they hold people's data. Node's own recursive way never returns where a parent takes no folders, as /proc. */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(path.resolve(folder)));
  mkdirSync(folder, { mode: 0o700 });
}
