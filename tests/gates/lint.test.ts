import { spawnSync } from "node:child_process";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { boundaryViolations } from "./plantedBoundaries.ts";
import { violations as lintViolations } from "./plantedLint.ts";
import { plantedTree } from "./plantedTree.ts";

const report = z.object({
  diagnostics: z.array(z.object({ message: z.string(), help: z.optional(z.string()), filename: z.string() })),
});
const violations = [...lintViolations, ...boundaryViolations];
const blameless = "server/blameless.ts";
const found = new Map<string, string[]>();

beforeAll(() => {
  using tree = plantedTree([".oxlintrc.json", "scripts/lint", "tsconfig.base.json"]);
  tree.write(
    "tsconfig.json",
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "lib": ["ES2024", "DOM"] } }',
  );
  for (const { file, text } of violations) tree.write(file, text);
  tree.write(blameless, "/** Gives one. */\nexport const one = (): number => 1;\n");
  const oxlint = path.join(tree.root, "../node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], {
    cwd: tree.root,
    encoding: "utf8",
  });
  for (const { filename, message, help = "" } of report.parse(JSON.parse(stdout)).diagnostics) {
    found.set(filename, [...(found.get(filename) ?? []), `${message} ${help}`]);
  }
});

describe("the linter", () => {
  // no request, socket or storage but in the adapters.
  it.each(violations)("finds $fault", ({ file, says }) => {
    expect(found.get(file)?.join("\n")).toMatch(says);
  });

  it("leaves blameless code alone", () => {
    expect(found.get(blameless)).toBeUndefined();
  });
});
