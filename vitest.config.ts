import { defineConfig } from "vitest/config";
import { LongestFirstSequencer } from "./scripts/testing/longestFirst.ts";

/** One file at a time. */
const alone = { fileParallelism: false, maxWorkers: 1 } as const;
/** These put something in the place of a module, which then would be there for the files after them. */
const replacing = [
  "tests/contract/auth/loginTiming.test.ts",
  "tests/contract/http/nonBlockingWork.test.ts",
  "tests/model/listPages.test.ts",
];
/** No optimising compiler for the database: a fifth of what tests of small data take. */
const execArgv = ["--liftoff-only"];
const seeded = "tests/setup/fixedSeed.ts";
const setupFiles = [seeded, "tests/setup/failOnConsole.ts"];
/** What is waited for comes late on a busy machine; vitest itself gives `expect.poll` one second. */
const patient = { poll: { timeout: 30_000 } } as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          name: "node",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/{model,gates,fault,timed,libreoffice,mqtt,e2e,load,postgres}/**", ...replacing],
          setupFiles,
          execArgv,
          maxWorkers: 2,
          // Each worker loads the server once: a third of all the work.
          isolate: false,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "replacing",
          include: replacing,
          setupFiles,
          execArgv,
          maxWorkers: 2,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "model",
          include: ["tests/model/**/*.test.ts"],
          exclude: ["tests/model/mutants/**", ...replacing],
          setupFiles,
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "mutants",
          include: ["tests/model/mutants/*.test.ts"],
          setupFiles,
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "postgres",
          include: ["tests/postgres/**/*.test.ts"],
          setupFiles,
          maxWorkers: 2,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "gates",
          include: ["tests/gates/**/*.test.ts"],
          setupFiles: [seeded],
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "fault",
          include: ["tests/fault/**/*.test.ts"],
          setupFiles: [seeded],
          expect: patient,
          globalSetup: ["tests/setup/builds.ts", "tests/setup/demoData.ts"],
          testTimeout: 600_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          // These say how long something takes a user: nothing else may run.
          name: "timed",
          include: ["tests/timed/**/*.test.ts"],
          setupFiles: [seeded],
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
          ...alone,
        },
      },
      {
        test: {
          name: "mqtt",
          include: ["tests/mqtt/**/*.test.ts"],
          setupFiles,
          globalSetup: ["tests/setup/builds.ts"],
          maxWorkers: 2,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          setupFiles: [seeded],
          expect: patient,
          globalSetup: ["tests/setup/builds.ts", "tests/setup/demoData.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Each runs a browser and a server beside itself, which keeps two cores busy.
          maxWorkers: 2,
          // One browser and one Playwright for all of a worker's files.
          isolate: false,
        },
      },
    ],
  },
});
