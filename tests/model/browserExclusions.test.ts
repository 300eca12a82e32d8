import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allDrivers } from "../e2e/model/allDrivers.ts";
import { findBrowserPaths } from "../e2e/model/browserPaths.ts";
import type { Driver } from "../e2e/model/defineDriver.ts";
import { socketDriver } from "../e2e/model/drivers/socket.ts";
import { browserExclusions } from "./browserExclusions.ts";
import { getStepLabel } from "./createExplorer.ts";
import { createReference } from "./createReference.ts";
import { machineSuites } from "./machineSuites.ts";

const getDrivers = (machine: string) =>
  [...allDrivers, socketDriver].filter((item) => item.machine === machine);
/** Stimuli in the paths of these drivers for which the driver has an action. */
const getWalkedStimuli = (own: readonly Driver[]) =>
  new Set(
    own.flatMap((driver) =>
      findBrowserPaths(driver).flatMap(({ steps }) =>
        steps.map(getStepLabel).filter((label) => label in driver.actions),
      ),
    ),
  );
/**
 * States that a driver checks. With hand-written walks, only the states that they reach; generated paths reach all
 * states (`coveringPaths.test.ts`).
 */
function getCheckedStates({ subject, walks, checks }: Driver): string[] {
  if (!walks) return Object.keys(checks);
  const reached = walks.flatMap((labels) => {
    const clocks = { wall: 1_000_000, timers: 0 };
    const reference = createReference(subject.expectation, clocks);
    const step = (label: string) => {
      const due = label === "after" ? reference.nextTimer() : null;
      return reference.step(label, due ? { ...clocks, timers: due.at } : clocks, due?.region);
    };
    const results = [reference.current(), ...labels.map(step)];
    return results.flatMap(({ at }) => Object.values(at));
  });
  return reached.filter((state) => state in checks);
}
const difference = (all: readonly string[], some: { has: (name: string) => boolean }) =>
  [...new Set(all)].filter((name) => !some.has(name)).toSorted();

describe.each(machineSuites)("$machine", ({ machine, subjects }) => {
  const own = getDrivers(machine);
  const exclusions = browserExclusions[machine] ?? [];
  const getExcluded = (part: "stimuli" | "states") =>
    "reason" in exclusions
      ? exclusions[part]
      : exclusions.flatMap((exclusion) => exclusion[part] ?? []).toSorted();

  test("the browser paths skip exactly the listed stimuli and states", () => {
    if (own.length === 0) {
      expect([getExcluded("stimuli"), getExcluded("states")]).toEqual(["all", "all"]);
      return;
    }
    const labels = subjects.flatMap(({ stimuli }) => stimuli.map(({ label }) => label));
    expect(getExcluded("stimuli")).toEqual(difference(labels, getWalkedStimuli(own)));
    const states = subjects.flatMap(({ expectation }) =>
      Object.values(expectation.regions).flatMap((region) => Object.keys(region.states)),
    );
    expect(getExcluded("states")).toEqual(difference(states, new Set(own.flatMap(getCheckedStates))));
  });

  test("the driver has an action for every step, so that none is silently skipped", () => {
    const stepsWithoutAction = own.flatMap((driver) =>
      findBrowserPaths(driver)
        .flatMap(({ steps }) => steps)
        .filter((step) => (step === "after" ? !driver.advanceTimer : !(step.label in driver.actions)))
        .map(getStepLabel),
    );
    expect(stepsWithoutAction).toEqual([]);
  });
});

test("every test file named in a reason exists", () => {
  const reasons = Object.values(browserExclusions).flatMap((exclusions) =>
    "reason" in exclusions ? [exclusions.reason] : exclusions.map(({ reason }) => reason),
  );
  const places = reasons.flatMap((reason) => reason.match(/tests\/[\w./]*\w/g) ?? []);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !existsSync(path.resolve(import.meta.dirname, "../..", place)))).toEqual(
    [],
  );
});

test("every machine has an entry, and every entry a machine", () => {
  expect(Object.keys(browserExclusions).toSorted()).toEqual(
    machineSuites.map(({ machine }) => machine).toSorted(),
  );
});
