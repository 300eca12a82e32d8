import { existsSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { aptInstall } from "./aptInstall.ts";
import { findChromium } from "./findChromium.ts";
import { findMosquitto } from "./findMosquitto.ts";
import { findOgrinfo } from "./findOgrinfo.ts";
import { areMutantsChecked } from "./mutantRecord.ts";
import { demoDataDir, runVitest } from "./runVitest.ts";
import { startPostgres } from "./startPostgres.ts";
import { type Suite, suites } from "./suites.ts";
import { sumTallies, type Tally } from "./tally.ts";

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

const { values: options, positionals: requested } = parseArgs({
  options: { full: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = requested.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  throw new Error(`There is no suite ${unknown.join(", ")}: ${suites.map(({ name }) => name).join(", ")}`);
}

const tallies: Tally[] = [];
// Demo data of an interrupted run may be outdated, as they depend on the date.
rmSync(demoDataDir, { recursive: true, force: true });
for (const suite of suites.filter(isDue)) {
  const from = performance.now();
  const tally = await runSuite(suite);
  const seconds = Math.round((performance.now() - from) / 1000);
  console.log(`${suite.name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s\n`);
  tallies.push(tally);
}
rmSync(demoDataDir, { recursive: true, force: true });

const { passed, failed, skipped } = sumTallies(tallies);
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

/** Mutants are tested again only if machines or their tests have changed. */
function isDue({ name }: Suite): boolean {
  if (requested.length > 0) return requested.includes(name);
  return name !== "mutants" || options.full || !areMutantsChecked();
}

/** Runs a suite. If its browser, LibreOffice, broker, GDAL or database is not available, it prints why and counts one failure. */
async function runSuite({ name, args: dailyArgs, fullArgs, needs }: Suite): Promise<Tally> {
  const args = options.full ? (fullArgs ?? dailyArgs) : dailyArgs;
  try {
    if (needs === "chromium") return await runVitest(name, args, { CHROMIUM_PATH: findChromium() });
    if (needs === "libreoffice") return await runVitest(name, args, { SOFFICE_PATH: findLibreOffice() });
    if (needs === "mosquitto") return await runVitest(name, args, { MOSQUITTO_PATH: findMosquitto() });
    if (needs === "gdal") return await runVitest(name, args, { OGRINFO_PATH: findOgrinfo() });
    if (needs === "nothing") return await runVitest(name, args, {});
    const postgres = await startPostgres();
    try {
      return await runVitest(name, args, { TEST_DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
