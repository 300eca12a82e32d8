import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** An empty folder of the test's own, gone with its scope. */
export function createTemporaryFolder(name: string): { readonly at: string } & Disposable {
  const folderPath = mkdtempSync(path.join(tmpdir(), `${name}-`));
  return { at: folderPath, [Symbol.dispose]: () => rmSync(folderPath, { recursive: true, force: true }) };
}
