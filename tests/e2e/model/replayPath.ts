import type { StateValue } from "xstate";
import { getStepLabel } from "../../model/createExplorer.ts";
import { createReference, type Expected, type Observed, type Rule } from "../../model/createReference.ts";
import type { Path } from "../../model/findShortestPaths.ts";
import type { Driver, PathContext } from "./defineDriver.ts";

/** State after a step, with the driver's description. */
export interface ReplayStep {
  readonly step: string;
  readonly state: string;
  readonly description: string;
}

export interface ReplayResult {
  readonly steps: readonly ReplayStep[];
  /** Rules of the expectation that were used. */
  readonly usedRules: ReadonlySet<Rule<Observed>>;
}

type StepListener = (step: ReplayStep, ctx: PathContext) => Promise<unknown>;

/**
 * Replays a path in the browser together with the machine's expectation and checks the expected state after each
 * step. Throws at the first difference, with the steps so far. Calls `onStep` after each step.
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
        `${step} should lead to ${getLeafStates(plannedValue).join(" + ")}, not ${states.join(" + ")}`,
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
      if (!due) throw new Error("the expectation has no timer in this state");
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

/** Leaf states of a state value, as expectations name them; one per region of a parallel machine. */
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
