import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../running/temporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");
const committed = `${JSON.stringify(
  { packages: { "node_modules/one": { version: "1.0.0", integrity: "sha512-x" } } },
  null,
  2,
)}\n`;

/** A checkout of its own with an npm in it that does what the test says; `calls` holds a line for each time it ran. */
function checkout(at: string, npm: string) {
  cpSync(setup, path.join(at, "scripts/setup"), { recursive: true });
  mkdirSync(path.join(at, "node_modules"));
  writeFileSync(path.join(at, "package-lock.json"), committed);
  const fake = path.join(at, "npm");
  const head = [`#!${process.execPath}`, 'const { appendFileSync, readFileSync } = require("node:fs");'];
  const addressed = 'const addressed = readFileSync("package-lock.json", "utf8").includes("https://");';
  const note = 'const note = (text) => appendFileSync("calls", text + "\\n");';
  writeFileSync(fake, [...head, addressed, note, npm].join("\n"));
  chmodSync(fake, 0o755);
  const read = (file: string) => readFileSync(path.join(at, file), "utf8");
  return {
    calls: () => (existsSync(path.join(at, "calls")) ? read("calls").trim().split("\n") : []),
    lock: () => read("package-lock.json"),
    installed: () => existsSync(path.join(at, "node_modules/.installed")),
    install: () => {
      const code = 'import("./scripts/setup/install.mjs").then(({ install }) => install())';
      const env = { PATH: `${at}:${path.dirname(process.execPath)}` };
      // A group of its own, as at a terminal, whose Ctrl+C reaches all of it.
      const child = spawn(process.execPath, ["-e", code], { cwd: at, env, detached: true });
      const ended = new Promise<number | null>((told) => child.on("close", told));
      return { ended, interrupt: () => process.kill(-(child.pid ?? 0), "SIGINT") };
    },
  };
}

it("npm is given the addresses, the lock is as it was afterwards, and nothing is done twice", async () => {
  using folder = temporaryFolder("install");
  const { install, calls, lock, installed } = checkout(folder.at, "note(`addressed ${addressed}`);");
  expect(await install().ended).toBe(0);
  expect(await install().ended).toBe(0);
  expect({ calls: calls(), lock: lock(), installed: installed() }).toEqual({
    calls: ["addressed true"],
    lock: committed,
    installed: true,
  });
});

it("a registry with addresses of its own is asked for them", async () => {
  using folder = temporaryFolder("install");
  const fails = "note(`addressed ${addressed}`); process.exitCode = addressed ? 1 : 0;";
  const { install, calls, lock, installed } = checkout(folder.at, fails);
  expect(await install().ended).toBe(0);
  expect({ calls: calls(), lock: lock(), installed: installed() }).toEqual({
    calls: ["addressed true", "addressed false"],
    lock: committed,
    installed: true,
  });
});

it("Ctrl+C ends it when npm has taken back what it had begun, not before", async () => {
  using folder = temporaryFolder("install");
  const slow = [
    'process.on("SIGINT", () => setTimeout(() => { note("taken back"); process.exit(1); }, 300));',
    'note("begun"); setInterval(() => undefined, 1_000);',
  ].join("\n");
  const { install, calls, lock, installed } = checkout(folder.at, slow);
  const { ended, interrupt } = install();
  await expect.poll(calls).toEqual(["begun"]);
  interrupt();
  expect(await ended).toBe(1);
  expect({ calls: calls(), lock: lock(), installed: installed() }).toEqual({
    calls: ["begun", "taken back"],
    lock: committed,
    installed: false,
  });
});
