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
     appendFileSync(output + "/builds", "built\\n");
     if (process.env.FAILS) { console.error("no such import"); process.exitCode = 1; }`,
  );
  const count = (output: string) => {
    const builds = path.join(root, output, "builds");
    return existsSync(builds) ? readFileSync(builds, "utf8").trim().split("\n").length : 0;
  };
  return {
    write,
    remove: (file: string) => rmSync(path.join(root, file)),
    /** Runs both builds as a start does; returns how often each has run so far. */
    start: (env: NodeJS.ProcessEnv = {}) => {
      const code =
        'import("./scripts/setup/builds.mjs").then(({ buildConsole, buildServer }) => { buildConsole(); buildServer(); })';
      const { status, stderr } = spawnSync(process.execPath, ["-e", code], {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
      return { console: count("dist"), server: count("bundle"), status, stderr };
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
  expect(start()).toMatchObject(buildCounts);
  expect(start()).toMatchObject(buildCounts);
  for (const [file, target] of sources) {
    write(file, "after");
    if (target !== "server") buildCounts.console += 1;
    if (target !== "console") buildCounts.server += 1;
    expect(start(), file).toMatchObject(buildCounts);
  }
  // As long as before.
  write("src/main.tsx", "later");
  buildCounts.console += 1;
  expect(start()).toMatchObject(buildCounts);
  write("src/ui/added.ts", "new");
  buildCounts.console += 1;
  expect(start()).toMatchObject(buildCounts);
  remove("src/ui/added.ts");
  buildCounts.console += 1;
  expect(start()).toMatchObject(buildCounts);
});

it("a failed build is reported and repeated at the next start", () => {
  using folder = createTemporaryFolder("builds");
  const { write, start } = setupCheckout(folder.path);
  write("src/main.tsx", "before");
  const failed = start({ FAILS: "1" });
  expect(failed).toMatchObject({ console: 1, status: 1 });
  expect(failed.stderr).toContain("The console does not build:\nno such import");
  expect(start()).toMatchObject({ console: 2, status: 0 });
  expect(start()).toMatchObject({ console: 2, status: 0 });
});
