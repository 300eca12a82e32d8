import type { StateValue } from "xstate";
import { getStepLabel } from "../../model/createExplorer.ts";
import { createReference, type Expected, type Observed, type Rule } from "../../model/createReference.ts";
import type { Path } from "../../model/findShortestPaths.ts";
import type { Driver, PathContext } from "./defineDriver.ts";

/** Where a path stood after a step, in words. */
export interface ReplayStep {
  readonly step: string;
  readonly state: string;
  readonly description: string;
}

/** What a path has shown. */
export interface ReplayResult {
  readonly steps: readonly ReplayStep[];
  /** Lines of the expectation that were used. */
  readonly usedRules: ReadonlySet<Rule<Observed>>;
}

type StepListener = (stop: ReplayStep, desk: PathContext) => Promise<unknown>;

/**
 * Walks a path in the browser beside the machine's expectation; after each step the expected state has to be
 * seen. Throws at the first difference with the way there; tells every state it has seen.
 */
export async function replayPath(
  driver: Driver,
  path: Path,
  base: PathContext,
  onStep?: StepListener,
): Promise<ReplayResult> {
  const ctx = await driver.open(base);
  const startElapsed = { ...ctx.elapsed };
  const clocks = () => ({
    wall: 1_000_000 + ctx.elapsed.wall - startElapsed.wall,
    timers: ctx.elapsed.timers,
  });
  const reference = createReference(driver.subject.expectation, clocks());
  const steps: ReplayStep[] = [];
  const checkState = async (expected: Expected) => {
    for (const state of Object.values(expected.at)) await driver.checks[state]?.check(ctx, expected.seen);
  };
  const expectState = async (step: string, expected: Expected) => {
    const states = Object.values(expected.at);
    const plannedValue = path.plannedValues?.[steps.length - 1];
    if (plannedValue !== undefined && !getLeafStates(plannedValue).every((leaf) => states.includes(leaf)))
      throw new Error(
        `${step} was to lead to ${getLeafStates(plannedValue).join(" + ")}, not ${states.join(" + ")}`,
      );
    const description = states.flatMap((state) => driver.checks[state]?.description ?? []).join("；");
    steps.push({ step, state: states.join(" + "), description });
    await checkState(expected);
    await onStep?.(steps.at(-1) ?? { step, state: "", description }, ctx);
  };
  try {
    await expectState("", reference.current());
    for (const step of path.steps) {
      if (step !== "after") {
        await driver.actions[step.label]?.run(ctx);
        await expectState(getStepLabel(step), reference.step(step.label, clocks()));
        continue;
      }
      const due = reference.nextTimer();
      if (!due) throw new Error("the expectation has no timer here");
      await driver.advanceTimer?.(ctx, due.at - clocks().timers, () => checkState(reference.current()));
      await expectState("after", reference.step("after", clocks(), due.region));
    }
  } catch (error) {
    const trail = steps.map(({ step, state }) => `${step} → [${state}]`).join(" ");
    throw new Error(
      `${driver.machine}: ${trail}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await driver.close?.(ctx);
  }
  return { steps, usedRules: reference.usedRules };
}

/** The leaf states of a value, as expectations name them: below the regions of a machine that has several. */
function getLeafStates(value: StateValue): string[] {
  const inner = (part: StateValue): string =>
    typeof part === "string"
      ? part
      : Object.entries(part)
          .map(([name, below]) => `${name}.${inner(below ?? "")}`)
          .join();
  if (typeof value === "string" || Object.keys(value).length < 2) return [inner(value)];
  return Object.values(value).flatMap((region) => (region === undefined ? [] : inner(region)));
}
