import { existsSync, readFileSync } from "node:fs";

/** A file of a reported fault beside the repository; null where it is not there, which skips its test. */
export function readSharedInput(name: string): Uint8Array<ArrayBuffer> | null {
  const file = new URL(`../../../shared/data/inputs/${name}`, import.meta.url);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}
