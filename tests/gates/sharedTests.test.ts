import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");

/** Files of browser tests share their worker's modules, and with them `test`: what a file overrides outside a
 * `describe` would hold for the files after it too. */
const outsideOfDescribe = /^test\.override\(/m;

it("no file of browser tests overrides a fixture for the files after it", () => {
  const files = globSync("tests/e2e/**/*.test.ts", { cwd: checkout });
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((file) =>
    outsideOfDescribe.test(readFileSync(path.join(checkout, file), "utf8")),
  );
  expect(found).toEqual([]);
});
