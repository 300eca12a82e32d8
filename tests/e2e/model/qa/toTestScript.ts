import { getStepLabel } from "../../../model/createExplorer.ts";
import { createReference } from "../../../model/createReference.ts";
import type { Path } from "../../../model/findShortestPaths.ts";
import type { Driver } from "../defineDriver.ts";

/** One step of a test case, in Chinese. */
export interface ScriptStep {
  readonly step: string;
  readonly expected: string;
}

export interface TestScript {
  readonly steps: readonly ScriptStep[];
  /** Specification rows that the path touches. */
  readonly rows: readonly string[];
}

/** Renders a path as a manual test case: actions, expected results and specification rows. */
export function toTestScript(driver: Driver, path: Path): TestScript {
  let wall = 1_000_000;
  let timers = 0;
  const reference = createReference(driver.subject.expectation, { wall, timers });
  const steps = path.steps.map((step) => {
    if (step === "after") {
      const due = reference.nextTimer();
      const ms = due ? due.at - timers : 0;
      timers += ms;
      wall += ms;
      const { at } = reference.step("after", { wall, timers }, due?.region);
      return { step: `再过 ${ms} 毫秒`, expected: describeStates(driver, at) };
    }
    wall += step.sleep ?? 0;
    const { at } = reference.step(step.label, { wall, timers });
    return {
      step: driver.actions[step.label]?.description ?? getStepLabel(step),
      expected: describeStates(driver, at),
    };
  });
  const rows = new Set([...reference.usedRules].flatMap(({ row }) => row?.match(/R-\d{3}/g) ?? []));
  return { steps, rows: [...rows].sort() };
}

function describeStates(driver: Driver, at: Readonly<Record<string, string>>): string {
  return Object.values(at)
    .flatMap((state) => driver.checks[state]?.description ?? [])
    .join("；");
}
