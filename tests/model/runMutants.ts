import type { Variant } from "./createMachineRun.ts";
import { createMutants, type Mutant } from "./createMutants.ts";
import { findShortestPaths, type Path } from "./findShortestPaths.ts";
import type { MachineSuite } from "./machineSuites.ts";
import { runRandomWalks } from "./runRandomWalks.ts";
import { runEveryEvent, runPath } from "./runSteps.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** How the planted faults of one machine fared. */
export interface MutationResult {
  readonly machine: string;
  readonly total: number;
  /** Names of the faults that nothing noticed. */
  readonly survivors: readonly string[];
}

/** Whether the suite notices a fault: random walks first, as they are quickest, then every path and every event. */
async function isKilled(
  trial: MachineSuite,
  paths: readonly (readonly Path[])[],
  variant: Variant,
): Promise<boolean> {
  for (const subject of trial.subjects)
    if (await runRandomWalks(subject, { runs: 60, seed: 7, variant, shrink: false })) return true;
  for (const [index, subject] of trial.subjects.entries()) {
    for (const path of paths[index] ?? []) if (await runPath(subject, path, undefined, variant)) return true;
    if (await runEveryEvent(subject, paths[index] ?? [], undefined, variant)) return true;
  }
  for (const subject of trial.subjects)
    if (await runRandomWalks(subject, { runs: 1_000, seed: 20261120, variant, shrink: false })) return true;
  return false;
}

/** Plants one fault after the other into a machine; `choose` keeps a part of them. */
export async function runMutants(
  trial: MachineSuite,
  choose: (mutants: Mutant[]) => Mutant[] = (all) => all,
): Promise<MutationResult> {
  const paths = trial.subjects.map(findShortestPaths);
  const mutants = choose(createMutants(trial.subjects[0].build(createTestEnvironment()).machine));
  const survivors: string[] = [];
  for (const { name, apply } of mutants)
    if (!(await isKilled(trial, paths, apply).catch(() => true))) survivors.push(name);
  return { machine: trial.machine, total: mutants.length, survivors };
}
