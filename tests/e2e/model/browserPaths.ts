import { labelOf, onePathEach, type Path, pathsOf, type Step } from "../../model/paths.ts";
import type { Driver } from "./driver.ts";

const labels = ({ steps }: { readonly steps: readonly Step[] }) => steps.map(labelOf).join(" → ");

const stepIn =
  ({ machine, subject }: Driver) =>
  (label: string): Step => {
    const step = subject.stimuli.find((one) => one.label === label);
    if (!step) throw new Error(`Nothing called ${label} happens to ${machine}`);
    return step;
  };

/**
 * The paths of the production machine that a browser can walk: every state by every transition that the driver
 * has an act for. A path that another one begins with is left out, as every state on the way is looked at.
 */
export function browserPaths(driver: Driver): Path[] {
  if (driver.walks) return driver.walks.map((walk) => ({ state: "", steps: walk.map(stepIn(driver)) }));
  const everything = pathsOf({
    ...driver.subject,
    stimuli: driver.subject.stimuli.filter(({ label }) => label in driver.acts),
    key: driver.key,
    explores: driver.explores ?? (() => true),
  }).filter(({ steps }) => driver.after || !steps.includes("after"));
  const walkable = driver.brief ? onePathEach(everything) : everything;
  const all = new Set(walkable.map((path) => `${labels(path)} → `));
  const begun = (path: Path) =>
    [...all].some(
      (other) => other.length > labels(path).length + 3 && other.startsWith(`${labels(path)} → `),
    );
  const ended = (path: Path): Path => {
    const ending = driver.ending?.(path.state);
    const step = driver.subject.stimuli.find(({ label }) => label === ending);
    return step ? { ...path, steps: [...path.steps, step] } : path;
  };
  return walkable.filter((path) => path.steps.length > 0 && !begun(path)).map(ended);
}
