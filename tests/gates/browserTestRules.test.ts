import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");

/**
 * Files of browser tests share their worker's modules, and with them `test`: what a file overrides outside a
 * `describe` would hold for the files after it too.
 */
const topLevelOverride = /^\w+\.override\(/m;

it("no file of browser tests overrides a fixture for the files after it", () => {
  const files = globSync("tests/e2e/**/*.test.ts", { cwd: checkout });
  expect(files.length).toBeGreaterThan(50);
  const overriding = files.filter((file) =>
    topLevelOverride.test(readFileSync(path.join(checkout, file), "utf8")),
  );
  expect(overriding).toEqual([]);
});

it("the rule finds an override at the top level, and none within a describe", () => {
  expect(topLevelOverride.test('import a from "a";\nbase.override("account", null);\n')).toBe(true);
  expect(topLevelOverride.test('  test.override("account", null);')).toBe(false);
});
