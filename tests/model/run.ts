import type { Step } from "./exploring.ts";
import { describePath, onePathEach, type Path } from "./paths.ts";
import { type Coverage, createStage, newCoverage, type Variant } from "./stage.ts";
import type { Subject } from "./subject.ts";

/** What differed, with the way there. */
export interface Failure {
  readonly path: string;
  readonly difference: string;
}

/** Walks the steps on a live machine beside its expectation; null where nothing differed. */
export async function runSteps(
  subject: Subject,
  steps: readonly (Step | "wait")[],
  coverage: Coverage = newCoverage(),
  variant?: Variant,
): Promise<Failure | null> {
  const stage = createStage(subject, coverage, variant);
  let difference = await stage.begin();
  for (const step of steps) {
    if (difference) break;
    if (step === "after") difference = await stage.timer();
    else if (step === "wait") difference = await stage.wait();
    else difference = await stage.happen(step);
  }
  stage.stop();
  return difference ? { path: stage.trace.join(" "), difference } : null;
}

/** Every path, as one failure or none. */
export const runPath = (subject: Subject, path: Path, coverage?: Coverage, variant?: Variant) =>
  runSteps(subject, path.steps, coverage, variant);

/** In every state everything that can happen, its timer included, with half of the timer gone before and two timers after. */
export async function runEveryEvent(
  subject: Subject,
  paths: readonly Path[],
  coverage?: Coverage,
  variant?: Variant,
): Promise<Failure | null> {
  for (const path of onePathEach(paths))
    for (const step of [...subject.stimuli, "after"] as const) {
      const failure = await runSteps(
        subject,
        [...path.steps, "wait", step, "after", "after"],
        coverage,
        variant,
      );
      if (failure) return { ...failure, path: `${describePath(path)}: ${failure.path}` };
    }
  return null;
}
