import type { Step } from "../../model/createExplorer.ts";
import type { Subject } from "../../model/defineSubject.ts";
import { findCoveringPaths } from "../../model/findCoveringPaths.ts";
import type { Path } from "../../model/findShortestPaths.ts";
import type { Driver } from "./defineDriver.ts";

const findStep =
  ({ machine, subject }: Driver) =>
  (label: string): Step => {
    if (label === "after") return label;
    const step = subject.stimuli.find((item) => item.label === label);
    if (!step) throw new Error(`${machine} has no stimulus ${label}`);
    return step;
  };

/** The subject with only the stimuli that the driver has actions for. */
export const toBrowserSubject = ({ subject, actions, key, shouldExplore = () => true }: Driver): Subject => ({
  ...subject,
  stimuli: subject.stimuli.filter(({ label }) => label in actions),
  key,
  shouldExplore,
});

/** Whether the driver can carry out the step. */
export const isWalkable = ({ advanceTimer }: Driver, step: Step): boolean =>
  step !== "after" || advanceTimer !== undefined;

/** Whether the state ends by itself before it can be seen. */
export const isTransient = ({ getEnding }: Driver, state: string): boolean =>
  (getEnding?.(state) ?? null) !== null;

/** Extends a path that ends in a transient state by the stimulus that follows. */
export function appendEnding(driver: Driver, path: Path): Path {
  const ending = driver.getEnding?.(path.state);
  const step = driver.subject.stimuli.find(({ label }) => label === ending);
  return step ? { ...path, steps: [...path.steps, step] } : path;
}

/**
 * Finds paths that together cover every transition (or state) that the driver can carry out. They are few and long,
 * because each loads a new page.
 */
export function findBrowserPaths(driver: Driver): Path[] {
  if (driver.walks) return driver.walks.map((walk) => ({ state: "", steps: walk.map(findStep(driver)) }));
  const paths = findCoveringPaths(toBrowserSubject(driver), {
    isAllowed: (step) => isWalkable(driver, step),
    cover: driver.statesOnly ? "states" : "edges",
    isTransient: (state) => isTransient(driver, state),
  });
  return paths.map((path) => appendEnding(driver, path));
}
