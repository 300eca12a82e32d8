import type { Variant } from "./createMachineRun.ts";
import { createMutants, type Mutant } from "./createMutants.ts";
import { findShortestPaths, type Path } from "./findShortestPaths.ts";
import type { MachineSuite } from "./machineSuites.ts";
import { runRandomWalks } from "./runRandomWalks.ts";
import { runEveryEvent, runPath } from "./runSteps.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** Result of the mutation tests of one machine. */
export interface MutationResult {
  readonly machine: string;
  readonly total: number;
  /** Names of undetected mutants. */
  readonly survivors: readonly string[];
}

/** Whether the suite detects the mutant. Random walks run first, as they are fastest, then all paths and events. */
async function isKilled(
  suite: MachineSuite,
  paths: readonly (readonly Path[])[],
  variant: Variant,
): Promise<boolean> {
  for (const subject of suite.subjects)
    if (await runRandomWalks(subject, { runs: 60, seed: 7, variant, shrink: false })) return true;
  for (const [index, subject] of suite.subjects.entries()) {
    for (const path of paths[index] ?? []) if (await runPath(subject, path, undefined, variant)) return true;
    if (await runEveryEvent(subject, paths[index] ?? [], undefined, variant)) return true;
  }
  for (const subject of suite.subjects)
    if (await runRandomWalks(subject, { runs: 1_000, seed: 20261120, variant, shrink: false })) return true;
  return false;
}

/** Tests a machine's mutants one by one; `choose` selects some of them. */
export async function runMutants(
  suite: MachineSuite,
  choose: (mutants: Mutant[]) => Mutant[] = (all) => all,
): Promise<MutationResult> {
  const paths = suite.subjects.map(findShortestPaths);
  const mutants = choose(createMutants(suite.subjects[0].build(createTestEnvironment()).machine));
  const survivors: string[] = [];
  for (const { name, apply } of mutants)
    if (!(await isKilled(suite, paths, apply).catch(() => true))) survivors.push(name);
  return { machine: suite.machine, total: mutants.length, survivors };
}
