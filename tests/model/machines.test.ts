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

// What the card names, and every other.
test("every machine file is tried here (R-281, R-283 to R-286)", () => {
  const files = readdirSync(new URL("../../machines", import.meta.url))
    .filter((name) => name.endsWith(".machine.ts"))
    .map((name) => name.replace(".machine.ts", ""));
  const tried = machineSuites.map(({ machine }) => machine);
  expect(tried.sort()).toEqual(files.sort());
  const named = ["session", "idle", "socket", "passwordWarning", "list", "edit", "exporting"];
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
        test("in every state, every event moves as expected or changes nothing", async () => {
          expect(await runEveryEvent(subject, paths, coverage)).toBeNull();
        });
        test(`1,000 random walks keep to the expectation (seed ${seed})`, async () => {
          expect(await runRandomWalks(subject, { runs: 1_000, seed, coverage })).toBeNull();
        }, 120_000);
      });
    }
    test("every state and every transition was taken, and every line of the expectation was used", () => {
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
      // The settings of one machine share a table: a line counts as used where any of them used it.
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
