import { rmSync } from "node:fs";
import { findChromium } from "./findChromium.ts";
import { findOffice } from "./findOffice.ts";
import { startPostgres } from "./startPostgres.ts";
import { type Suite, suites } from "./suites.ts";
import { sum, type Tally } from "./tally.ts";
import { demoData, vitestRun } from "./vitestRun.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  throw new Error(`There is no suite ${unknown.join(", ")}: ${suites.map(({ name }) => name).join(", ")}`);
}

const tallies: Tally[] = [];
// A run that was cut off may have left some; the demo data are of the day on which they are made.
rmSync(demoData, { recursive: true, force: true });
for (const suite of suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const from = performance.now();
  const tally = await run(suite);
  const seconds = Math.round((performance.now() - from) / 1000);
  console.log(`${suite.name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s\n`);
  tallies.push(tally);
}
rmSync(demoData, { recursive: true, force: true });

const { passed, failed, skipped } = sum(tallies);
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

/** A suite whose browser, office or database cannot be had is one failure, said in words. */
async function run({ name, args, needs }: Suite): Promise<Tally> {
  try {
    if (needs === "chromium") return await vitestRun(name, args, { CHROMIUM_PATH: findChromium() });
    if (needs === "office") return await vitestRun(name, args, { SOFFICE_PATH: findOffice() });
    if (needs === "nothing") return await vitestRun(name, args, {});
    const postgres = await startPostgres();
    try {
      return await vitestRun(name, args, { TEST_DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
