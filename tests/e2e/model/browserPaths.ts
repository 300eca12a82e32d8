import type { Step } from "../../model/createExplorer.ts";
import type { Subject } from "../../model/defineSubject.ts";
import { findCoveringPaths } from "../../model/findCoveringPaths.ts";
import type { Path } from "../../model/findShortestPaths.ts";
import type { Driver } from "./defineDriver.ts";

const findStep =
  ({ machine, subject }: Driver) =>
  (label: string): Step => {
    const step = subject.stimuli.find((item) => item.label === label);
    if (!step) throw new Error(`Nothing called ${label} happens to ${machine}`);
    return step;
  };

/** The machine's subject as far as a browser can act on it. */
export const toBrowserSubject = ({ subject, actions, key, shouldExplore = () => true }: Driver): Subject => ({
  ...subject,
  stimuli: subject.stimuli.filter(({ label }) => label in actions),
  key,
  shouldExplore,
});

/** Whether the browser can bring the step about. */
export const isWalkable = ({ advanceTimer }: Driver, step: Step): boolean =>
  step !== "after" || advanceTimer !== undefined;

/** Whether something follows the state by itself, before anybody sees it. */
export const isTransient = ({ getEnding }: Driver, state: string): boolean =>
  (getEnding?.(state) ?? null) !== null;

/** A path that would end in such a state, with what follows. */
export function appendEnding(driver: Driver, path: Path): Path {
  const ending = driver.getEnding?.(path.state);
  const step = driver.subject.stimuli.find(({ label }) => label === ending);
  return step ? { ...path, steps: [...path.steps, step] } : path;
}

/**
 * The ways through the production machine that a browser can walk: every state by every transition that the driver
 * has an act for. One way leads through many, as each of them begins with a page that is loaded anew.
 */
export function findBrowserPaths(driver: Driver): Path[] {
  if (driver.walks) return driver.walks.map((walk) => ({ state: "", steps: walk.map(findStep(driver)) }));
  const tours = findCoveringPaths(toBrowserSubject(driver), {
    isAllowed: (step) => isWalkable(driver, step),
    cover: driver.statesOnly ? "states" : "edges",
    isTransient: (state) => isTransient(driver, state),
  });
  return tours.map((path) => appendEnding(driver, path));
}
