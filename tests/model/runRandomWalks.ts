import fc from "fast-check";
import type { Step } from "./createExplorer.ts";
import type { Coverage, Variant } from "./createMachineRun.ts";
import type { Subject } from "./defineSubject.ts";
import { type Failure, runSteps } from "./runSteps.ts";

/** Steps of a random walk: stimuli, timers, and waits of half a timer. */
export const randomSteps = (subject: Subject, length = 24): fc.Arbitrary<(Step | "wait")[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Step>(...subject.stimuli) },
      { weight: 2, arbitrary: fc.constantFrom<Step | "wait">("after", "wait") },
    ),
    { maxLength: length, minLength: 1, size: "max" },
  );

export interface RandomWalkOptions {
  readonly runs: number;
  readonly seed: number;
  readonly coverage?: Coverage;
  readonly variant?: Variant;
  readonly shrink?: boolean;
}

/** Runs random walks with a seed; returns a failing one, shrunk to its minimum. */
export async function runRandomWalks(
  subject: Subject,
  { runs, seed, coverage, variant, shrink = true }: RandomWalkOptions,
): Promise<Failure | null> {
  let last: Failure | null = null;
  const outcome = await fc.check(
    fc.asyncProperty(randomSteps(subject), async (steps) => {
      const failure = await runSteps(subject, steps, coverage, variant);
      if (failure) last = failure;
      return failure === null;
    }),
    { numRuns: runs, seed, endOnFailure: !shrink },
  );
  return outcome.failed ? last : null;
}
