import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");

/** A fake checkout; its npm writes its arguments to `calls` and fails while a file `offline` exists. */
function setupCheckout(root: string) {
  cpSync(setup, path.join(root, "scripts/setup"), { recursive: true });
  mkdirSync(path.join(root, "node_modules"));
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  write("package-lock.json", '{ "packages": {} }');
  write(
    "npm",
    `#!${process.execPath}
const { appendFileSync, existsSync } = require("node:fs");
appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
if (existsSync("offline")) { console.error("no such host"); process.exitCode = 1; }`,
  );
  chmodSync(path.join(root, "npm"), 0o755);
  const callsFile = path.join(root, "calls");
  return {
    write,
    readCalls: () => (existsSync(callsFile) ? readFileSync(callsFile, "utf8").trim().split("\n") : []),
    install: () => {
      const code = 'import("./scripts/setup/install.mjs").then(({ install }) => install())';
      const env = { PATH: `${root}:${path.dirname(process.execPath)}` };
      return spawnSync(process.execPath, ["-e", code], { cwd: root, env, encoding: "utf8" });
    },
  };
}

it("npm installs once for each lock file, and changes no file", () => {
  using folder = createTemporaryFolder("install");
  const { write, readCalls, install } = setupCheckout(folder.path);
  expect(install().status).toBe(0);
  expect(install().status).toBe(0);
  expect(readCalls()).toEqual([
    "install --no-save --ignore-scripts --include=dev --include=optional --loglevel=error",
  ]);
  write("package-lock.json", '{ "packages": { "node_modules/one": { "version": "1.0.1" } } }');
  expect(install().status).toBe(0);
  expect(readCalls()).toHaveLength(2);
});

it("a failed installation is reported with npm's message, and repeated", () => {
  using folder = createTemporaryFolder("install");
  const { write, readCalls, install } = setupCheckout(folder.path);
  expect(install().status).toBe(0);
  write("package-lock.json", '{ "packages": { "node_modules/one": {} } }');
  write("offline", "");
  const failed = install();
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain("npm install failed:\nno such host");
  // The old lock file again: a half-finished installation does not count as installed.
  write("package-lock.json", '{ "packages": {} }');
  expect(install().status).toBe(1);
  expect(readCalls()).toHaveLength(3);
});
