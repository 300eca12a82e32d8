import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";

const recordFile = path.join(root, "tests/model/mutants/checked.txt");

/** Hash of the machines and their tests; the mutants were tested on this version if it is the same. */
export function hashMachineSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(["machines/**/*.ts", "tests/model/**/*.ts"], { cwd: root }).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

/** Whether the mutants were tested on the current machines and tests. */
export const areMutantsChecked = (): boolean =>
  readFileSync(recordFile, "utf8").trim() === hashMachineSources();

/** Records that the mutants of the current machines were detected. Commit the file. */
export const recordMutantsChecked = (): void => writeFileSync(recordFile, `${hashMachineSources()}\n`);
