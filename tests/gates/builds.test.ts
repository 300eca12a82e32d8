import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");

/** A checkout of its own, whose builds write nothing but a line for each time they ran. */
function checkout(at: string) {
  cpSync(setup, path.join(at, "scripts/setup"), { recursive: true });
  const write = (file: string, text: string) => {
    const place = path.join(at, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
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
    const builds = path.join(at, output, "builds");
    return existsSync(builds) ? readFileSync(builds, "utf8").trim().split("\n").length : 0;
  };
  return {
    write,
    remove: (file: string) => rmSync(path.join(at, file)),
    /** How often both have been built after another start. */
    start: (env: NodeJS.ProcessEnv = {}) => {
      const code =
        'import("./scripts/setup/builds.mjs").then(({ buildConsole, buildServer }) => { buildConsole(); buildServer(); })';
      const done = spawnSync(process.execPath, ["-e", code], {
        cwd: at,
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
      return { console: count("dist"), server: count("bundle"), status: done.status, stderr: done.stderr };
    },
  };
}

// Written by hand: everything that console and server are made of, and what its change builds anew.
const sources = [
  ["src/main.tsx", "console"],
  ["public/logo.svg", "console"],
  ["index.html", "console"],
  ["vite.config.ts", "console"],
  ["server/main.ts", "server"],
  ["server/db/migrations/0001_first.sql", "server"],
  ["adapters/contract/order.ts", "both"],
  ["machines/list.machine.ts", "both"],
  ["build/splash.ts", "both"],
  ["package-lock.json", "both"],
] as const;

it("Console and server are built anew where one of their sources has changed, come or gone, and only then", () => {
  using folder = createTemporaryFolder("builds");
  const { write, remove, start } = checkout(folder.at);
  for (const [file] of sources) write(file, "before");
  const built = { console: 1, server: 1 };
  expect(start()).toMatchObject(built);
  expect(start()).toMatchObject(built);
  for (const [file, of] of sources) {
    write(file, "after");
    if (of !== "server") built.console += 1;
    if (of !== "console") built.server += 1;
    expect(start(), file).toMatchObject(built);
  }
  write("src/ui/added.ts", "new");
  built.console += 1;
  expect(start()).toMatchObject(built);
  remove("src/ui/added.ts");
  built.console += 1;
  expect(start()).toMatchObject(built);
});

it("A build that fails is reported, and tried again at the next start", () => {
  using folder = createTemporaryFolder("builds");
  const { write, start } = checkout(folder.at);
  write("src/main.tsx", "before");
  const failed = start({ FAILS: "1" });
  expect(failed).toMatchObject({ console: 1, status: 1 });
  expect(failed.stderr).toContain("The console does not build:\nno such import");
  expect(start()).toMatchObject({ console: 2, status: 0 });
  expect(start()).toMatchObject({ console: 2, status: 0 });
});
