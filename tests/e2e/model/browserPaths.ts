import type { Step } from "../../model/exploring.ts";
import type { Path } from "../../model/paths.ts";
import type { Subject } from "../../model/subject.ts";
import { toursOf } from "../../model/tours.ts";
import type { Driver } from "./driver.ts";

const stepIn =
  ({ machine, subject }: Driver) =>
  (label: string): Step => {
    const step = subject.stimuli.find((one) => one.label === label);
    if (!step) throw new Error(`Nothing called ${label} happens to ${machine}`);
    return step;
  };

/** The machine's subject as far as a browser can act on it. */
export const subjectOf = ({ subject, acts, key, explores = () => true }: Driver): Subject => ({
  ...subject,
  stimuli: subject.stimuli.filter(({ label }) => label in acts),
  key,
  explores,
});

/** Whether the browser can bring the step about. */
export const allows = ({ after }: Driver, step: Step): boolean => step !== "after" || after !== undefined;

/** Whether something follows the state by itself, before anybody sees it. */
export const passes = ({ ending }: Driver, state: string): boolean => (ending?.(state) ?? null) !== null;

/** A path that would end in such a state, with what follows. */
export function ended(driver: Driver, path: Path): Path {
  const ending = driver.ending?.(path.state);
  const step = driver.subject.stimuli.find(({ label }) => label === ending);
  return step ? { ...path, steps: [...path.steps, step] } : path;
}

/**
 * The ways through the production machine that a browser can walk: every state by every transition that the driver
 * has an act for. One way leads through many, as each of them begins with a page that is loaded anew.
 */
export function browserPaths(driver: Driver): Path[] {
  if (driver.walks) return driver.walks.map((walk) => ({ state: "", steps: walk.map(stepIn(driver)) }));
  const tours = toursOf(subjectOf(driver), {
    allows: (step) => allows(driver, step),
    through: driver.brief ? "states" : "edges",
    passing: (state) => passes(driver, state),
  });
  return tours.map((path) => ended(driver, path));
}
