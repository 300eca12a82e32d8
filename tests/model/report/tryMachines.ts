import { mkdirSync, writeFileSync } from "node:fs";
import { trials } from "../subjects.ts";
import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { runTrial, type Touched, type TrialResult } from "./runTrial.ts";

export interface MachineRun {
  readonly machine: string | undefined;
  readonly path: number | undefined;
  readonly seed: number;
}

const share = (all: readonly Touched[]) => `${all.filter(({ taken }) => taken).length}/${all.length}`;
const rowsOf = ({ origins }: TrialResult) => [
  ...new Set(origins.flatMap(({ row }) => row.match(/R-\d{3}/g) ?? [])),
];

/** Said before the count of a run that is not the whole suite, so that nobody takes it for one. */
const narrowed = ({ machine, path }: Pick<MachineRun, "machine" | "path">) =>
  [
    machine === undefined ? "" : `machine ${machine} alone: `,
    path === undefined ? "" : `path ${path} alone: `,
  ].join("");

/** Tries the machines without a browser: prints the table, writes both reports; answers with what failed or was missed. */
export async function tryMachines({ machine: only, path, seed }: MachineRun): Promise<number> {
  const chosen = trials.filter(({ machine }) => only === undefined || machine === only);
  if (chosen.length === 0)
    throw new Error(`There is no machine ${only}: ${trials.map(({ machine }) => machine).join(", ")}`);
  console.log(
    `${"machine".padEnd(16)} ${"states".padStart(7)} ${"moves".padStart(7)} ${"cases".padStart(6)}  rows`,
  );
  const results: TrialResult[] = [];
  for (const trial of chosen) {
    const result = await runTrial(trial, { seed, walks: 1_000, path });
    results.push(result);
    const failed = result.cases.filter(({ failure }) => failure);
    console.log(
      [
        result.machine.padEnd(16),
        share(result.states).padStart(7),
        share(result.transitions).padStart(7),
        String(result.cases.length).padStart(6),
        ` ${rowsOf(result).sort().join(" ")}`,
      ].join(" "),
    );
    for (const { name, failure } of failed)
      console.log(`  FAILED ${name}\n    ${failure?.difference}\n    ${failure?.path}`);
  }

  const folder = new URL("../../../test-results/model/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("junit.xml", folder), junitOf(results));
  writeFileSync(new URL("index.html", folder), htmlOf(results, seed, new Date()));

  // A single path covers little: only the whole run has to reach everything.
  const missed =
    path === undefined
      ? results
          .flatMap(({ states, transitions }) => [...states, ...transitions])
          .filter(({ taken }) => !taken)
      : [];
  for (const { name } of missed) console.log(`never reached: ${name}`);
  const failures = results.flatMap(({ cases }) => cases).filter(({ failure }) => failure).length;
  const tried = results.reduce((sum, { cases }) => sum + cases.length, 0);
  console.log(
    `${narrowed({ machine: only, path })}${tried - failures} passed, ${failures} failed; report in test-results/model/index.html`,
  );
  return tried === 0 ? 1 : failures + missed.length;
}
