import { readOptions } from "./readOptions.ts";
import { formatReport } from "./report.ts";
import { runConformance } from "./runConformance.ts";

const options = readOptions(process.argv.slice(2));
if ("error" in options) {
  console.error(options.error);
  process.exitCode = 2;
} else {
  const results = await runConformance({
    ...options,
    now: new Date(),
    watchMs: 12_000,
    heartbeatMs: 5_000,
  });
  for (const line of formatReport(results)) console.log(line);
  if (results.some(({ outcome }) => outcome === "differs")) process.exitCode = 1;
}
