import type { StateValue } from "xstate";
import { labelOf } from "../../model/exploring.ts";
import type { Path } from "../../model/paths.ts";
import { createReference, type Expected, type Move, type Seen } from "../../model/reference.ts";
import type { Desk, Driver } from "./driver.ts";

/** Where a path stood after a step, in words. */
export interface Stop {
  readonly step: string;
  readonly state: string;
  readonly words: string;
}

/** What a path has shown. */
export interface Replayed {
  readonly stops: readonly Stop[];
  /** Lines of the expectation that were used. */
  readonly used: ReadonlySet<Move<Seen>>;
}

type Told = (stop: Stop, desk: Desk) => Promise<unknown>;

/**
 * Walks a path in the browser beside the machine's expectation; after each step the expected state has to be
 * seen. Throws at the first difference with the way there; tells every state it has seen.
 */
export async function replay(driver: Driver, path: Path, place: Desk, told?: Told): Promise<Replayed> {
  const desk = await driver.open(place);
  const origin = { ...desk.time };
  const clocks = () => ({ wall: 1_000_000 + desk.time.wall - origin.wall, timers: desk.time.timers });
  const reference = createReference(driver.subject.expectation, clocks());
  const stops: Stop[] = [];
  const see = async (expected: Expected) => {
    for (const state of Object.values(expected.at)) await driver.looks[state]?.see(desk, expected.seen);
  };
  const stand = async (step: string, expected: Expected) => {
    const states = Object.values(expected.at);
    const planned = path.through?.[stops.length - 1];
    if (planned !== undefined && !leavesOf(planned).every((leaf) => states.includes(leaf)))
      throw new Error(`${step} was to lead to ${leavesOf(planned).join(" + ")}, not ${states.join(" + ")}`);
    const words = states.flatMap((state) => driver.looks[state]?.words ?? []).join("；");
    stops.push({ step, state: states.join(" + "), words });
    await see(expected);
    await told?.(stops.at(-1) ?? { step, state: "", words }, desk);
  };
  try {
    await stand("", reference.now());
    for (const step of path.steps) {
      if (step !== "after") {
        await driver.acts[step.label]?.go(desk);
        await stand(labelOf(step), reference.step(step.label, clocks()));
        continue;
      }
      const due = reference.due();
      if (!due) throw new Error("the expectation has no timer here");
      await driver.after?.(desk, due.at - clocks().timers, () => see(reference.now()));
      await stand("after", reference.step("after", clocks(), due.region));
    }
  } catch (fault) {
    const way = stops.map(({ step, state }) => `${step} → [${state}]`).join(" ");
    throw new Error(`${driver.machine}: ${way}: ${fault instanceof Error ? fault.message : String(fault)}`, {
      cause: fault,
    });
  } finally {
    await driver.close?.(desk);
  }
  return { stops, used: reference.used };
}

/** The leaf states of a value, as expectations name them: below the regions of a machine that has several. */
function leavesOf(value: StateValue): string[] {
  const inner = (part: StateValue): string =>
    typeof part === "string"
      ? part
      : Object.entries(part)
          .map(([name, below]) => `${name}.${inner(below ?? "")}`)
          .join();
  if (typeof value === "string" || Object.keys(value).length < 2) return [inner(value)];
  return Object.values(value).flatMap((region) => (region === undefined ? [] : inner(region)));
}
