import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../running/temporaryFolder.ts";

const setup = path.resolve(import.meta.dirname, "../../scripts/setup");

/** A checkout of its own, whose build writes nothing but a line for each time it ran. */
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
     mkdirSync("dist", { recursive: true });
     appendFileSync("dist/builds", process.argv.slice(2).join(" ") + "\\n");
     if (process.env.FAILS) { console.error("no such import"); process.exitCode = 1; }`,
  );
  const builds = path.join(at, "dist/builds");
  return {
    write,
    remove: (file: string) => rmSync(path.join(at, file)),
    /** How often it has been built after another start. */
    start: (env: NodeJS.ProcessEnv = {}) => {
      const code = 'import("./scripts/setup/buildConsole.mjs").then(({ buildConsole }) => buildConsole())';
      const done = spawnSync(process.execPath, ["-e", code], {
        cwd: at,
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
      const count = existsSync(builds) ? readFileSync(builds, "utf8").trim().split("\n").length : 0;
      return { count, status: done.status, said: done.stderr };
    },
  };
}

// Written by hand: everything that the console is made of.
const sources = [
  "src/main.tsx",
  "adapters/contract/order.ts",
  "machines/list.machine.ts",
  "build/splash.ts",
  "public/logo.svg",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
];

it("The console is built anew where one of its sources has changed, come or gone, and only then", () => {
  using folder = temporaryFolder("built-console");
  const { write, remove, start } = checkout(folder.at);
  for (const file of sources) write(file, "before");
  write("server/main.ts", "before");
  let built = start().count;
  expect(built).toBe(1);
  expect(start().count).toBe(built);
  for (const file of sources) {
    write(file, "after");
    expect(start().count, file).toBe(++built);
  }
  write("adapters/contract/box.ts", "new");
  expect(start().count).toBe(++built);
  remove("adapters/contract/box.ts");
  expect(start().count).toBe(++built);
  write("server/main.ts", "after");
  expect(start().count).toBe(built);
});

it("A build that fails is told, and tried again at the next start", () => {
  using folder = temporaryFolder("built-console");
  const { write, start } = checkout(folder.at);
  write("src/main.tsx", "before");
  const failed = start({ FAILS: "1" });
  expect(failed).toMatchObject({ count: 1, status: 1 });
  expect(failed.said).toContain("The console does not build:\nno such import");
  expect(start()).toMatchObject({ count: 2, status: 0 });
  expect(start()).toMatchObject({ count: 2, status: 0 });
});
