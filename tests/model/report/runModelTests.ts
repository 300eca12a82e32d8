import { fileURLToPath } from "node:url";
import { machineSuites } from "../machineSuites.ts";
import { renderHtml } from "./renderHtml.ts";
import { createReportWriter } from "./reportWriter.ts";
import { type CoverageItem, runMachineSuite, type SuiteResult } from "./runMachineSuite.ts";
import { toJunitXml } from "./toJunitXml.ts";
import { createChoiceError, UsageError } from "./usageError.ts";

export interface ModelRunOptions {
  readonly machine: string | undefined;
  readonly path: number | undefined;
  readonly seed: number;
}

const formatCoverage = (all: readonly CoverageItem[]) =>
  `${all.filter(({ covered }) => covered).length}/${all.length}`;
const listSpecRows = ({ ruleSources }: SuiteResult) => [
  ...new Set(ruleSources.flatMap(({ row }) => row.match(/R-\d{3}/g) ?? [])),
];

/** Printed before the totals of a partial run, so that it is not mistaken for a full one. */
const describeSelection = ({ machine, path }: Pick<ModelRunOptions, "machine" | "path">) =>
  [
    machine === undefined ? "" : `machine ${machine} alone: `,
    path === undefined ? "" : `path ${path} alone: `,
  ].join("");

/** Tests the machines without a browser, prints a table, writes both reports. Returns the number of failures and gaps. */
export async function runModelTests({ machine: only, path, seed }: ModelRunOptions): Promise<number> {
  const chosen = machineSuites.filter(({ machine }) => only === undefined || machine === only);
  if (chosen.length === 0)
    throw createChoiceError(
      "machine",
      only ?? "",
      machineSuites.map(({ machine }) => machine),
    );
  console.log(
    `${"machine".padEnd(16)} ${"states".padStart(7)} ${"moves".padStart(7)} ${"cases".padStart(6)}  rows`,
  );
  const folder = fileURLToPath(new URL("../../../test-results/model/", import.meta.url));
  const { results, add } = createReportWriter<SuiteResult>(folder, {
    "junit.xml": toJunitXml,
    "index.html": (all) => renderHtml(all, seed, new Date()),
  });
  for (const suite of chosen) {
    const result = await runMachineSuite(suite, { seed, walks: 1_000, path });
    add(result);
    const failed = result.cases.filter(({ failure }) => failure);
    console.log(
      [
        result.machine.padEnd(16),
        formatCoverage(result.states).padStart(7),
        formatCoverage(result.transitions).padStart(7),
        String(result.cases.length).padStart(6),
        ` ${listSpecRows(result).sort().join(" ")}`,
      ].join(" "),
    );
    for (const { name, failure } of failed)
      console.log(`  FAILED ${name}\n    ${failure?.difference}\n    ${failure?.path}`);
  }

  // Only a full run must cover everything.
  const uncovered =
    path === undefined
      ? results
          .flatMap(({ states, transitions }) => [...states, ...transitions])
          .filter(({ covered }) => !covered)
      : [];
  for (const { name } of uncovered) console.log(`never reached: ${name}`);
  const failures = results.flatMap(({ cases }) => cases).filter(({ failure }) => failure).length;
  const caseCount = results.reduce((sum, { cases }) => sum + cases.length, 0);
  if (caseCount === 0) throw new UsageError(`No machine that was chosen has a path ${path}`);
  console.log(
    `${describeSelection({ machine: only, path })}${caseCount - failures} passed, ${failures} failed; report in test-results/model/index.html`,
  );
  return failures + uncovered.length;
}
