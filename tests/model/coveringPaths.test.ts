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
  // Created once, before any time passes.
  const start = getInitialSnapshot(machine) as AnyMachineSnapshot;
  for (const { steps } of paths) {
    came = "nothing";
    steps.reduce(go, start);
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
    const wanted = getCovered(driver, subject, shortest);
    const shown = getCovered(driver, subject, paths);
    expect(wanted.states.size).toBeGreaterThan(2);
    expect([...wanted.states].filter((state) => !shown.states.has(state))).toEqual([]);
    if (!driver.statesOnly) expect([...wanted.edges].filter((edge) => !shown.edges.has(edge))).toEqual([]);
  });

  test("are fewer than the shortest paths, and none is long", () => {
    expect(paths.length).toBeLessThan(shortest.length / 2);
    expect(Math.max(...paths.map(({ steps }) => steps.length))).toBeLessThan(30);
  });
});
