import { describe, expect, test } from "vitest";
import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from "xstate";
import { allows, browserPaths, ended, passes, subjectOf } from "../e2e/model/browserPaths.ts";
import type { Driver } from "../e2e/model/driver.ts";
import { socketDriver } from "../e2e/model/drivers/socket.ts";
import { drivers } from "../e2e/model/drivers.ts";
import { exploringOf, labelOf, type Step } from "./exploring.ts";
import { type Path, pathsOf } from "./paths.ts";
import type { Subject } from "./subject.ts";

/** Every state that the ways go through, and every edge: out of a state that nobody sees, with the one into it. */
function shownBy(driver: Driver, subject: Subject, ways: readonly Path[]) {
  const { machine, edge, key, eventsOf, stepOf, at } = exploringOf(subject);
  const edges = new Set<string>();
  const states = new Set<string>();
  let came = "nothing";
  const go = (from: AnyMachineSnapshot, step: Step): AnyMachineSnapshot => {
    const event = eventsOf(from).find((one) => stepOf(one) === step);
    if (!event) throw new Error(`${labelOf(step)} does not happen in ${JSON.stringify(from.value)}`);
    const to = at(from, event, () => getNextSnapshot(machine, from, event) as AnyMachineSnapshot);
    came = edge(to, labelOf(step), from) + (passes(driver, key(from)) ? ` after ${came}` : "");
    edges.add(came);
    states.add(key(to));
    return to;
  };
  // Made once, before any time goes by.
  const start = getInitialSnapshot(machine) as AnyMachineSnapshot;
  for (const { steps } of ways) {
    came = "nothing";
    steps.reduce(go, start);
  }
  return { edges, states };
}

const walked = [...drivers, socketDriver].filter(({ walks }) => !walks);

describe.each(walked)("the ways of the browser through $title", (driver) => {
  const subject = subjectOf(driver);
  const shortest = pathsOf(subject)
    .filter(({ steps }) => steps.every((step) => allows(driver, step)))
    .map((path) => ended(driver, path));
  const ways = browserPaths(driver);

  test("go through all that the shortest paths lead to (R-281)", () => {
    const wanted = shownBy(driver, subject, shortest);
    const shown = shownBy(driver, subject, ways);
    expect(wanted.states.size).toBeGreaterThan(2);
    expect([...wanted.states].filter((state) => !shown.states.has(state))).toEqual([]);
    if (!driver.brief) expect([...wanted.edges].filter((edge) => !shown.edges.has(edge))).toEqual([]);
  });

  test("are fewer than those, and none is long", () => {
    expect(ways.length).toBeLessThan(shortest.length / 2);
    expect(Math.max(...ways.map(({ steps }) => steps.length))).toBeLessThan(30);
  });
});
