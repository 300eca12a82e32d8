import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { PageHelp } from "../../src/pageApi/pageHelp.ts";

const project = path.resolve(import.meta.dirname, "../..");
const pages = globSync("src/pages/**/*.page.tsx", { cwd: project });

test("every page says in about ten lines what it is for and how, in sentences that fit a line", async () => {
  expect(pages.length).toBeGreaterThan(25);
  for (const page of pages) {
    const file = path.join(project, page.replace(/\.page\.tsx$/, ".help.ts"));
    const { help } = (await import(file)) as { help: PageHelp };
    const lines = [help.purpose, ...help.lines];
    expect([page, lines.length >= 8 && lines.length <= 12, new Set(lines).size]).toEqual([
      page,
      true,
      lines.length,
    ]);
    expect([page, lines.filter((line) => !/^[^\n]{8,60}。$/.test(line))]).toEqual([page, []]);
  }
});
