import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");
const isPending = (file: string) =>
  readFileSync(path.join(checkout, file), "utf8").includes("<ComingSoonPage");

/** Placeholder pages: they have a route, a title and a menu item. Remove a page here once it is built. */
const plannedPages = [
  { later: "R-021", issue: 18, file: "src/pages/page/directive.page.tsx" },
  { later: "R-032", issue: 19, file: "src/pages/statistics/echarts.page.tsx" },
  { later: "R-033", issue: 19, file: "src/pages/statistics/page7.page.tsx" },
];

describe("the placeholder pages", () => {
  test.each(plannedPages)("include $file until issue $issue", ({ file }) => {
    expect(isPending(file)).toBe(true);
  });

  test("are only these", () => {
    const pending = globSync("src/pages/**/*.page.tsx", { cwd: checkout }).filter(isPending);
    expect(pending.sort()).toEqual(plannedPages.map(({ file }) => file).sort());
  });
});
