import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseExport } from "../../build/pageMeta.ts";
import type { PageHelp } from "../../src/pageApi/pageHelp.ts";

const project = path.resolve(import.meta.dirname, "../..");
const pages = globSync("src/pages/**/*.page.tsx", { cwd: project });

test("every page says in about ten lines what it is for and how, in sentences that fit a line", () => {
  expect(pages.length).toBeGreaterThan(25);
  for (const page of pages) {
    const code = readFileSync(path.join(project, page), "utf8");
    // Cast: the compiler checks the page's own export.
    const help = parseExport(page, code, "help") as unknown as PageHelp;
    const lines = [help.purpose, ...help.lines];
    expect([page, lines.length >= 8 && lines.length <= 12, new Set(lines).size]).toEqual([
      page,
      true,
      lines.length,
    ]);
    expect([page, lines.filter((line) => !/^[^\n]{8,60}。$/.test(line))]).toEqual([page, []]);
  }
});
