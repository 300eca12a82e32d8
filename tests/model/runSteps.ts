import type { Step } from "./createExplorer.ts";
import { type Coverage, createCoverage, createMachineRun, type Variant } from "./createMachineRun.ts";
import type { Subject } from "./defineSubject.ts";
import { describePath, type Path, shortestPathPerState } from "./findShortestPaths.ts";

/** A difference and the path to it. */
export interface Failure {
  readonly path: string;
  readonly difference: string;
}

/** Runs the steps on the machine and its expectation; resolves with null if they agree. */
export async function runSteps(
  subject: Subject,
  steps: readonly (Step | "wait")[],
  coverage: Coverage = createCoverage(),
  variant?: Variant,
): Promise<Failure | null> {
  const run = createMachineRun(subject, coverage, variant);
  let difference = await run.start();
  for (const step of steps) {
    if (difference) break;
    if (step === "after") difference = await run.fireTimer();
    else if (step === "wait") difference = await run.waitHalf();
    else difference = await run.send(step);
  }
  run.stop();
  return difference ? { path: run.trace.join(" "), difference } : null;
}

/** Runs one path. */
export const runPath = (subject: Subject, path: Path, coverage?: Coverage, variant?: Variant) =>
  runSteps(subject, path.steps, coverage, variant);

/** Sends every stimulus, and the timer, in every state: after a wait of half a timer, and followed by two timers. */
export async function runEveryEvent(
  subject: Subject,
  paths: readonly Path[],
  coverage?: Coverage,
  variant?: Variant,
): Promise<Failure | null> {
  for (const path of shortestPathPerState(paths))
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
