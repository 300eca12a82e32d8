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

/** States and edges on the paths. An edge out of a transient state includes the edge into it. */
function getCovered(driver: Driver, subject: Subject, paths: readonly Path[]) {
  const { machine, edge, key, getEvents, getStep, transitionAt } = createExplorer(subject);
  const edges = new Set<string>();
  const states = new Set<string>();
  let lastEdge = "nothing";
  const takeStep = (from: AnyMachineSnapshot, step: Step): AnyMachineSnapshot => {
    const event = getEvents(from).find((item) => getStep(item) === step);
    if (!event) throw new Error(`${getStepLabel(step)} does not happen in ${JSON.stringify(from.value)}`);
    const to = transitionAt(from, event, () => getNextSnapshot(machine, from, event) as AnyMachineSnapshot);
    lastEdge =
      edge(to, getStepLabel(step), from) + (isTransient(driver, key(from)) ? ` after ${lastEdge}` : "");
    edges.add(lastEdge);
    states.add(key(to));
    return to;
  };
  // Created once, before any time passes.
  const start = getInitialSnapshot(machine) as AnyMachineSnapshot;
  for (const { steps } of paths) {
    lastEdge = "nothing";
    steps.reduce(takeStep, start);
  }
  return { edges, states };
}

const walkedDrivers = [...allDrivers, socketDriver].filter(({ walks }) => !walks);

describe.each(walkedDrivers)("the browser paths through $title", (driver) => {
  const subject = toBrowserSubject(driver);
  const shortest = findShortestPaths(subject)
    .filter(({ steps }) => steps.every((step) => isWalkable(driver, step)))
    .map((path) => appendEnding(driver, path));
  const paths = findBrowserPaths(driver);

  test("cover everything that the shortest paths reach (R-281)", () => {
    const expected = getCovered(driver, subject, shortest);
    const covered = getCovered(driver, subject, paths);
    expect(expected.states.size).toBeGreaterThan(2);
    expect([...expected.states].filter((state) => !covered.states.has(state))).toEqual([]);
    if (!driver.statesOnly)
      expect([...expected.edges].filter((edge) => !covered.edges.has(edge))).toEqual([]);
  });

  test("are fewer than the shortest paths, and none is long", () => {
    expect(paths.length).toBeLessThan(shortest.length / 2);
    expect(Math.max(...paths.map(({ steps }) => steps.length))).toBeLessThan(30);
  });
});
