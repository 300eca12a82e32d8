import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";

const recordFile = path.join(root, "tests/model/mutants/checked.txt");

/** A hash over the machines and their tests, by which it is known whether the planted faults have been tried on them. */
export function hashMachineSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(["machines/**/*.ts", "tests/model/**/*.ts"], { cwd: root }).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

/** Whether the planted faults were tried on the machines and tests as they are now. */
export const areMutantsChecked = (): boolean =>
  readFileSync(recordFile, "utf8").trim() === hashMachineSources();

/** Records that the planted faults were found in the machines and tests as they are now. Commit the file. */
export const recordMutantsChecked = (): void => writeFileSync(recordFile, `${hashMachineSources()}\n`);
