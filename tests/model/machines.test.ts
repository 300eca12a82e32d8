import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getStateNodes, getTransitions, transitionKey } from "../../machines/graph/xstateInternals.ts";
import { createCoverage } from "./createMachineRun.ts";
import type { Subject } from "./defineSubject.ts";
import {
  describePath,
  findShortestPaths,
  type Path,
  pathsToNewLeaves,
  shortestPathPerState,
} from "./findShortestPaths.ts";
import { machineSuites } from "./machineSuites.ts";
import { runRandomWalks } from "./runRandomWalks.ts";
import { runEveryEvent, runPath } from "./runSteps.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

const seed = 20_261_120;
/**
 * A machine with more events in states than this gets them daily in the states of each region, not in all combinations,
 * and one path to each state.
 */
const maxDailyEvents = 2_000;

test("every machine file has a suite (R-281, R-283 to R-286)", () => {
  const files = readdirSync(new URL("../../machines", import.meta.url))
    .filter((name) => name.endsWith(".machine.ts"))
    .map((name) => name.replace(".machine.ts", ""));
  const tried = machineSuites.map(({ machine }) => machine);
  expect(tried.sort()).toEqual(files.sort());
  const named = ["session", "idle", "socket", "passwordWarning", "list", "edit", "export"];
  expect(tried).toEqual(expect.arrayContaining(named));
});

const isLarge = (subject: Subject, paths: readonly Path[]) =>
  shortestPathPerState(paths).length * subject.stimuli.length > maxDailyEvents;

for (const { machine: name, subjects } of machineSuites) {
  describe(name, () => {
    const coverage = createCoverage();
    const all = subjects.map((subject) => ({ subject, paths: findShortestPaths(subject) }));
    const forLarge = all.some(({ subject, paths }) => isLarge(subject, paths)) ? ["full"] : [];
    for (const { subject, paths } of all) {
      describe(subject.name, () => {
        const daily = new Set(isLarge(subject, paths) ? shortestPathPerState(paths) : paths);
        paths.forEach((path, number) => {
          test(`${number}: ${describePath(path)}`, { tags: daily.has(path) ? [] : ["full"] }, async () => {
            expect(await runPath(subject, path, coverage)).toBeNull();
          });
        });
        // Of a machine that is not large, the next test does more than this one.
        test("every event in each state of each region has the expected result or none", async () => {
          expect(await runEveryEvent(subject, pathsToNewLeaves(paths), coverage)).toBeNull();
        });
        test("every event in every state has the expected result or none", { tags: forLarge }, async () => {
          expect(await runEveryEvent(subject, paths, coverage)).toBeNull();
        });
        test(`100 random walks match the expectation (seed ${seed})`, async () => {
          expect(await runRandomWalks(subject, { runs: 100, seed, coverage })).toBeNull();
        });
        const tried = { tags: "full", timeout: 120_000 };
        test(`1,000 random walks match the expectation (seed ${seed})`, tried, async () => {
          expect(await runRandomWalks(subject, { runs: 1_000, seed, coverage })).toBeNull();
        });
      });
    }
    // Some are reached by the long walks only.
    test("all states, transitions and rules of the expectation are covered", { tags: "full" }, () => {
      const { machine } = subjects[0].build(createTestEnvironment());
      expect(
        getStateNodes(machine)
          .map(({ id }) => id)
          .filter((id) => !coverage.states.has(id)),
      ).toEqual([]);
      expect(
        getStateNodes(machine)
          .flatMap(getTransitions)
          .map(transitionKey)
          .filter((key) => !coverage.transitions.has(key)),
      ).toEqual([]);
      // The subjects of one machine share a table: a rule counts as used if any of them used it.
      const tables = subjects.map(({ expectation }) =>
        Object.values(expectation.regions).flatMap(({ rules }) => rules),
      );
      const unused = (tables[0] ?? []).filter(
        (_, line) => !tables.some((table) => table[line] && coverage.rules.has(table[line])),
      );
      expect(unused.map(({ from, on }) => ({ from, on }))).toEqual([]);
    });
  });
}
