import { rmSync } from "node:fs";
import { getEmbeddedFolder } from "../../server/db/openDatabase.ts";
import { describeStartError, isDiskFull } from "../../server/describeStartError.ts";
import { exitWithError } from "../../server/exitWithError.ts";
import { createErrorLogger, createLog, openStandardOutput } from "../../server/log/createLog.ts";
import { openPlatform } from "../../server/openPlatform.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { completeDemoData } from "./demoSeedState.ts";
import { isNewDemo, toldExitCode } from "./runSeedProcess.ts";

// A program of its own, started by `runSeedProcess`: creates the database with its demo data and ends.

// The server that wants the data has ended.
process.once("disconnect", () => process.exit(1));

const read = readSettings(process.env);
if ("errors" in read) exitWithError(...read.errors);
const log = createLog(
  read.settings.logLevel,
  openStandardOutput(() => undefined),
);
const isNew = isNewDemo(read.settings);
const exitOnLoss = () => process.exit(1);
try {
  const platform = await openPlatform(read.settings, log, () => 0, {
    onDatabaseStopped: exitOnLoss,
    onDatabaseTaken: exitOnLoss,
    onProcessLost: exitOnLoss,
  });
  console.log("Creating the demo data …");
  await seedReference(platform.db);
  await completeDemoData(platform);
  await platform.close();
} catch (error) {
  // Half a database would keep the next start from making a whole one.
  if (isNew && isDiskFull(error))
    rmSync(getEmbeddedFolder(read.settings.dataDir), { recursive: true, force: true });
  const line = describeStartError(error, read.settings);
  if (line) {
    console.error(line);
    process.exit(toldExitCode);
  }
  // The server tries what is missing itself.
  createErrorLogger(log)(error, "demo data");
  process.exit(1);
}
process.exit(0);
