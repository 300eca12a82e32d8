import path from "node:path";
import { contract } from "../../adapters/contract/contract.ts";
import { renderCallsTable } from "../docs/renderCallsTable.ts";
import { findStaleMachineDocs } from "../docs/renderMachineDocs.ts";
import { renderPagesTable } from "../docs/renderPagesTable.ts";
import { renderIndexes } from "../generate/renderIndexes.ts";
import { buildConsole } from "../setup/builds.mjs";
import { root } from "../setup/root.mjs";
import { pageBudgets } from "./budgets.ts";
import type { Check } from "./check.ts";
import { checkBundleBudgets } from "./checkBundleBudgets.ts";
import { checkCommitSubjects } from "./checkCommitSubjects.ts";
import { checkFileSizes } from "./checkFileSizes.ts";
import { checkGenerated } from "./checkGenerated.ts";
import { checkSuppressions } from "./checkSuppressions.ts";
import { listSourceFiles } from "./listSourceFiles.ts";
import { measureHouse } from "./measureHouse.ts";
import { runPackageBinary } from "./runPackageBinary.ts";

/** All checks, in the order of the output. */
const checks: readonly Check[] = [
  {
    name: "format",
    run: () => runPackageBinary(["@biomejs/biome/bin/biome", "check", "--error-on-warnings"]),
  },
  { name: "lint and boundaries", run: () => runPackageBinary(["oxlint/bin/oxlint", "--deny-warnings"]) },
  { name: "no suppressions", run: () => checkSuppressions(listSourceFiles(root)) },
  {
    name: "types",
    run: () => runPackageBinary(["typescript/bin/tsc", "-b", "--force", "--pretty", "false"]),
  },
  { name: "dead code, dependencies", run: () => runPackageBinary(["knip/bin/knip.js", "--no-progress"]) },
  { name: "file sizes", run: () => checkFileSizes(listSourceFiles(root)) },
  {
    name: "the house, for information",
    run: () => ({ passed: true, text: measureHouse(listSourceFiles(root)).join("\n") }),
  },
  {
    name: "commit subjects",
    run: () => checkCommitSubjects(root, "scripts/checks/checkCommitSubjects.ts"),
  },
  {
    name: "bundle budgets",
    run() {
      buildConsole();
      return checkBundleBudgets(path.join(root, "dist"), pageBudgets);
    },
  },
  {
    name: "indexes up to date",
    async run() {
      const results = [...(await renderIndexes())].map(([file, text]) => checkGenerated(file, text));
      const stale = results.filter(({ passed }) => !passed);
      return { passed: stale.length === 0, text: stale.map(({ text }) => text).join("\n") };
    },
  },
  {
    name: "page table up to date",
    run: () => checkGenerated(path.join(root, "docs/pages.md"), renderPagesTable(root)),
  },
  {
    name: "call table up to date",
    run: () => checkGenerated(path.join(root, "docs/calls.md"), renderCallsTable(root, contract)),
  },
  {
    name: "machine diagrams up to date",
    run() {
      const errors = findStaleMachineDocs(root);
      return { passed: errors.length === 0, text: errors.join("\n") };
    },
  },
];

const maxShownLines = 80;
const width = Math.max(...checks.map(({ name }) => name.length));
let failedCount = 0;

for (const check of checks) {
  const from = performance.now();
  const { passed, text } = await Promise.resolve()
    .then(check.run)
    .catch((error: unknown) => ({ passed: false, text: String(error) }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${passed ? "ok  " : "FAIL"} ${check.name.padEnd(width)} ${seconds.padStart(5)} s`);
  if (text) console.log(formatExcerpt(text));
  if (!passed) failedCount += 1;
}

console.log(failedCount === 0 ? "All checks passed." : `${failedCount} of ${checks.length} checks failed.`);
if (failedCount > 0) process.exitCode = 1;

/** The first lines of a check's text, indented. */
function formatExcerpt(text: string): string {
  const lines = text.replaceAll(root, ".").split("\n");
  const more = lines.length > maxShownLines ? [`… ${lines.length - maxShownLines} more lines`] : [];
  return [...lines.slice(0, maxShownLines), ...more].map((line) => `     ${line}`).join("\n");
}
