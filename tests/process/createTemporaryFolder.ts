import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/**
 * An empty temporary folder; disposing removes it.
 * @param parent on disk by default
 */
export function createTemporaryFolder(name: string, parent = tmpdir()): TemporaryFolder {
  const folderPath = mkdtempSync(path.join(parent, `${name}-`));
  return { path: folderPath, [Symbol.dispose]: () => rmSync(folderPath, { recursive: true, force: true }) };
}
