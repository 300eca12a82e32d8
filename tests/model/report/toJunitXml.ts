import type { SuiteResult } from "./runMachineSuite.ts";

const escapeXml = (value: string) =>
  value.replace(
    /[<>&"]/g,
    (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign] ?? sign,
  );
const toSeconds = (ms: number) => (ms / 1000).toFixed(3);

/** Renders the results as JUnit XML: one suite per machine, one case per path. */
export function toJunitXml(results: readonly SuiteResult[]): string {
  const suites = results.map(({ machine, cases }) => {
    const failed = cases.filter(({ failure }) => failure).length;
    const time = toSeconds(cases.reduce((sum, { ms }) => sum + ms, 0));
    return [
      `  <testsuite name="${machine}" tests="${cases.length}" failures="${failed}" time="${time}">`,
      ...cases.map(({ subject, name, failure, ms }) => {
        const head = `    <testcase classname="${escapeXml(subject)}" name="${escapeXml(name)}" time="${toSeconds(ms)}"`;
        return failure
          ? `${head}><failure message="${escapeXml(failure.difference)}">${escapeXml(failure.path)}</failure></testcase>`
          : `${head}/>`;
      }),
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}
