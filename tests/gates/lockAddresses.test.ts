import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { withAddresses, withoutAddresses } from "../../scripts/setup/lockAddresses.mjs";

const committed = readFileSync(path.resolve(import.meta.dirname, "../../package-lock.json"));

/** A lock with these packages, as npm writes one. */
const lockOf = (packages: Readonly<Record<string, object>>) =>
  Buffer.from(`${JSON.stringify({ name: "a", lockfileVersion: 3, packages }, null, 2)}\n`);

it("every package of the committed lock gets an address for an installation, and loses it again", () => {
  const addressed = withAddresses(committed);
  const count = (lock: Buffer, part: string) => lock.toString().split(part).length - 1;
  expect(count(committed, '"resolved":')).toBe(0);
  expect(count(addressed, '"resolved": "https://registry.npmjs.org/')).toBe(count(committed, '"integrity":'));
  expect(withoutAddresses(addressed).equals(committed)).toBe(true);
  expect(withoutAddresses(committed)).toBe(committed);
});

it("an address is the package's own: under a scope, inside another package, by another name", () => {
  const [version, integrity] = ["1.2.3", "sha512-x"];
  const lock = lockOf({
    "": { name: "a" },
    "node_modules/@scope/one": { version, integrity },
    "node_modules/@scope/one/node_modules/two": { version, integrity },
    "node_modules/three": { name: "other", version, integrity },
    "node_modules/four": { version, integrity, resolved: "https://example.com/four.tgz" },
    "node_modules/five": { link: true, resolved: "packages/five" },
  });
  const addressed = withAddresses(lock);
  expect([...addressed.toString().matchAll(/"resolved": "(.*)"/g)].map(([, address]) => address)).toEqual([
    "https://registry.npmjs.org/@scope/one/-/one-1.2.3.tgz",
    "https://registry.npmjs.org/two/-/two-1.2.3.tgz",
    "https://registry.npmjs.org/other/-/other-1.2.3.tgz",
    "https://example.com/four.tgz",
    "packages/five",
  ]);
  expect(withoutAddresses(addressed).equals(lock)).toBe(true);
});
