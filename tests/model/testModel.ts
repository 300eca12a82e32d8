import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { htmlOf } from "./report/html.ts";
import { junitOf } from "./report/junit.ts";
import { runTrial, type Touched, type TrialResult } from "./report/runTrial.ts";
import { trials } from "./subjects.ts";

const { values } = parseArgs({
  options: {
    machine: { type: "string" },
    path: { type: "string" },
    seed: { type: "string", default: "20261120" },
  },
});
const seed = Number(values.seed);
const chosen = trials.filter(({ machine }) => values.machine === undefined || machine === values.machine);
if (chosen.length === 0)
  throw new Error(
    `There is no machine ${values.machine}: ${trials.map(({ machine }) => machine).join(", ")}`,
  );
const path = values.path === undefined ? undefined : Number(values.path);

const share = (all: readonly Touched[]) => `${all.filter(({ taken }) => taken).length}/${all.length}`;
const rowsOf = ({ origins }: TrialResult) => [
  ...new Set(origins.flatMap(({ row }) => row.match(/R-\d{3}/g) ?? [])),
];

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

const folder = new URL("../../test-results/model/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("junit.xml", folder), junitOf(results));
writeFileSync(new URL("index.html", folder), htmlOf(results, seed, new Date()));

// A single path covers little: only the whole run has to reach everything.
const missed =
  path === undefined
    ? results.flatMap(({ states, transitions }) => [...states, ...transitions]).filter(({ taken }) => !taken)
    : [];
for (const { name } of missed) console.log(`never reached: ${name}`);
const failures = results.flatMap(({ cases }) => cases).filter(({ failure }) => failure).length;
const tried = results.reduce((sum, { cases }) => sum + cases.length, 0);
console.log(`${tried - failures} passed, ${failures} failed; report in test-results/model/index.html`);
if (failures > 0 || missed.length > 0 || tried === 0) process.exitCode = 1;
