import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const checkout = path.resolve(import.meta.dirname, "../..");

/** A temporary folder that looks like the checkout to a tool. */
export interface TemporaryTree extends Disposable {
  readonly root: string;
  readonly write: (file: string, text: string) => void;
}

/** Creates a folder with the checkout's packages and copies of the named files, to run a gate on planted files. */
export function createTemporaryTree(copiedFiles: readonly string[]): TemporaryTree {
  const folder = mkdtempSync(path.join(tmpdir(), "gate-"));
  // Next to the tree, not in it: tools follow the link and would treat every package as source.
  symlinkSync(path.join(checkout, "node_modules"), path.join(folder, "node_modules"));
  const root = path.join(folder, "tree");
  for (const file of copiedFiles)
    cpSync(path.join(checkout, file), path.join(root, file), { recursive: true });
  return {
    root,
    write(file, text) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
