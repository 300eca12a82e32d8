import { describe, expect, it } from "vitest";
import { sumTallies, toTally } from "../../scripts/testing/tally.ts";

const createFileResult = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((item) => ({ status: item })),
});

describe("the count at the end of npm test", () => {
  it("counts tests, not files", () => {
    const report = {
      testResults: [
        createFileResult("passed", "passed", "passed"),
        createFileResult("failed", "passed", "failed"),
      ],
    };
    expect(toTally(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it("counts a file that does not load as a failure", () => {
    const report = { testResults: [createFileResult("failed"), createFileResult("passed", "passed")] };
    expect(toTally(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it("counts an error outside all tests as a failure", () => {
    expect(toTally({ testResults: [createFileResult("passed", "passed")] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it("counts a run without a report as a failure", () => {
    expect(toTally(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("counts skipped tests and todos", () => {
    const report = { testResults: [createFileResult("passed", "passed", "skipped", "todo")] };
    expect(toTally(report, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 2,
    });
  });

  it("adds up the suites", () => {
    expect(
      sumTallies([
        { passed: 1, failed: 2, skipped: 0 },
        { passed: 3, failed: 0, skipped: 1 },
      ]),
    ).toEqual({ passed: 4, failed: 2, skipped: 1 });
  });
});
