import path from "node:path";
import { contract } from "../../adapters/contract/contract.ts";
import { renderCallsTable } from "../docs/renderCallsTable.ts";
import { findStaleMachineDocs } from "../docs/renderMachineDocs.ts";
import { renderPagesTable } from "../docs/renderPagesTable.ts";
import { renderIndexes } from "../generate/renderIndexes.ts";
import { root } from "../setup/root.mjs";
import { pageBudgets } from "./budgets.ts";
import type { Check } from "./check.ts";
import { checkBundleBudgets } from "./checkBundleBudgets.ts";
import { checkCommitSubjects } from "./checkCommitSubjects.ts";
import { checkFileSizes } from "./checkFileSizes.ts";
import { checkGenerated } from "./checkGenerated.ts";
import { checkMigrations } from "./checkMigrations.ts";
import { checkSuppressions } from "./checkSuppressions.ts";
import { listSourceFiles } from "./listSourceFiles.ts";
import { measureHouse } from "./measureHouse.ts";
import { runProgram } from "./runProgram.ts";

/** All checks, cheap ones first. */
const checks: readonly Check[] = [
  {
    name: "format",
    run: () => runProgram(["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]),
  },
  {
    name: "lint and boundaries",
    run: () => runProgram(["node_modules/oxlint/bin/oxlint", "--deny-warnings"]),
  },
  { name: "no suppressions", run: () => checkSuppressions(listSourceFiles(root)) },
  {
    name: "types",
    run: () => runProgram(["node_modules/typescript/bin/tsc", "-b", "--force", "--pretty", "false"]),
  },
  {
    name: "dead code, dependencies",
    run: () => runProgram(["node_modules/knip/bin/knip.js", "--no-progress"]),
  },
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
    async run() {
      const built = await runProgram(["scripts/build.mjs"]);
      return built.passed ? checkBundleBudgets(path.join(root, "dist"), pageBudgets) : built;
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
  { name: "migrations up to date", run: () => checkMigrations(root) },
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
/** So many run at a time: a check uses one core and a half. */
const laneCount = 2;
const width = Math.max(...checks.map(({ name }) => name.length));
let failedCount = 0;

/** Runs a check and prints its result. */
async function runCheck(check: Check): Promise<void> {
  const from = performance.now();
  const { passed, text } = await Promise.resolve()
    .then(check.run)
    .catch((error: unknown) => ({ passed: false, text: String(error) }));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${passed ? "ok  " : "FAIL"} ${check.name.padEnd(width)} ${seconds.padStart(5)} s`);
  if (text) console.log(formatExcerpt(text));
  if (!passed) failedCount += 1;
}

const waiting = checks.values();
const runLane = async () => {
  for (const check of waiting) await runCheck(check);
};
await Promise.all(Array.from({ length: laneCount }, runLane));

console.log(failedCount === 0 ? "All checks passed." : `${failedCount} of ${checks.length} checks failed.`);
if (failedCount > 0) process.exitCode = 1;

/** The first lines of a check's text, indented. */
function formatExcerpt(text: string): string {
  const lines = text.replaceAll(root, ".").split("\n");
  const more = lines.length > maxShownLines ? [`… ${lines.length - maxShownLines} more lines`] : [];
  return [...lines.slice(0, maxShownLines), ...more].map((line) => `     ${line}`).join("\n");
}
