import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");

/**
 * Browser test files in one worker share modules, including `test`. An override outside a `describe` would also apply
 * to the files that run later.
 */
const topLevelOverride = /^\w+\.override\(/m;

it("no browser test file overrides a fixture at the top level", () => {
  const files = globSync("tests/e2e/**/*.test.ts", { cwd: checkout });
  expect(files.length).toBeGreaterThan(50);
  const overriding = files.filter((file) =>
    topLevelOverride.test(readFileSync(path.join(checkout, file), "utf8")),
  );
  expect(overriding).toEqual([]);
});

it("the rule finds an override at the top level but not in a describe", () => {
  expect(topLevelOverride.test('import a from "a";\nbase.override("account", null);\n')).toBe(true);
  expect(topLevelOverride.test('  test.override("account", null);')).toBe(false);
});
