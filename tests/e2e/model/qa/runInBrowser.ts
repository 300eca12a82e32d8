import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "../../../../scripts/testing/findChromium.ts";
import { launchChromium } from "../../../browser/launchChromium.ts";
import { toJunitXml } from "../../../model/report/toJunitXml.ts";
import { allDrivers } from "../allDrivers.ts";
import type { Driver } from "../defineDriver.ts";
import { socketDriver } from "../drivers/socket.ts";
import { countStates, listSpecRows, renderBrowserReport } from "./renderBrowserReport.ts";
import { type DriverResult, runDriver } from "./runDriver.ts";

export interface BrowserRunOptions {
  /** URL of a running console with the demo accounts. */
  readonly base: string;
  readonly machine: string | undefined;
  readonly path: number | undefined;
  readonly seed: number;
  readonly headed: boolean;
}

const operatorPhone = "13800000002";
const reportDir = path.resolve(import.meta.dirname, "../../../../test-results/model-browser");

/** Runs all drivers against a running console: prints a table, writes JUnit and HTML; returns the number of failures. */
export async function runInBrowser({
  base,
  machine,
  path: onlyPath,
  seed,
  headed,
}: BrowserRunOptions): Promise<number> {
  const all: readonly Driver[] = [...allDrivers, socketDriver];
  const chosen = all.filter((driver) => machine === undefined || driver.machine === machine);
  if (chosen.length === 0)
    throw new Error(`No driver for machine ${machine}: ${all.map((item) => item.machine).join(", ")}`);
  // Before `findChromium`: not every Chromium can run headed.
  if (headed) process.env["HEADED"] = "1";
  process.env["CHROMIUM_PATH"] = findChromium();
  const browser = await launchChromium();
  const results: DriverResult[] = [];
  console.log(`${"machine".padEnd(16)} ${"states".padStart(7)} ${"paths".padStart(6)}  rows`);
  try {
    for (const driver of chosen) {
      const result = await runDriver(driver, browser, {
        base,
        phone: operatorPhone,
        seed,
        onlyPath,
        folder: reportDir,
      });
      results.push(result);
      const { all: states, seen } = countStates(result);
      console.log(
        `${driver.machine.padEnd(16)} ${`${seen}/${states}`.padStart(7)} ${String(result.cases.length).padStart(6)}  ${listSpecRows(result).join(" ")}`,
      );
      for (const { name, failure } of result.cases)
        if (failure) console.log(`  FAILED ${name}\n    ${failure}`);
    }
  } finally {
    await browser.close();
  }
  mkdirSync(reportDir, { recursive: true });
  writeFileSync(path.join(reportDir, "junit.xml"), toJunitXml(results.map(toJunitResult)));
  writeFileSync(path.join(reportDir, "index.html"), renderBrowserReport(results, base, new Date()));
  const cases = results.flatMap((result) => result.cases);
  const failed = cases.filter(({ failure }) => failure !== null).length;
  console.log(
    `${cases.length - failed} passed, ${failed} failed; report in ${path.relative(process.cwd(), reportDir)}/index.html`,
  );
  return cases.length === 0 ? 1 : failed;
}

const toJunitResult = ({ driver, cases }: DriverResult) => ({
  machine: `${driver.machine} (${driver.title})`,
  cases: cases.map(({ name, failure, ms }) => ({
    subject: driver.title,
    name,
    failure: failure === null ? null : { path: name, difference: failure },
    ms,
  })),
  states: [],
  transitions: [],
  ruleSources: [],
  diagram: "",
});
