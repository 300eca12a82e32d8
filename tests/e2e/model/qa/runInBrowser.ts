import path from "node:path";
import { findChromium } from "../../../../scripts/testing/findChromium.ts";
import { launchChromium } from "../../../browser/launchChromium.ts";
import { createReportWriter } from "../../../model/report/reportWriter.ts";
import { toJunitXml } from "../../../model/report/toJunitXml.ts";
import { createChoiceError, UsageError } from "../../../model/report/usageError.ts";
import { allDrivers } from "../allDrivers.ts";
import { findBrowserPaths } from "../browserPaths.ts";
import type { GivenAccount } from "../createPathContext.ts";
import type { Driver } from "../defineDriver.ts";
import { socketDriver } from "../drivers/socket.ts";
import { countStates, listSpecRows, renderBrowserReport } from "./renderBrowserReport.ts";
import { type DriverResult, runDriver } from "./runDriver.ts";

/** What QA chooses of all paths. */
export interface BrowserSelection {
  readonly machine: string | undefined;
  /** Title of a driver's page, for machines of several pages. */
  readonly page: string | undefined;
  readonly path: number | undefined;
}

export interface BrowserRunOptions extends BrowserSelection {
  /** URL of a running console: with the demo accounts, unless `account` is given. */
  readonly base: string;
  readonly account: GivenAccount | undefined;
  readonly seed: number;
  readonly headed: boolean;
}

const operatorPhone = "13800000002";
const reportDir = path.resolve(import.meta.dirname, "../../../../test-results/model-browser");

/** The drivers that a selection names; throws a `UsageError` where it names none. */
export function chooseDrivers({ machine, page, path: onlyPath }: BrowserSelection): readonly Driver[] {
  const all: readonly Driver[] = [...allDrivers, socketDriver];
  const ofMachine = all.filter((driver) => machine === undefined || driver.machine === machine);
  if (ofMachine.length === 0)
    throw createChoiceError(
      "machine in the browser",
      machine ?? "",
      all.map((driver) => driver.machine),
    );
  const ofPage = ofMachine.filter(({ title }) => page === undefined || title === page);
  if (ofPage.length === 0)
    throw createChoiceError(
      "page",
      page ?? "",
      ofMachine.map(({ title }) => title),
    );
  // Of a page that has no path of this number nothing is said.
  const chosen = ofPage.filter(
    (driver) => onlyPath === undefined || findBrowserPaths(driver)[onlyPath] !== undefined,
  );
  if (chosen.length === 0) throw new UsageError(`No page that was chosen has a path ${onlyPath}`);
  return chosen;
}

/** Runs drivers against a running console: prints a table, writes JUnit and HTML; returns the number of failures. */
export async function runInBrowser(options: BrowserRunOptions): Promise<number> {
  const { base, account, path: onlyPath, seed, headed } = options;
  const chosen = chooseDrivers(options);
  // Before `findChromium`: not every Chromium can run headed.
  if (headed) process.env["HEADED"] = "1";
  process.env["CHROMIUM_PATH"] = findChromium();
  const browser = await launchChromium();
  const { results, add } = createReportWriter<DriverResult>(reportDir, {
    "junit.xml": (all) => toJunitXml(all.map(toJunitResult)),
    "index.html": (all) => renderBrowserReport(all, base, new Date()),
  });
  console.log(`${"machine".padEnd(16)} ${"states".padStart(7)} ${"paths".padStart(6)}  page, rows`);
  try {
    for (const driver of chosen) {
      const result = await runDriver(driver, browser, {
        base,
        phone: operatorPhone,
        account,
        seed,
        onlyPath,
        folder: reportDir,
      });
      add(result);
      const { all: states, seen } = countStates(result);
      console.log(
        `${driver.machine.padEnd(16)} ${`${seen}/${states}`.padStart(7)} ${String(result.cases.length).padStart(6)}  ${[driver.title, ...listSpecRows(result)].join(" ")}`,
      );
      for (const { name, failure } of result.cases)
        if (failure) console.log(`  FAILED ${name}\n    ${failure}`);
    }
  } finally {
    await browser.close();
  }
  const cases = results.flatMap((result) => result.cases);
  const failed = cases.filter(({ failure }) => failure !== null).length;
  console.log(
    `${cases.length - failed} passed, ${failed} failed; report in ${path.relative(process.cwd(), reportDir)}/index.html`,
  );
  return failed;
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
