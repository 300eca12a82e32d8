import * as z from "zod/mini";

const testSchema = z.object({
  /** Path from the checkout. */
  file: z.string(),
  title: z.string(),
});

/** With this vitest begins what it says of a test process that died or no longer answers. */
const processError = "[vitest-pool]";

const suiteResultSchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Failed tests, files that did not load and errors outside of any test, with the first line of the message. */
  failures: z.array(z.extend(testSchema, { message: z.string() })),
  /** Tests and files that passed at the second try. */
  retried: z.array(testSchema),
  files: z.array(z.object({ file: z.string(), seconds: z.number(), passed: z.number() })),
  /** Files whose process died before they ended. */
  unfinished: z.array(z.string()),
});
/** What one run of vitest came to. */
export type SuiteResult = z.output<typeof suiteResultSchema>;

/** A result with one failure and no test. */
export const createFailure = (suite: string, message: string): SuiteResult => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [{ file: suite, title: "", message }],
  retried: [],
  files: [],
  unfinished: [],
});

/**
 * Reads what the reporter wrote. A run without it, and one that ended with another code than 0 without a failure, counts
 * as one failure.
 * @param written the parsed file, or null if none was written
 * @param exitCode null: the run was ended by a signal
 */
export function readSuiteResult(suite: string, written: unknown, exitCode: number | null): SuiteResult {
  const parsed = suiteResultSchema.safeParse(written);
  if (!parsed.success) return createFailure(suite, `ended with ${exitCode ?? "a signal"} and left no result`);
  if (parsed.data.failed > 0 || exitCode === 0) return parsed.data;
  const failure = createFailure(suite, `ended with ${exitCode ?? "a signal"} although no test failed`);
  return { ...parsed.data, failed: 1, failures: failure.failures };
}

/** So many tests and files may need a second try. */
const maxRetried = 2;

/**
 * Returns the files to run a second time, with servers and data of their own: those of failed tests, and those that were
 * lost with their process. None where there are more than two such tests and files: that is no accident.
 */
export function getSecondTryFiles({ failures, unfinished }: SuiteResult): readonly string[] {
  const failed = failures.filter(({ message }) => !message.startsWith(processError));
  if (failed.length + unfinished.length > maxRetried) return [];
  if (failed.some(({ file }) => !file.endsWith(".test.ts"))) return [];
  return [...new Set([...failed.map(({ file }) => file), ...unfinished])];
}

/** The result of a suite of which these files were run a second time; what passes now counts as retried. */
export function addSecondTry(first: SuiteResult, second: SuiteResult, files: readonly string[]): SuiteResult {
  const others = first.files.filter(({ file }) => !files.includes(file));
  const lost = first.unfinished.map((file) => ({ file, title: "was lost with its process" }));
  const isStillRed = ({ file, title }: { readonly file: string; readonly title: string }) =>
    second.failures.some((failure) => failure.file === file && failure.title === title);
  return {
    passed: others.reduce((sum, { passed }) => sum + passed, 0) + second.passed,
    failed: second.failed,
    skipped: first.skipped,
    failures: second.failures,
    retried: [...first.failures.filter(({ message }) => !message.startsWith(processError)), ...lost].filter(
      (one) => !isStillRed(one),
    ),
    files: [...others, ...second.files],
    unfinished: second.unfinished,
  };
}

/** A suite's result and its duration, s. */
export interface FinishedSuite {
  readonly name: string;
  readonly seconds: number;
  readonly result: SuiteResult;
}

const shownFiles = 10;
const shownFailures = 15;

/** Whether a run is green: something passed, nothing failed, and at most two tests needed a second try. */
export function isGreen(finished: readonly FinishedSuite[]): boolean {
  const count = (select: (result: SuiteResult) => number) =>
    finished.reduce((sum, { result }) => sum + select(result), 0);
  return (
    count(({ passed }) => passed) > 0 &&
    count(({ failed }) => failed) === 0 &&
    count(({ retried }) => retried.length) <= maxRetried
  );
}

/** The end of a run's output: slowest files, suites, retried and failed tests, and `N passed, N failed`. */
export function describeRun(finished: readonly FinishedSuite[]): string {
  const sum = (select: (result: SuiteResult) => number) =>
    finished.reduce((total, { result }) => total + select(result), 0);
  const slowest = finished
    .flatMap(({ name, result }) => result.files.map((file) => ({ ...file, name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, shownFiles);
  const retried = finished.flatMap(({ result }) => result.retried);
  const failures = finished.flatMap(({ result }) => result.failures);
  const skipped = sum((result) => result.skipped);
  return [
    "slowest files:",
    ...slowest.map(({ name, file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}  ${file}`),
    `suites: ${finished.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`).join(", ")}`,
    ...retried.map(({ file, title }) => `retried: ${file} > ${title}`),
    ...(retried.length > maxRetried
      ? [`failed: ${retried.length} tests needed a second try, at most ${maxRetried} may`]
      : []),
    ...failures
      .slice(0, shownFailures)
      .map(({ file, title, message }) => `failed: ${[file, title, message].filter(Boolean).join(" > ")}`),
    ...(failures.length > shownFailures
      ? [`failed: ${failures.length - shownFailures} more, see above`]
      : []),
    `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  ].join("\n");
}
