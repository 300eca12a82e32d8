import { type Mutant, mutantsOf } from "./mutate.ts";
import { type Path, pathsOf } from "./paths.ts";
import { runEveryEvent, runPath } from "./run.ts";
import type { Variant } from "./stage.ts";
import type { Trial } from "./subjects.ts";
import { runWalks } from "./walks.ts";
import { createWorld } from "./world.ts";

/** How the planted faults of one machine fared. */
export interface Hunt {
  readonly machine: string;
  readonly planted: number;
  /** Names of the faults that nothing noticed. */
  readonly survivors: readonly string[];
}

/** Whether the suite notices a fault: random walks first, as they are quickest, then every path and every event. */
async function noticed(trial: Trial, paths: readonly (readonly Path[])[], plant: Variant): Promise<boolean> {
  for (const subject of trial.subjects)
    if (await runWalks(subject, { runs: 60, seed: 7, variant: plant, shrink: false })) return true;
  for (const [index, subject] of trial.subjects.entries()) {
    for (const path of paths[index] ?? []) if (await runPath(subject, path, undefined, plant)) return true;
    if (await runEveryEvent(subject, paths[index] ?? [], undefined, plant)) return true;
  }
  for (const subject of trial.subjects)
    if (await runWalks(subject, { runs: 1_000, seed: 20261120, variant: plant, shrink: false })) return true;
  return false;
}

/** Plants one fault after the other into a machine; `choose` keeps a part of them. */
export async function hunt(
  trial: Trial,
  choose: (mutants: Mutant[]) => Mutant[] = (all) => all,
): Promise<Hunt> {
  const paths = trial.subjects.map(pathsOf);
  const mutants = choose(mutantsOf(trial.subjects[0].build(createWorld()).machine));
  const survivors: string[] = [];
  for (const { name, plant } of mutants)
    if (!(await noticed(trial, paths, plant).catch(() => true))) survivors.push(name);
  return { machine: trial.machine, planted: mutants.length, survivors };
}
