import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestCase, TestModule, TestRunEndReason } from "vitest/node";
import { root } from "../setup/root.mjs";
import type { SuiteResult } from "./results.ts";

/** Variables through which `runVitest` tells the reporter what it needs. */
export interface ReporterEnvironment {
  /** File for the result. */
  readonly TEST_RESULT_FILE: string;
  /** After this time the running files are named, s. */
  readonly TEST_LIMIT_SECONDS: string;
  /** `true`: tests left out by their tags are not counted as skipped. */
  readonly TEST_IS_FILTERED: string;
}

/** An error as vitest reports it. */
interface ReportedError {
  readonly message: string;
  /** Why a test process ended: vitest says it only here. */
  readonly cause?: unknown;
  readonly stacks?:
    | readonly { readonly file: string; readonly line: number; readonly column: number }[]
    | undefined;
  readonly diff?: string | undefined;
}

/** Lines of a failure that are printed at once. */
const maxLines = 40;

const toFile = (module: TestModule): string => path.relative(root, module.moduleId);
const getFirstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** Prints each failure as soon as it happens and a line for each file, and writes the result of the run. */
export default class TestReporter implements Reporter {
  readonly #running = new Set<TestModule>();
  readonly #failures: SuiteResult["failures"] = [];
  readonly #files: SuiteResult["files"] = [];
  #limit: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    const seconds = Number(process.env["TEST_LIMIT_SECONDS"]);
    this.#limit = setTimeout(() => {
      const files = [...this.#running].map(toFile).join(", ");
      console.error(`Still running after ${seconds} s: ${files || "no file, the run itself hangs"}`);
    }, seconds * 1_000);
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(module);
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const place = { file: toFile(test.module), title: test.fullName };
    if (result.state !== "failed") return;
    // What comes after the first error is its consequence, or of the clean-up.
    const [error] = result.errors;
    this.#failures.push({ ...place, message: getFirstLine(error?.message ?? "") });
    printFailure(`${place.file} > ${place.title}`, error);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module);
    const file = toFile(module);
    const { duration, collectDuration } = module.diagnostic();
    const seconds = (duration + collectDuration) / 1_000;
    for (const error of module.errors()) this.#reportError(file, error);
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const ran = states.filter((state) => state !== "skipped").length;
    if (ran === 0 && module.ok()) return;
    this.#files.push({ file, seconds, passed: states.filter((state) => state === "passed").length });
    const mark = module.ok() ? "ok  " : "FAIL";
    console.log(`${mark} ${seconds.toFixed(1).padStart(6)} s  ${file}  ${ran}`);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly ReportedError[],
    reason: TestRunEndReason,
  ): void {
    clearTimeout(this.#limit);
    for (const error of errors) this.#reportError("outside of any test", error);
    if (reason === "interrupted") this.#reportError("the run", { message: "was interrupted" });
    // A module that nothing reported as ended was lost with its process.
    const unfinished = modules.filter((module) => ["queued", "pending"].includes(module.state()));
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (wanted: string) => tests.filter((test) => test.result().state === wanted).length;
    const result: SuiteResult = {
      // Of a file that was lost with its process nothing counts.
      passed: this.#files.reduce((sum, { passed }) => sum + passed, 0),
      failed: this.#failures.length,
      skipped: process.env["TEST_IS_FILTERED"] === "true" ? 0 : count("skipped"),
      failures: this.#failures,
      retried: [],
      files: this.#files,
      unfinished: unfinished.map(toFile),
    };
    writeFileSync(process.env["TEST_RESULT_FILE"] ?? "", JSON.stringify(result));
  }

  #reportError(file: string, error: ReportedError): void {
    const message = error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
    this.#failures.push({ file, title: "", message: getFirstLine(message) });
    printFailure(file, { ...error, message });
  }
}

function printFailure(place: string, error: ReportedError | undefined): void {
  const stack = error?.stacks?.find(({ file }) => !file.includes("node_modules")) ?? null;
  const lines = [
    ...(error?.message ?? "no error").split("\n"),
    ...(error?.diff ?? "").split("\n").filter(Boolean),
  ].slice(0, maxLines);
  const at = stack ? [`  at ${path.relative(root, stack.file)}:${stack.line}:${stack.column}`] : [];
  console.error(["", `FAIL ${place}`, ...lines.map((line) => `  ${line}`), ...at, ""].join("\n"));
}
