import { rmSync } from "node:fs";
import { findChromium } from "./findChromium.ts";
import { findOffice } from "./findOffice.ts";
import { startPostgres } from "./startPostgres.ts";
import { type Suite, suites, turnsOf } from "./suites.ts";
import { sum, type Tally } from "./tally.ts";
import { demoData, type Ran, vitestRun } from "./vitestRun.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  throw new Error(`There is no suite ${unknown.join(", ")}: ${suites.map(({ name }) => name).join(", ")}`);
}

const tallies: Tally[] = [];
// A run that was cut off may have left some; the demo data are of the day on which they are made.
rmSync(demoData, { recursive: true, force: true });
const chosen = suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
for (const turn of turnsOf(chosen)) {
  const ran = await Promise.all(turn.map((suite, place) => runTimed(suite, place > 0)));
  for (const { said, tally } of ran) {
    console.log(said);
    tallies.push(tally);
  }
}
rmSync(demoData, { recursive: true, force: true });

const { passed, failed, skipped } = sum(tallies);
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

/** What it did, and what is said of it once its turn is over. */
async function runTimed(suite: Suite, behind: boolean): Promise<{ tally: Tally; said: string }> {
  const from = performance.now();
  const { said, ...tally } = await run(suite, behind);
  const seconds = Math.round((performance.now() - from) / 1000);
  const sum = `${suite.name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s\n`;
  return { tally, said: said + sum };
}

/** A suite whose browser, office or database cannot be had is one failure, said in words. */
async function run({ name, args, needs }: Suite, behind: boolean): Promise<Ran> {
  const go = (env: Readonly<Record<string, string>>) => vitestRun({ name, args, env, behind });
  try {
    if (needs === "chromium") return await go({ CHROMIUM_PATH: findChromium() });
    if (needs === "office") return await go({ SOFFICE_PATH: findOffice() });
    if (needs === "nothing") return await go({});
    const postgres = await startPostgres();
    try {
      return await go({ TEST_DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    return { passed: 0, failed: 1, skipped: 0, said: "" };
  }
}
