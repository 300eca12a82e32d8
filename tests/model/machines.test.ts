import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getStateNodes, getTransitions, transitionKey } from "../../machines/graph/xstateInternals.ts";
import { createCoverage } from "./createMachineRun.ts";
import { describePath, findShortestPaths } from "./findShortestPaths.ts";
import { machineSuites } from "./machineSuites.ts";
import { runRandomWalks } from "./runRandomWalks.ts";
import { runEveryEvent, runPath } from "./runSteps.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

const seed = 20_261_120;

test("every machine file has a suite (R-281, R-283 to R-286)", () => {
  const files = readdirSync(new URL("../../machines", import.meta.url))
    .filter((name) => name.endsWith(".machine.ts"))
    .map((name) => name.replace(".machine.ts", ""));
  const tried = machineSuites.map(({ machine }) => machine);
  expect(tried.sort()).toEqual(files.sort());
  const named = ["session", "idle", "socket", "passwordWarning", "list", "edit", "export"];
  expect(tried).toEqual(expect.arrayContaining(named));
});

for (const { machine: name, subjects } of machineSuites) {
  describe(name, () => {
    const coverage = createCoverage();
    for (const subject of subjects) {
      const paths = findShortestPaths(subject);
      describe(subject.name, () => {
        paths.forEach((path, number) => {
          test(`${number}: ${describePath(path)}`, async () => {
            expect(await runPath(subject, path, coverage)).toBeNull();
          });
        });
        test("every event in every state has the expected result or none", async () => {
          expect(await runEveryEvent(subject, paths, coverage)).toBeNull();
        });
        test(`1,000 random walks match the expectation (seed ${seed})`, async () => {
          expect(await runRandomWalks(subject, { runs: 1_000, seed, coverage })).toBeNull();
        }, 120_000);
      });
    }
    test("all states, transitions and rules of the expectation are covered", () => {
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
