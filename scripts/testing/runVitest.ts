import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import type { ReporterEnvironment } from "./reporter.ts";
import { readSuiteResult, type SuiteResult } from "./results.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** From the end of its time until a run is killed, s; the reporter names the running files before. */
const graceSeconds = 10;

interface Run {
  readonly suite: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A run that takes longer is ended. */
  readonly limitSeconds: number;
}

/** Runs vitest with the project's reporter. */
export async function runVitest({ suite, args, env, limitSeconds }: Run): Promise<SuiteResult> {
  const resultFile = path.join(root, "test-results", `${suite}.json`);
  mkdirSync(path.dirname(resultFile), { recursive: true });
  rmSync(resultFile, { force: true });
  const reporter: ReporterEnvironment = {
    TEST_RESULT_FILE: resultFile,
    TEST_LIMIT_SECONDS: String(limitSeconds),
    TEST_IS_FILTERED: String(args.some((arg) => arg.startsWith("--tags-filter"))),
  };
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      `--reporter=${path.join(root, "scripts/testing/reporter.ts")}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: "inherit",
      // A group of its own, so that its servers and browsers end with it.
      detached: true,
      env: { ...createTestEnvironment(process.env), ...reporter, ...env },
    },
  );
  const exitCode = await waitForExit(child, limitSeconds);
  const written: unknown = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, "utf8")) : null;
  return readSuiteResult(suite, written, exitCode);
}

/** Returns the exit code, or null if a signal ended the process. Passes on signals, and kills it after its time. */
async function waitForExit(child: ChildProcess, limitSeconds: number): Promise<number | null> {
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const interrupt = () => kill("SIGTERM");
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const timers = [
    setTimeout(() => kill("SIGTERM"), limitSeconds * 1_000 + 1_000),
    setTimeout(() => kill("SIGKILL"), (limitSeconds + graceSeconds) * 1_000),
  ];
  try {
    return await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  } finally {
    timers.forEach(clearTimeout);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}
