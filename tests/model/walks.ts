import fc from "fast-check";
import type { Step } from "./exploring.ts";
import { type Failure, runSteps } from "./run.ts";
import type { Coverage, Variant } from "./stage.ts";
import type { Subject } from "./subject.ts";

/** Steps of a random walk: whatever can happen, the timer, and half of the time to it. */
export const walksOf = (subject: Subject, length = 24): fc.Arbitrary<(Step | "wait")[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Step>(...subject.stimuli) },
      { weight: 2, arbitrary: fc.constantFrom<Step | "wait">("after", "wait") },
    ),
    { maxLength: length, minLength: 1, size: "max" },
  );

export interface WalkOptions {
  readonly runs: number;
  readonly seed: number;
  readonly coverage?: Coverage;
  readonly variant?: Variant;
  readonly shrink?: boolean;
}

/** Random walks by a seed; a failing one comes back as short as it gets. */
export async function runWalks(
  subject: Subject,
  { runs, seed, coverage, variant, shrink = true }: WalkOptions,
): Promise<Failure | null> {
  let last: Failure | null = null;
  const outcome = await fc.check(
    fc.asyncProperty(walksOf(subject), async (steps) => {
      const failure = await runSteps(subject, steps, coverage, variant);
      if (failure) last = failure;
      return failure === null;
    }),
    { numRuns: runs, seed, endOnFailure: !shrink },
  );
  return outcome.failed ? last : null;
}
