import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { missingPackages } from "../../scripts/setup/missingPackages.mjs";
import { temporaryFolder } from "../running/temporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");
const one = { version: "1.0.0", integrity: "sha512-x" };
const lockOf = (packages: object) => `${JSON.stringify({ packages }, null, 2)}\n`;
const committed = lockOf({ "node_modules/one": one });
const marker = "node_modules/.installed";

/** What every npm of these tests can do. */
const head = [
  `#!${process.execPath}`,
  'const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");',
  'const lock = readFileSync("package-lock.json", "utf8");',
  'const addressed = lock.includes("https://");',
  'const note = (text) => appendFileSync("calls", text + "\\n");',
  "const unpack = (place) => {",
  "  mkdirSync(place, { recursive: true });",
  '  writeFileSync(place + "/package.json", "{}");',
  "};",
];

/** An npm that goes on until it is stopped, or its folder is gone with the test. */
const endless = (onStop: string) =>
  `${onStop}; note("begun"); setInterval(() => readFileSync("calls"), 100);`;

/** A checkout of its own with an npm in it that does what the test says; `calls` holds a line for each time it ran. */
function checkout(at: string, npm: string, lock = committed) {
  cpSync(setup, path.join(at, "scripts/setup"), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(at, file), text);
  const read = (file: string) => readFileSync(path.join(at, file), "utf8");
  write("package-lock.json", lock);
  write("npm", [...head, npm].join("\n"));
  chmodSync(path.join(at, "npm"), 0o755);
  const calls = () => (existsSync(path.join(at, "calls")) ? read("calls").trim().split("\n") : []);
  return {
    calls,
    write,
    /** What an installation leaves behind. */
    left: () => ({ calls: calls(), lock: read("package-lock.json"), installed: read(marker) !== "" }),
    install: () => {
      const code = 'import("./scripts/setup/install.mjs").then(({ install }) => install())';
      const env = { PATH: `${at}:${path.dirname(process.execPath)}` };
      // A group of its own, as at a terminal, whose Ctrl+C reaches all of it.
      const child = spawn(process.execPath, ["-e", code], { cwd: at, env, detached: true });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
      const ended = new Promise<number | null>((told) => child.on("close", told));
      return {
        ended,
        said: () => said,
        signal: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
      };
    },
  };
}

it("npm is given the addresses, the lock is as it was afterwards, and nothing is done twice", async () => {
  using folder = temporaryFolder("install");
  const npm = "note(`addressed ${addressed}`); unpack('node_modules/one');";
  const { install, left } = checkout(folder.at, npm);
  expect(await install().ended).toBe(0);
  expect(await install().ended).toBe(0);
  expect(left()).toEqual({ calls: ["addressed true"], lock: committed, installed: true });
});

it("the lock is written beside its place and moved there whole, each time", async () => {
  using folder = temporaryFolder("install");
  const place = path.join(folder.at, "package-lock.json");
  // A file that is written in place keeps its number; the links keep the numbers from being given again.
  const npm = `require("node:fs").linkSync("package-lock.json", "during"); unpack('node_modules/one');`;
  const { install } = checkout(folder.at, npm);
  linkSync(place, path.join(folder.at, "before"));
  expect(await install().ended).toBe(0);
  const files = ["before", "during", "package-lock.json"].map((name) => path.join(folder.at, name));
  expect(new Set(files.map((file) => statSync(file).ino)).size).toBe(3);
  expect(readFileSync(files[0] ?? "", "utf8")).toBe(committed);
  expect(readFileSync(files[1] ?? "", "utf8")).toContain("https://");
});

it("a registry with addresses of its own is asked for them", async () => {
  using folder = temporaryFolder("install");
  const npm =
    "note(`addressed ${addressed}`); if (addressed) process.exitCode = 1; else unpack('node_modules/one');";
  const { install, left } = checkout(folder.at, npm);
  expect(await install().ended).toBe(0);
  expect(left()).toEqual({
    calls: ["addressed true", "addressed false"],
    lock: committed,
    installed: true,
  });
});

it("what npm could not do in either way is told in its words, and not taken for done", async () => {
  using folder = temporaryFolder("install");
  const { install, left } = checkout(
    folder.at,
    'note("ran"); console.error("no such host"); process.exitCode = 1;',
  );
  const { ended, said } = install();
  expect(await ended).toBe(1);
  expect(said()).toContain("npm install failed:\nno such host");
  expect(left()).toEqual({ calls: ["ran", "ran"], lock: committed, installed: false });
});

it("what npm has taken back is not taken for installed, though somebody else has finished beside it", async () => {
  using folder = temporaryFolder("install");
  const { install, left } = checkout(folder.at, `writeFileSync("${marker}", "whole"); process.exitCode = 1;`);
  expect(await install().ended).toBe(1);
  expect(left()).toMatchObject({ installed: false });
});

it("what was killed midway is not taken for installed, though it was before with an older lock", async () => {
  using folder = temporaryFolder("install");
  const { install, calls, left, write } = checkout(folder.at, endless("undefined"));
  mkdirSync(path.join(folder.at, "node_modules"));
  write(marker, "installed with an older lock");
  const { ended, signal } = install();
  await expect.poll(calls, { timeout: 30_000 }).toEqual(["begun"]);
  signal("SIGKILL");
  expect(await ended).toBeNull();
  expect(left()).toMatchObject({ installed: false });
});

it("a package for this platform that npm has passed over is fetched in the other way, or named", async () => {
  const { platform, arch } = process;
  const ours = { ...one, optional: true, os: [platform], cpu: arch };
  const lock = lockOf({
    "node_modules/one": one,
    "node_modules/ours": ours,
    "node_modules/others": { ...one, optional: true, os: "none" },
    "node_modules/others/node_modules/any": { ...one, optional: true },
    "node_modules/not-here": { ...one, optional: true, os: [`!${platform}`] },
  });
  using healed = temporaryFolder("install");
  const second = "note('ran'); unpack('node_modules/one'); if (!addressed) unpack('node_modules/ours');";
  const first = checkout(healed.at, second, lock);
  expect(await first.install().ended).toBe(0);
  expect(first.left()).toEqual({ calls: ["ran", "ran"], lock, installed: true });

  using lacking = temporaryFolder("install");
  const other = checkout(lacking.at, "unpack('node_modules/one');", lock);
  const { ended, said } = other.install();
  expect(await ended).toBe(1);
  expect(said()).toMatch(/left out packages that this machine needs: node_modules\/ours\./);
  expect(other.left()).toMatchObject({ lock, installed: false });
});

it("this checkout has all that its lock says for this platform", () => {
  const root = path.resolve(setup, "../..");
  const lock = readFileSync(path.join(root, "package-lock.json"));
  expect(missingPackages(root, lock)).toEqual([]);
  using empty = temporaryFolder("install");
  expect(missingPackages(empty.at, lock)).toContain("node_modules/react");
});

it("a lock that says other than package.json is put back, and said", async () => {
  using folder = temporaryFolder("install");
  const npm = 'note("ran"); writeFileSync("package-lock.json", lock.replace("1.0.0", "1.0.1"));';
  const { install, left } = checkout(folder.at, npm);
  const { ended, said } = install();
  expect(await ended).toBe(1);
  expect(said()).toContain("package.json and package-lock.json do not belong together");
  expect(left()).toEqual({ calls: ["ran"], lock: committed, installed: false });
});

it("a lock that an installation was killed with is as it was committed after the next", async () => {
  using folder = temporaryFolder("install");
  const { install, left, write } = checkout(folder.at, "unpack('node_modules/one');");
  const resolved = "https://registry.npmjs.org/one/-/one-1.0.0.tgz";
  write("package-lock.json", lockOf({ "node_modules/one": { ...one, resolved } }));
  expect(await install().ended).toBe(0);
  expect(left()).toMatchObject({ lock: committed, installed: true });
});

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s, however often, ends it when npm has taken back what it had begun, not before",
  async (name) => {
    using folder = temporaryFolder("install");
    const takingBack = `process.once("${name}", () => setTimeout(() => { note("taken back"); process.exit(1); }, 300))`;
    const { install, calls, left } = checkout(folder.at, endless(takingBack));
    const { ended, signal, said } = install();
    await expect.poll(calls, { timeout: 30_000 }).toEqual(["begun"]);
    signal(name);
    await expect.poll(said, { timeout: 30_000 }).toContain("Stopping");
    signal(name);
    expect(await ended).toBe(1);
    expect(left()).toEqual({ calls: ["begun", "taken back"], lock: committed, installed: false });
  },
);
