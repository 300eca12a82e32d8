import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");

/** A checkout with an npm that notes its arguments in `calls` and fails while a file `offline` is there. */
function checkout(at: string) {
  cpSync(setup, path.join(at, "scripts/setup"), { recursive: true });
  mkdirSync(path.join(at, "node_modules"));
  const write = (file: string, text: string) => writeFileSync(path.join(at, file), text);
  write("package-lock.json", '{ "packages": {} }');
  write(
    "npm",
    `#!${process.execPath}
const { appendFileSync, existsSync } = require("node:fs");
appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
if (existsSync("offline")) { console.error("no such host"); process.exitCode = 1; }`,
  );
  chmodSync(path.join(at, "npm"), 0o755);
  const calls = path.join(at, "calls");
  return {
    write,
    calls: () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []),
    install: () => {
      const code = 'import("./scripts/setup/install.mjs").then(({ install }) => install())';
      const env = { PATH: `${at}:${path.dirname(process.execPath)}` };
      return spawnSync(process.execPath, ["-e", code], { cwd: at, env, encoding: "utf8" });
    },
  };
}

it("npm installs once for each lock, and saves nothing", () => {
  using folder = createTemporaryFolder("install");
  const { write, calls, install } = checkout(folder.at);
  expect(install().status).toBe(0);
  expect(install().status).toBe(0);
  expect(calls()).toEqual([
    "install --no-save --ignore-scripts --include=dev --include=optional --loglevel=error",
  ]);
  write("package-lock.json", '{ "packages": { "node_modules/one": { "version": "1.0.1" } } }');
  expect(install().status).toBe(0);
  expect(calls()).toHaveLength(2);
});

it("A failed installation is reported in npm's words, and tried again", () => {
  using folder = createTemporaryFolder("install");
  const { write, calls, install } = checkout(folder.at);
  expect(install().status).toBe(0);
  write("package-lock.json", '{ "packages": { "node_modules/one": {} } }');
  write("offline", "");
  const failed = install();
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain("npm install failed:\nno such host");
  // The lock of before again: what npm left half done does not count as installed.
  write("package-lock.json", '{ "packages": {} }');
  expect(install().status).toBe(1);
  expect(calls()).toHaveLength(3);
});
