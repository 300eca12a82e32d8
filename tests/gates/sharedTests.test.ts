import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");

/** What a test does to a page or its profile is taken back by what is in `tests/browser`, as both serve other tests. */
const notTakenBack =
  /\.(?:addInitScript|emulateMedia|newCDPSession|exposeFunction|grantPermissions)\(|clock\.install\(/;

/** Files of browser tests share their worker's modules, and with them `test`: what a file overrides outside a
 * `describe` would hold for the files after it too. */
const outsideOfDescribe = /^test\.override\(/m;

const filesOf = (pattern: string) => globSync(pattern, { cwd: checkout });
const textOf = (file: string) => readFileSync(path.join(checkout, file), "utf8");

it("no file of browser tests overrides a fixture for the files after it", () => {
  const files = filesOf("tests/e2e/**/*.test.ts");
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => outsideOfDescribe.test(textOf(file)))).toEqual([]);
});

it("no file that only looks goes past its pages to the server that it shares", () => {
  const files = filesOf("tests/e2e/**/*.test.ts").filter((file) => textOf(file).includes('extend("looking"'));
  expect(files.length).toBeGreaterThan(20);
  const past = /\bsignedIn\(|\bserver\.(?:stop|pid)\b|\.request\.(?:post|put|delete|fetch)\(/;
  expect(files.filter((file) => past.test(textOf(file)))).toEqual([]);
});

it("no browser test does to its page what is not taken back after it", () => {
  const files = filesOf("tests/e2e/**/*.ts");
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => notTakenBack.test(textOf(file)))).toEqual([]);
});
