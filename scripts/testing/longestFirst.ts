import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../setup/root.mjs";

/** Files that are small and take long: begun last, each would run alone while the other worker has nothing left. */
const longest = [
  "tests/model/listPages.test.ts",
  "tests/fault/killUnderWrites.test.ts",
  "tests/fault/cleanClone.test.ts",
  "tests/e2e/model/paths.test.ts",
  "tests/e2e/routes.test.ts",
  "tests/e2e/map/liveFaults.test.ts",
  "tests/e2e/consoleCode.test.ts",
  "tests/e2e/shell/pageFaults.test.ts",
];

const rank = ({ moduleId }: TestSpecification) => {
  const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return known === -1 ? longest.length : known;
};

const byRank = (one: TestSpecification, other: TestSpecification) => rank(one) - rank(other);

/** The order of vitest itself, which goes by the size of a file on a clean checkout, but for the files named here. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longest.filter((name) => !existsSync(path.join(root, name)));
    if (gone.length > 0) throw new Error(`longestFirst.ts names what is not there: ${gone.join(", ")}`);
    const sorted = await super.sort(files);
    // The files of a project stay together.
    const projects = [...new Set(sorted.toSorted(byRank).map(({ project }) => project))];
    const place = ({ project }: TestSpecification) => projects.indexOf(project);
    return sorted.sort((one, other) => place(one) - place(other) || byRank(one, other));
  }
}
