import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nodesOf, transitionKey, transitionsOf } from "../../machines/graph/seam.ts";
import { describePath, pathsOf } from "./paths.ts";
import { runEveryEvent, runPath } from "./run.ts";
import { newCoverage } from "./stage.ts";
import { trials } from "./subjects.ts";
import { runWalks } from "./walks.ts";
import { createWorld } from "./world.ts";

const seed = 20_261_120;

// What the card names, and every other.
test("every machine file is tried here (R-281, R-283 to R-286)", () => {
  const files = readdirSync(new URL("../../machines", import.meta.url))
    .filter((name) => name.endsWith(".machine.ts"))
    .map((name) => name.replace(".machine.ts", ""));
  const tried = trials.map(({ machine }) => machine);
  expect(tried.sort()).toEqual(files.sort());
  const named = ["session", "idle", "socket", "passwordWarning", "list", "edit", "exporting"];
  expect(tried).toEqual(expect.arrayContaining(named));
});

for (const { machine: name, subjects } of trials) {
  describe(name, () => {
    const coverage = newCoverage();
    for (const subject of subjects) {
      const paths = pathsOf(subject);
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
          expect(await runWalks(subject, { runs: 1_000, seed, coverage })).toBeNull();
        }, 120_000);
      });
    }
    test("every state and every transition was taken, and every line of the expectation was used", () => {
      const { machine } = subjects[0].build(createWorld());
      expect(
        nodesOf(machine)
          .map(({ id }) => id)
          .filter((id) => !coverage.states.has(id)),
      ).toEqual([]);
      expect(
        nodesOf(machine)
          .flatMap(transitionsOf)
          .map(transitionKey)
          .filter((key) => !coverage.transitions.has(key)),
      ).toEqual([]);
      // The settings of one machine share a table: a line counts as used where any of them used it.
      const tables = subjects.map(({ expectation }) =>
        Object.values(expectation.regions).flatMap(({ moves }) => moves),
      );
      const unused = (tables[0] ?? []).filter(
        (_, line) => !tables.some((table) => table[line] && coverage.moves.has(table[line])),
      );
      expect(unused.map(({ from, on }) => ({ from, on }))).toEqual([]);
    });
  });
}
