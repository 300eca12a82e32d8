import { describe, expect, test } from "vitest";
import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from "xstate";
import { allDrivers } from "../e2e/model/allDrivers.ts";
import {
  appendEnding,
  findBrowserPaths,
  isTransient,
  isWalkable,
  toBrowserSubject,
} from "../e2e/model/browserPaths.ts";
import type { Driver } from "../e2e/model/defineDriver.ts";
import { socketDriver } from "../e2e/model/drivers/socket.ts";
import { createExplorer, getStepLabel, type Step } from "./createExplorer.ts";
import type { Subject } from "./defineSubject.ts";
import { findShortestPaths, type Path } from "./findShortestPaths.ts";

/** Every state that the ways go through, and every edge: out of a state that nobody sees, with the one into it. */
function getCovered(driver: Driver, subject: Subject, ways: readonly Path[]) {
  const { machine, edge, key, getEvents, getStep, transitionAt } = createExplorer(subject);
  const edges = new Set<string>();
  const states = new Set<string>();
  let came = "nothing";
  const go = (from: AnyMachineSnapshot, step: Step): AnyMachineSnapshot => {
    const event = getEvents(from).find((item) => getStep(item) === step);
    if (!event) throw new Error(`${getStepLabel(step)} does not happen in ${JSON.stringify(from.value)}`);
    const to = transitionAt(from, event, () => getNextSnapshot(machine, from, event) as AnyMachineSnapshot);
    came = edge(to, getStepLabel(step), from) + (isTransient(driver, key(from)) ? ` after ${came}` : "");
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

const walkedDrivers = [...allDrivers, socketDriver].filter(({ walks }) => !walks);

describe.each(walkedDrivers)("the ways of the browser through $title", (driver) => {
  const subject = toBrowserSubject(driver);
  const shortest = findShortestPaths(subject)
    .filter(({ steps }) => steps.every((step) => isWalkable(driver, step)))
    .map((path) => appendEnding(driver, path));
  const ways = findBrowserPaths(driver);

  test("go through all that the shortest paths lead to (R-281)", () => {
    const wanted = getCovered(driver, subject, shortest);
    const shown = getCovered(driver, subject, ways);
    expect(wanted.states.size).toBeGreaterThan(2);
    expect([...wanted.states].filter((state) => !shown.states.has(state))).toEqual([]);
    if (!driver.statesOnly) expect([...wanted.edges].filter((edge) => !shown.edges.has(edge))).toEqual([]);
  });

  test("are fewer than those, and none is long", () => {
    expect(ways.length).toBeLessThan(shortest.length / 2);
    expect(Math.max(...ways.map(({ steps }) => steps.length))).toBeLessThan(30);
  });
});
