import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { root } from "../../scripts/setup/root.mjs";

/** One line of the report: label, measured value and budget. */
export interface BenchResult {
  readonly label: string;
  readonly measured: string;
  readonly budget: string;
  /** False fails the run; undefined if the budget cannot be checked. */
  readonly isWithinBudget?: boolean;
}

const file = `${root}/docs/performance.md`;
const heading = `# Performance

Each section is one run of \`npm run bench\`, newest last; figures over their budget are marked and fail the run. Times
of pages are medians of five first visits with an empty cache, CPU four times slower, 10 Mbit/s with 40 ms; blocking
time is what long tasks take beyond 50 ms each after the first content is painted, until all is quiet. The bare page
(the library's provider, two fields, a button) is built and measured in the same run, so that its figure tells how fast
the machine was. From list to list and 200 rows are unthrottled. Lists and the export run against 100,000 orders of
2,000 companies in the embedded database: the page alone in the database's own process, the whole answer and the export
over the network. \`npm run bench -- server\` is these alone; the parts are pages, server, history, playback, statistics, search, feed, video, load, devices, drones and pixel. The part load takes
4 minutes, or \`LOAD_SECONDS\`: lists as fast as they come from 200 workers beside 50 sockets on the fleet and drones
that report.
`;

/** Prints the run and appends it to \`docs/performance.md\`. */
export function writeReport(lines: readonly BenchResult[]): void {
  const width = Math.max(...lines.map(({ label }) => label.length));
  const formatBudget = ({ budget, isWithinBudget }: BenchResult) =>
    isWithinBudget === false ? `${budget} ✗` : budget;
  for (const line of lines)
    console.log(`${line.label.padEnd(width)}  ${line.measured.padStart(22)}  ${formatBudget(line)}`);
  if (lines.some(({ isWithinBudget }) => isWithinBudget === false)) process.exitCode = 1;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const day = new Date().toISOString().slice(0, 16).replace("T", " ");
  const [load = 0] = loadavg();
  const rows = lines.map((line) => `| ${line.label} | ${line.measured} | ${formatBudget(line)} |`);
  if (!existsSync(file)) writeFileSync(file, heading);
  appendFileSync(
    file,
    `\n## ${day} UTC, ${commit}, ${cpus().length} cores, load ${load.toFixed(1)}\n\n| what | measured | budget |\n|---|---|---|\n${rows.join("\n")}\n`,
  );
}
