import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const checkout = path.resolve(import.meta.dirname, "../..");

/** A throw-away folder that looks like the checkout to a tool. */
export interface TemporaryTree extends Disposable {
  readonly root: string;
  readonly write: (file: string, text: string) => void;
}

/**
 * Makes a folder with the checkout's packages and the named files of its own; a gate is then run on what is
 * planted into it.
 */
export function createTemporaryTree(copiedFiles: readonly string[]): TemporaryTree {
  const folder = mkdtempSync(path.join(tmpdir(), "gate-"));
  // Beside the tree, not in it: tools follow the link and would take every package for source.
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
