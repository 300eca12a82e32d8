import type { TrialResult } from "./runTrial.ts";

const escaped = (value: string) =>
  value.replace(
    /[<>&"]/g,
    (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] ?? sign,
  );
const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** The results as JUnit XML: one suite a machine, one case a path. */
export function junitOf(results: readonly TrialResult[]): string {
  const suites = results.map(({ machine, cases }) => {
    const failed = cases.filter(({ failure }) => failure).length;
    const time = seconds(cases.reduce((sum, { ms }) => sum + ms, 0));
    return [
      `  <testsuite name="${machine}" tests="${cases.length}" failures="${failed}" time="${time}">`,
      ...cases.map(({ subject, name, failure, ms }) => {
        const head = `    <testcase classname="${escaped(subject)}" name="${escaped(name)}" time="${seconds(ms)}"`;
        return failure
          ? `${head}><failure message="${escaped(failure.difference)}">${escaped(failure.path)}</failure></testcase>`
          : `${head}/>`;
      }),
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}
