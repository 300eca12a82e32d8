import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export interface SourceFile {
  /** Path relative to the checkout, with `/`. */
  readonly file: string;
  readonly text: string;
}

/** Lists the project's source files: tracked, or untracked and not ignored. Generated SQL and snapshots are excluded. */
export function listSourceFiles(root: string): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\0")
    .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && existsSync(path.join(root, file)))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}
