import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ViteUserConfig } from "vitest/config";
import { runVitest } from "../../scripts/testing/runVitest.ts";
import { suites } from "../../scripts/testing/suites.ts";
import { createTestEnvironment } from "../../scripts/testing/testEnvironment.ts";
import config from "../../vitest.config.ts";

const checkout = path.resolve(import.meta.dirname, "../..");
const files = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync([...patterns], { cwd: checkout, exclude: [...exclude] });

const { test }: ViteUserConfig = config;
/** vitest's projects with the files of each. */
const projects = (test?.projects ?? []).flatMap((project) => {
  if (typeof project !== "object" || !("test" in project)) throw new Error("A project is written out");
  const { name, include = [], exclude = [], setupFiles = [] } = project.test ?? {};
  return [{ name: String(name), files: files(include, exclude), setupFiles: [setupFiles].flat() }];
});

describe("Every test", () => {
  it("belongs to exactly one project", () => {
    const run = projects.flatMap((project) => project.files);
    expect(run.toSorted()).toEqual(files(["tests/**/*.test.ts"]).toSorted());
  });

  it("is run by npm test, whose projects all have some", () => {
    const named = suites.flatMap(({ args }) => args.filter((_, index) => args[index - 1] === "--project"));
    expect(new Set(named)).toEqual(new Set(projects.map(({ name }) => name)));
    expect(projects.filter((project) => project.files.length === 0)).toEqual([]);
  });

  it("draws its random values by the fixed seed", () => {
    const unseeded = projects.filter(({ setupFiles }) => !setupFiles.includes("tests/setup/fixedSeed.ts"));
    expect(unseeded.map(({ name }) => name)).toEqual([]);
  });
});

describe("A suite of npm test", () => {
  it("whose files are gone has failed", async () => {
    const args = ["--project", "gates", "tests/gates/noSuchFile.test.ts"];
    expect(await runVitest("no-such-suite", args, {})).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("is the same whatever else is set in the caller's environment", () => {
    const kept = { PATH: "/bin", HOME: "/root", CHROMIUM_PATH: "/usr/bin/chromium" };
    const set = {
      ...kept,
      MODEL_MACHINE: "list",
      MODEL_PATH: "1",
      DATABASE_URL: "postgres://db/console",
      TEST_DATABASE_URL: "postgres://db/console",
      VITEST_WORKER_ID: "1",
    };
    expect(createTestEnvironment(set)).toEqual(kept);
  });
});

// Written by hand, as docs/configuration.md tells them: programs, places and data, never which tests are run.
const read = [
  "CHROMIUM_PATH",
  "DEMO_DATA",
  "END_THREAD",
  "FLIGHT_DATA",
  "FSYNC_TALLY",
  "FULL_DISK",
  "HEADED",
  "HOME",
  "PATH",
  "PICTURES",
  "SOFFICE_PATH",
  "TEST_DATABASE_URL",
  "UNCAUGHT",
  "UNCAUGHT_KIND",
];

it("Tests read no other variable of the environment than these", () => {
  const named = files(["tests/**/*.{ts,mjs}"], ["tests/{load,gates}/**"]).flatMap((file) => {
    const text = readFileSync(path.join(checkout, file), "utf8");
    const direct = [...text.matchAll(/process\.env(?:\.|\[")(\w+)/g)].map(([, name]) => name);
    const taken = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, inside = ""]) =>
      [...inside.matchAll(/(\w+)(?:: \w+)?(?: = [^,]*)?,?/g)].map(([, name]) => name),
    );
    return [...direct, ...taken];
  });
  expect([...new Set(named)].toSorted()).toEqual(read);
});
