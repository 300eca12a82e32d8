import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findStaleMachineDocs, renderMachineDocs } from "./docs/renderMachineDocs.ts";
import { root } from "./setup/root.mjs";

// With `--check` it only reports stale files, otherwise it writes docs/machines/.
if (process.argv.includes("--check")) {
  const errors = findStaleMachineDocs(root);
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
} else {
  const folder = path.join(root, "docs/machines");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of renderMachineDocs()) writeFileSync(path.join(folder, name), text);
}
