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
  /** Tests that passed at the second try. */
  retried: z.array(testSchema),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
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

/** More files than this are not lost by chance. */
const maxLostFiles = 2;

/**
 * Returns the files to run a second time: those that were lost with their process, if nothing else failed and they are
 * at most two.
 */
export function getLostFiles({ failures, unfinished }: SuiteResult): readonly string[] {
  const isOnlyLost = failures.every(({ title, message }) => title === "" && message.startsWith(processError));
  return isOnlyLost && failures.length > 0 && unfinished.length <= maxLostFiles ? unfinished : [];
}

/** The result of a suite whose lost files were run a second time; each counts as retried. */
export function addSecondTry(first: SuiteResult, second: SuiteResult): SuiteResult {
  const reason = first.failures.map(({ message }) => message).join("; ");
  return {
    passed: first.passed + second.passed,
    failed: second.failed,
    skipped: first.skipped + second.skipped,
    failures: second.failures,
    retried: [
      ...first.retried,
      ...first.unfinished.map((file) => ({ file, title: reason })),
      ...second.retried,
    ],
    files: [...first.files, ...second.files],
    unfinished: second.unfinished,
  };
}

/** A suite's result and its duration, s. */
export interface FinishedSuite {
  readonly name: string;
  readonly seconds: number;
  readonly result: SuiteResult;
}

/** So many retried tests make a run red. */
const maxRetried = 2;
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
