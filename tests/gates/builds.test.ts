import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");

/** A fake checkout, whose builds only append a line to a file on each run. */
function setupCheckout(root: string) {
  cpSync(setup, path.join(root, "scripts/setup"), { recursive: true });
  const write = (file: string, text: string) => {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  write(
    "node_modules/vite/bin/vite.js",
    `const { appendFileSync, mkdirSync } = require("node:fs");
     const output = process.argv[4] === "vite.config.ts" ? "dist" : "bundle";
     mkdirSync(output, { recursive: true });
     appendFileSync(output + "/builds", "built\\n");`,
  );
  const count = (output: string) => {
    const builds = path.join(root, output, "builds");
    return existsSync(builds) ? readFileSync(builds, "utf8").trim().split("\n").length : 0;
  };
  return {
    write,
    remove: (file: string) => rmSync(path.join(root, file)),
    /** Runs both builds as a start does; returns how often each has run so far. */
    start: () => {
      const code =
        'import("./scripts/setup/builds.mjs").then(({ buildConsole, buildServer }) => { buildConsole(); buildServer(); })';
      spawnSync(process.execPath, ["-e", code], { cwd: root });
      return { console: count("dist"), server: count("bundle") };
    },
  };
}

// Written by hand: a source of each kind, and which build its change triggers.
const sources = [
  ["src/main.tsx", "console"],
  ["public/logo.svg", "console"],
  ["docs/device-api.md", "console"],
  ["index.html", "console"],
  ["vite.config.ts", "console"],
  ["server/main.ts", "server"],
  ["server/db/migrations/0001_first.sql", "server"],
  ["adapters/contract/order.ts", "both"],
  ["machines/list.machine.ts", "both"],
  ["build/splash.ts", "both"],
  ["package-lock.json", "both"],
] as const;

it("console and server are rebuilt only if one of their sources was changed, added or removed", () => {
  using folder = createTemporaryFolder("builds");
  const { write, remove, start } = setupCheckout(folder.path);
  for (const [file] of sources) write(file, "before");
  const buildCounts = { console: 1, server: 1 };
  expect(start()).toEqual(buildCounts);
  expect(start()).toEqual(buildCounts);
  for (const [file, target] of sources) {
    write(file, "after");
    if (target !== "server") buildCounts.console += 1;
    if (target !== "console") buildCounts.server += 1;
    expect(start(), file).toEqual(buildCounts);
  }
  // As long as before.
  write("src/main.tsx", "later");
  buildCounts.console += 1;
  expect(start()).toEqual(buildCounts);
  write("src/ui/added.ts", "new");
  buildCounts.console += 1;
  expect(start()).toEqual(buildCounts);
  remove("src/ui/added.ts");
  buildCounts.console += 1;
  expect(start()).toEqual(buildCounts);
});
