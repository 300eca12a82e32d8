import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../setup/root.mjs";

/** Small files with long tests: started last, they would run while the other worker is idle. */
const longestFiles = [
  "tests/model/machines.test.ts",
  "tests/model/listPages.test.ts",
  "tests/fault/killUnderWrites.test.ts",
  "tests/fault/cleanClone.test.ts",
  "tests/e2e/wall/wall.test.ts",
  "tests/e2e/lists/listPermissions.test.ts",
  "tests/e2e/model/paths.test.ts",
  "tests/e2e/routes.test.ts",
  "tests/e2e/orders/orderJourney.test.ts",
  "tests/e2e/admin/exportCentre.test.ts",
  "tests/e2e/map/liveErrors.test.ts",
  "tests/e2e/codeLoading.test.ts",
  "tests/e2e/shell/pageErrors.test.ts",
];

const getRank = ({ moduleId }: TestSpecification) => {
  const known = longestFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
  return known === -1 ? longestFiles.length : known;
};

const compareRank = (a: TestSpecification, b: TestSpecification) => getRank(a) - getRank(b);

/** Runs the files above first, then follows vitest's own order (by file size on a clean checkout). */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longestFiles.filter((name) => !existsSync(path.join(root, name)));
    if (gone.length > 0) throw new Error(`longestFirst.ts names missing files: ${gone.join(", ")}`);
    const sorted = await super.sort(files);
    // Keeps the files of a project together.
    const projects = [...new Set(sorted.toSorted(compareRank).map(({ project }) => project))];
    const place = ({ project }: TestSpecification) => projects.indexOf(project);
    return sorted.sort((a, b) => place(a) - place(b) || compareRank(a, b));
  }
}
