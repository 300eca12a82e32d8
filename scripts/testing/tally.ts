import * as z from "zod/mini";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/**
 * Counts the tests in vitest's JSON report. A file that did not load counts as one failure, and so does an exit code
 * other than 0 without a failed test (an error outside of any test).
 * @param report the parsed JSON, or null if none was written
 */
export function toTally(report: unknown, exitCode: number | null): Tally {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 };
  const files = parsed.data.testResults;
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const count = (expected: string) => statuses.filter((status) => status === expected).length;
  const failedToLoad = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  ).length;
  const failed = count("failed") + failedToLoad;
  const passed = count("passed");
  return {
    passed,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: statuses.length - passed - count("failed"),
  };
}

/** Adds up tallies. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  const total = (select: (tally: Tally) => number) => tallies.reduce((all, tally) => all + select(tally), 0);
  return { passed: total((t) => t.passed), failed: total((t) => t.failed), skipped: total((t) => t.skipped) };
}
