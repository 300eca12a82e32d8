import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findStaleMachineDocs, renderMachineDocs } from "./docs/renderMachineDocs.ts";
import { root } from "./setup/root.mjs";

// `--check` only says what is stale; without it docs/machines/ is written.
if (process.argv.includes("--check")) {
  const faults = findStaleMachineDocs(root);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} else {
  const folder = path.join(root, "docs/machines");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of renderMachineDocs()) writeFileSync(path.join(folder, name), text);
}
