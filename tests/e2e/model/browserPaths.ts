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

/**
 * The ways through the production machine that a browser can walk: every state by every transition that the driver
 * has an act for. One way leads through many, as each of them begins with a page that is loaded anew.
 */
export function browserPaths(driver: Driver): Path[] {
  if (driver.walks) return driver.walks.map((walk) => ({ state: "", steps: walk.map(stepIn(driver)) }));
  const tours = toursOf(subjectOf(driver), {
    allows: (step) => allows(driver, step),
    through: driver.brief ? "states" : "edges",
  });
  return tours.map((path) => {
    const ending = driver.ending?.(path.state);
    const step = driver.subject.stimuli.find(({ label }) => label === ending);
    return step ? { ...path, steps: [...path.steps, step] } : path;
  });
}
