import { defineConfig } from "vitest/config";
import { LongestFirstSequencer } from "./scripts/testing/longestFirst.ts";
import { patienceMs } from "./scripts/testing/patience.ts";
import { createClockEnvironment } from "./scripts/testing/testClock.ts";

// The workers inherit it.
Object.assign(process.env, createClockEnvironment());

/** One file at a time. */
const alone = { fileParallelism: false, maxWorkers: 1 } as const;
/** Files that mock a module. Without isolation, later files of the worker would get the mock too. */
const mockingFiles = [
  "tests/contract/auth/loginTiming.test.ts",
  "tests/contract/http/nonBlockingWork.test.ts",
  "tests/foreign/shortRows.test.ts",
  "tests/foreign/textIds.test.ts",
  "tests/model/exportColumns.test.ts",
  "tests/model/listPages.test.ts",
];
/** Runs the embedded database without V8's optimising compiler, which saves a fifth of the time with small data. */
const execArgv = ["--liftoff-only"];
const fixedSeed = "tests/setup/fixedSeed.ts";
const setupFiles = [fixedSeed, "tests/setup/failOnConsole.ts"];
/** Waits for a state, whatever else the machine does. */
const patient = {
  expect: { poll: { timeout: patienceMs } },
  testTimeout: 2 * patienceMs,
  hookTimeout: 2 * patienceMs,
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirstSequencer },
    // A file has it by a comment (`@module-tag full`), a test by its options. `npm test` leaves it out.
    tags: [
      { name: "full", description: "Runs in `npm run test:full` only." },
      { name: "smoke", description: "Runs before everything else; without it the console does not work." },
    ],
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          exclude: [
            "tests/{model,gates,fault,timed,libreoffice,gdal,mqtt,e2e,load,postgres}/**",
            ...mockingFiles,
          ],
          setupFiles,
          execArgv,
          maxWorkers: 2,
          // Each worker loads the server's modules once, which saves a third of the time.
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "mocking",
          include: mockingFiles,
          setupFiles,
          execArgv,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: "model",
          include: ["tests/model/**/*.test.ts"],
          exclude: ["tests/model/mutants/**", ...mockingFiles],
          setupFiles,
          maxWorkers: 2,
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "mutants",
          include: ["tests/model/mutants/*.test.ts"],
          setupFiles,
          maxWorkers: 2,
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "postgres",
          include: ["tests/postgres/**/*.test.ts"],
          setupFiles,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: "gates",
          include: ["tests/gates/**/*.test.ts"],
          setupFiles: [fixedSeed],
          ...patient,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "fault",
          include: ["tests/fault/**/*.test.ts"],
          setupFiles: [fixedSeed],
          ...patient,
          globalSetup: ["tests/setup/builds.ts", "tests/setup/demoData.ts"],
          testTimeout: 5 * patienceMs,
          maxWorkers: 2,
        },
      },
      {
        test: {
          // These measure durations, so nothing else may run.
          name: "timed",
          include: ["tests/timed/**/*.test.ts"],
          setupFiles: [fixedSeed],
          globalSetup: ["tests/setup/builds.ts", "tests/setup/demoData.ts"],
          testTimeout: 120_000,
          ...alone,
        },
      },
      {
        test: {
          name: "libreoffice",
          include: ["tests/libreoffice/**/*.test.ts"],
          setupFiles,
          ...patient,
          ...alone,
        },
      },
      {
        test: {
          name: "gdal",
          include: ["tests/gdal/**/*.test.ts"],
          setupFiles,
          ...patient,
        },
      },
      {
        test: {
          name: "mqtt",
          include: ["tests/mqtt/**/*.test.ts"],
          setupFiles,
          globalSetup: ["tests/setup/builds.ts"],
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          setupFiles: [fixedSeed],
          ...patient,
          globalSetup: ["tests/setup/builds.ts", "tests/setup/demoData.ts"],
          testTimeout: 5 * patienceMs,
          // Each worker also runs a browser and a server, which keeps two cores busy.
          maxWorkers: 2,
          // One browser and one Playwright for all of a worker's files.
          isolate: false,
        },
      },
    ],
  },
});
