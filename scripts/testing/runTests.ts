import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { aptInstall } from "./aptInstall.ts";
import { findChromium } from "./findChromium.ts";
import { findMosquitto } from "./findMosquitto.ts";
import { findOgrinfo } from "./findOgrinfo.ts";
import { getMemoryFolder } from "./memoryFolder.ts";
import {
  addSecondTry,
  createFailure,
  describeRun,
  type FinishedSuite,
  getSecondTryFiles,
  isGreen,
  type SuiteResult,
} from "./results.ts";
import { runVitest } from "./runVitest.ts";
import { startPostgres } from "./startPostgres.ts";
import { getArguments, isSelected, type Need, type Selection, type Suite, suites } from "./suites.ts";
import { createClockEnvironment } from "./testClock.ts";

/** A suite that takes so many times its usual duration hangs: a busy machine has needed four times. */
const limitFactor = 8;
/** Programs that are installed first take their time, too, s. */
const installSeconds = 300;

const candidates = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"];

/** Finds LibreOffice for the tests: SOFFICE_PATH, an installed one, or Debian's without a GUI, which it installs. */
function findLibreOffice(): string {
  const override = process.env["SOFFICE_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  if (!findInstalled())
    aptInstall(["libreoffice-calc-nogui"], "Install LibreOffice and name it in SOFFICE_PATH.");
  const found = findInstalled();
  if (!found) throw new Error("There is no LibreOffice: install it and name it in SOFFICE_PATH.");
  return found;
}

/** Calls `run` with the variables that name what a suite needs, installed and started if missing. */
async function withNeed<T>(
  need: Need,
  run: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (need === "chromium") return run({ CHROMIUM_PATH: findChromium() });
  if (need === "libreoffice") return run({ SOFFICE_PATH: findLibreOffice() });
  if (need === "mosquitto") return run({ MOSQUITTO_PATH: findMosquitto() });
  if (need === "gdal") return run({ OGRINFO_PATH: findOgrinfo() });
  if (need === "nothing") return run({});
  const postgres = await startPostgres();
  try {
    return await run({ TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

// All suites share the demo data, so they share the clock.
Object.assign(process.env, createClockEnvironment());
const { values: options, positionals: requested } = parseArgs({
  options: { full: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = requested.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  throw new Error(`There is no suite ${unknown.join(", ")}: ${suites.map(({ name }) => name).join(", ")}`);
}
const selection: Selection = { isFull: options.full, requested };

/** Demo data, created by the first suite that needs them and reused by the next; of this run alone. */
const demoDataFolder = mkdtempSync(path.join(getMemoryFolder(), "demo-data-"));

/** Runs a suite. If what it needs is not available, that is its one failure. */
async function runSuite(suite: Suite): Promise<SuiteResult> {
  const seconds = (options.full ? suite.fullSeconds : undefined) ?? suite.seconds;
  try {
    return await withNeed(suite.needs, async (env) => {
      const run = {
        suite: suite.name,
        args: getArguments(suite, selection),
        env: { ...env, DEMO_DATA: path.join(demoDataFolder, "data") },
        limitSeconds: limitFactor * seconds + installSeconds,
      };
      const result = await runVitest(run);
      const files = suite.isRetried ? getSecondTryFiles(result) : [];
      if (files.length === 0) return result;
      console.log(`\nSecond try of ${files.join(", ")}`);
      const second = { ...run, args: [...run.args, ...files], env: { ...run.env, TRACE: "1" } };
      return addSecondTry(result, await runVitest(second), files);
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return createFailure(suite.name, message.split("\n", 1)[0] ?? "");
  }
}

const finished: FinishedSuite[] = [];
for (const suite of suites.filter((one) => isSelected(one, selection))) {
  console.log(`\n${suite.name}`);
  const from = performance.now();
  const result = await runSuite(suite);
  const seconds = (performance.now() - from) / 1_000;
  console.log(`${suite.name}: ${result.passed} passed, ${result.failed} failed in ${Math.round(seconds)} s`);
  finished.push({ name: suite.name, seconds, result });
  if (suite.isGuard && result.failed > 0) {
    console.log("The console does not work at all, so the other suites were not run.");
    break;
  }
}
rmSync(demoDataFolder, { recursive: true, force: true });

if (!isGreen(finished)) process.exitCode = 1;
console.log(`\n${describeRun(finished)}`);
