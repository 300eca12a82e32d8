import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "../../../../scripts/testing/findChromium.ts";
import { launchChromium } from "../../../browser/chromium.ts";
import { junitOf } from "../../../model/report/junit.ts";
import type { Driver } from "../driver.ts";
import { socketDriver } from "../drivers/socket.ts";
import { drivers } from "../drivers.ts";
import { browserHtml, rowsOf, statesOf } from "./browserReport.ts";
import { type BrowserTrial, browserTrial } from "./browserTrial.ts";

export interface BrowserRun {
  /** Address of a running console with the demo accounts. */
  readonly base: string;
  readonly machine: string | undefined;
  readonly path: number | undefined;
  readonly seed: number;
  readonly headed: boolean;
}

/** The demo operator. */
const phone = "13800000002";
const folder = path.resolve(import.meta.dirname, "../../../../test-results/model-browser");

/** QA's run against a running console: prints the table, writes JUnit and a page of pictures; answers with the failures. */
export async function runInBrowser({ base, machine, path: only, seed, headed }: BrowserRun): Promise<number> {
  const all: readonly Driver[] = [...drivers, socketDriver];
  const chosen = all.filter((driver) => machine === undefined || driver.machine === machine);
  if (chosen.length === 0)
    throw new Error(
      `There is no machine ${machine} in the browser: ${all.map((one) => one.machine).join(", ")}`,
    );
  // Before the browser is looked for: not every Chromium has windows.
  if (headed) process.env["HEADED"] = "1";
  process.env["CHROMIUM_PATH"] = findChromium();
  const browser = await launchChromium();
  const trials: BrowserTrial[] = [];
  console.log(`${"machine".padEnd(16)} ${"states".padStart(7)} ${"paths".padStart(6)}  rows`);
  try {
    for (const driver of chosen) {
      const trial = await browserTrial(driver, browser, { base, phone, seed, only, folder });
      trials.push(trial);
      const { all: states, seen } = statesOf(trial);
      console.log(
        `${driver.machine.padEnd(16)} ${`${seen}/${states}`.padStart(7)} ${String(trial.cases.length).padStart(6)}  ${rowsOf(trial).join(" ")}`,
      );
      for (const { name, failure } of trial.cases)
        if (failure) console.log(`  FAILED ${name}\n    ${failure}`);
    }
  } finally {
    await browser.close();
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "junit.xml"), junitOf(trials.map(forJunit)));
  writeFileSync(path.join(folder, "index.html"), browserHtml(trials, base, new Date()));
  const cases = trials.flatMap((trial) => trial.cases);
  const failed = cases.filter(({ failure }) => failure !== null).length;
  console.log(
    `${cases.length - failed} passed, ${failed} failed; report in ${path.relative(process.cwd(), folder)}/index.html`,
  );
  return cases.length === 0 ? 1 : failed;
}

const forJunit = ({ driver, cases }: BrowserTrial) => ({
  machine: `${driver.machine} (${driver.title})`,
  cases: cases.map(({ name, failure, ms }) => ({
    subject: driver.title,
    name,
    failure: failure === null ? null : { path: name, difference: failure },
    ms,
  })),
  states: [],
  transitions: [],
  origins: [],
  diagram: "",
});
