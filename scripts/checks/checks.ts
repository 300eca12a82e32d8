import path from "node:path";
import { contract } from "../../adapters/contract/contract.ts";
import { callsTable } from "../docs/callsTable.ts";
import { staleMachineDocs } from "../docs/machineDocs.ts";
import { pagesTable } from "../docs/pagesTable.ts";
import { buildConsole } from "../setup/builds.mjs";
import { root } from "../setup/root.mjs";
import { budgets } from "./budgets.ts";
import { bundleBudget } from "./bundleBudget.ts";
import type { Check } from "./check.ts";
import { command } from "./command.ts";
import { fileSizes } from "./fileSizes.ts";
import { generated } from "./generated.ts";
import { sourceFiles } from "./sourceFiles.ts";
import { suppressions } from "./suppressions.ts";

/** Everything that must hold before a test is run, in the order in which it is said. */
export const checks: readonly Check[] = [
  { name: "format", run: () => command(["@biomejs/biome/bin/biome", "check", "--error-on-warnings"]) },
  { name: "lint and boundaries", run: () => command(["oxlint/bin/oxlint", "--deny-warnings"]) },
  { name: "nothing silenced", run: () => suppressions(sourceFiles(root)) },
  { name: "types", run: () => command(["typescript/bin/tsc", "-b", "--force", "--pretty", "false"]) },
  { name: "dead code, dependencies", run: () => command(["knip/bin/knip.js", "--no-progress"]) },
  { name: "file sizes", run: () => fileSizes(sourceFiles(root)) },
  {
    name: "bundle budgets",
    run() {
      buildConsole();
      return bundleBudget(path.join(root, "dist"), budgets);
    },
  },
  { name: "page table fresh", run: () => generated(path.join(root, "docs/pages.md"), pagesTable(root)) },
  {
    name: "table of calls fresh",
    run: () => generated(path.join(root, "docs/calls.md"), callsTable(root, contract)),
  },
  {
    name: "machine diagrams fresh",
    run() {
      const faults = staleMachineDocs(root);
      return { holds: faults.length === 0, text: faults.join("\n") };
    },
  },
];
