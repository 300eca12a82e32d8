import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ViteUserConfig } from "vitest/config";
import {
  addSecondTry,
  describeRun,
  getSecondTryFiles,
  isGreen,
  readSuiteResult,
  type SuiteResult,
} from "../../scripts/testing/results.ts";
import { runVitest } from "../../scripts/testing/runVitest.ts";
import { suites } from "../../scripts/testing/suites.ts";
import { createTestEnvironment } from "../../scripts/testing/testEnvironment.ts";
import config from "../../vitest.config.ts";

const checkout = path.resolve(import.meta.dirname, "../..");
const findFiles = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync([...patterns], { cwd: checkout, exclude: [...exclude] });

const { test }: ViteUserConfig = config;
/** Vitest's projects with the files of each. */
const projects = (test?.projects ?? []).flatMap((project) => {
  if (typeof project !== "object" || !("test" in project)) throw new Error("A project is written out");
  const { name, include = [], exclude = [], setupFiles = [] } = project.test ?? {};
  return [{ name: String(name), files: findFiles(include, exclude), setupFiles: [setupFiles].flat() }];
});

describe("every test", () => {
  it("belongs to exactly one project", () => {
    const testFiles = projects.flatMap((project) => project.files);
    expect(testFiles.toSorted()).toEqual(findFiles(["tests/**/*.test.ts"]).toSorted());
  });

  it("is run by npm test, which names all projects, and no project is empty", () => {
    const projectNames = suites.flatMap(({ args }) =>
      args.filter((_, index) => args[index - 1] === "--project"),
    );
    expect(new Set(projectNames)).toEqual(new Set(projects.map(({ name }) => name)));
    expect(projects.filter((project) => project.files.length === 0)).toEqual([]);
  });

  it("draws random values from the fixed seed", () => {
    const unseeded = projects.filter(({ setupFiles }) => !setupFiles.includes("tests/setup/fixedSeed.ts"));
    expect(unseeded.map(({ name }) => name)).toEqual([]);
  });
});

describe("a suite of npm test", () => {
  it("without files fails", async () => {
    const args = ["--project", "gates", "tests/gates/noSuchFile.test.ts"];
    const result = await runVitest({ suite: "no-such-suite", args, env: {}, limitSeconds: 60 });
    expect(result).toMatchObject({ passed: 0, failed: 1 });
  });

  it("ignores other variables of the caller's environment", () => {
    const allowed = { PATH: "/bin", HOME: "/root", CHROMIUM_PATH: "/usr/bin/chromium" };
    const environment = {
      ...allowed,
      MODEL_MACHINE: "list",
      MODEL_PATH: "1",
      DATABASE_URL: "postgres://db/console",
      TEST_DATABASE_URL: "postgres://db/console",
      VITEST_WORKER_ID: "1",
    };
    expect(createTestEnvironment(environment)).toEqual(allowed);
  });

  const result: SuiteResult = {
    passed: 3,
    failed: 0,
    skipped: 1,
    failures: [],
    retried: [],
    files: [],
    unfinished: [],
  };
  const flaky = { file: "tests/e2e/a.test.ts", title: "opens" };
  const run = (changes: Partial<SuiteResult>) => [
    { name: "e2e", seconds: 7, result: { ...result, ...changes } },
  ];

  it("that left no result, or ended with an error without a failed test, is one failure", () => {
    expect(readSuiteResult("node", null, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(readSuiteResult("node", result, 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(readSuiteResult("node", result, null)).toMatchObject({ passed: 3, failed: 1 });
    expect(readSuiteResult("node", result, 0)).toEqual(result);
  });

  it("is red by a failure, by three retried tests and if nothing passed", () => {
    expect(isGreen(run({ retried: [flaky, flaky] }))).toBe(true);
    expect(isGreen(run({ retried: [flaky, flaky, flaky] }))).toBe(false);
    expect(isGreen(run({ failed: 1 }))).toBe(false);
    expect(isGreen(run({ passed: 0 }))).toBe(false);
  });

  const died = {
    file: "outside of any test",
    title: "",
    message: "[vitest-pool]: Worker forks emitted error. Worker exited unexpectedly with signal SIGSEGV",
  };
  const failure = { ...flaky, message: "expected 1" };

  it("gives a second try to files of up to two failed tests, and to files that were lost with their process", () => {
    const count = (changes: Partial<SuiteResult>) => getSecondTryFiles({ ...result, ...changes });
    expect(count({})).toEqual([]);
    expect(count({ failures: [failure, { ...failure, title: "closes" }] })).toEqual([flaky.file]);
    expect(count({ failures: [died], unfinished: [flaky.file] })).toEqual([flaky.file]);
    // Many, and what failed outside of any test, are no accident.
    expect(count({ failures: [failure, { ...failure, title: "a" }, { ...failure, title: "b" }] })).toEqual(
      [],
    );
    expect(count({ failures: [failure, { ...failure, title: "a" }], unfinished: ["b.test.ts"] })).toEqual([]);
    expect(count({ failures: [{ ...died, message: "no memory" }] })).toEqual([]);
  });

  it("counts what passes at the second try as retried, and what fails again as failed", () => {
    const first: SuiteResult = {
      ...result,
      passed: 5,
      failed: 2,
      failures: [failure, died],
      files: [
        { file: "tests/e2e/c.test.ts", seconds: 1, passed: 3 },
        { file: flaky.file, seconds: 1, passed: 2 },
      ],
      unfinished: ["tests/e2e/b.test.ts"],
    };
    const second: SuiteResult = {
      ...result,
      passed: 4,
      skipped: 0,
      files: [
        { file: flaky.file, seconds: 1, passed: 3 },
        { file: "tests/e2e/b.test.ts", seconds: 1, passed: 1 },
      ],
    };
    const files = [flaky.file, "tests/e2e/b.test.ts"];
    const lost = { file: "tests/e2e/b.test.ts", title: "was lost with its process" };
    expect(addSecondTry(first, second, files)).toMatchObject({
      passed: 7,
      failed: 0,
      failures: [],
      retried: [flaky, lost],
      unfinished: [],
    });
    const red = { ...second, passed: 3, failed: 1, failures: [failure] };
    expect(addSecondTry(first, red, files)).toMatchObject({ passed: 6, failed: 1, retried: [lost] });
  });

  it("ends with the slowest files, the failed and the retried tests, and the count", () => {
    const failures = [{ file: "tests/a.test.ts", title: "adds", message: "expected 1 to be 2" }];
    const files = [
      { file: "tests/a.test.ts", seconds: 1.25, passed: 1 },
      { file: "tests/b.test.ts", seconds: 20, passed: 2 },
    ];
    expect(describeRun(run({ failed: 1, failures, files, retried: [flaky] })).split("\n")).toEqual([
      "slowest files:",
      "    20.0 s  e2e  tests/b.test.ts",
      "     1.3 s  e2e  tests/a.test.ts",
      "suites: e2e 7 s",
      "retried: tests/e2e/a.test.ts > opens",
      "failed: tests/a.test.ts > adds > expected 1 to be 2",
      "3 passed, 1 failed, 1 skipped",
    ]);
  });
});

// Written by hand from docs/configuration.md: programs, paths and data, but no selection of tests.
const allowedVariables = [
  "CHROMIUM_PATH",
  "DEMO_DATA",
  "END_THREAD",
  "FLIGHT_DATA",
  "FSYNC_TALLY",
  "FULL_DISK",
  "HEADED",
  "HOME",
  "MOSQUITTO_PATH",
  "OGRINFO_PATH",
  "PATH",
  "PICTURES",
  "SIMULATED_HOURS",
  "SIMULATION_SEED",
  "SOFFICE_PATH",
  "TEST_DATABASE_URL",
  "TRACE",
  "TURN_PROBE",
  "TZ",
  "UNCAUGHT",
  "UNCAUGHT_KIND",
];

it("tests read only these environment variables", () => {
  const names = findFiles(["tests/**/*.{ts,mjs}"], ["tests/{load,gates}/**"]).flatMap((file) => {
    const text = readFileSync(path.join(checkout, file), "utf8");
    const direct = [...text.matchAll(/process\.env(?:\.|\[")(\w+)/g)].map(([, name]) => name);
    const destructured = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, inside = ""]) =>
      [...inside.matchAll(/(\w+)(?:: \w+)?(?: = [^,]*)?,?/g)].map(([, name]) => name),
    );
    return [...direct, ...destructured];
  });
  expect([...new Set(names)].toSorted()).toEqual(allowedVariables);
});
