import { parseArgs } from "node:util";
import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";
import { findChromium } from "../../scripts/testing/findChromium.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { heapGrowthLimit, nodesAddedLimit, recoveryLimitMs, soakWalls } from "./soakWalls.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "480" } } });
const minutes = Number(values.minutes);
if (!(minutes >= 0)) throw new Error("--minutes N: how long, in minutes");

process.env["CHROMIUM_PATH"] = findChromium();
buildConsole();
buildServer();
using folder = createTemporaryFolder("soak");
const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const { faults, violations, layersAdded, nodesAdded, ownGrowth, heapGrowth, reloads } = await soakWalls({
  dataDir: folder.path,
  minutes,
  log,
});
const slow = faults.filter(({ ms }) => ms > recoveryLimitMs);
const misses = [
  ...slow.map(({ name, ms }) => `${name}: ${(ms / 1_000).toFixed(1)} s, over ${recoveryLimitMs / 1_000} s`),
  ...violations,
  ...(layersAdded > 0 ? [`${layersAdded} layers were added`] : []),
  ...(nodesAdded > nodesAddedLimit ? [`${nodesAdded} nodes or listeners were added`] : []),
  ...(ownGrowth >= heapGrowthLimit ? [`a page's objects grew by ${(100 * ownGrowth).toFixed(1)} %`] : []),
  ...(heapGrowth === null ? ["too few rounds to judge the heap: take at least 30 minutes"] : []),
  ...((heapGrowth ?? 0) >= heapGrowthLimit
    ? [`a heap grew by ${(100 * (heapGrowth ?? 0)).toFixed(1)} %`]
    : []),
  ...(reloads > 0 ? [`${reloads} pages were loaded again`] : []),
];
const slowest = Math.max(...faults.map(({ ms }) => ms));
console.log(`${faults.length} faults, the slowest recovered in ${(slowest / 1_000).toFixed(1)} s`);
for (const miss of misses) console.log(`missed: ${miss}`);
process.exitCode = misses.length > 0 ? 1 : 0;
