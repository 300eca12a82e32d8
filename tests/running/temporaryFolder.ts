import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** An empty folder of the test's own, gone with its scope. */
export function temporaryFolder(name: string): { readonly at: string } & Disposable {
  const at = mkdtempSync(path.join(tmpdir(), `${name}-`));
  return { at, [Symbol.dispose]: () => rmSync(at, { recursive: true, force: true }) };
}
