import { exitWithError } from "../exitWithError.ts";
import { createErrorLogger, createLog, openStandardOutput } from "../log/createLog.ts";
import { openPlatform } from "../openPlatform.ts";
import { readSettings } from "../settings.ts";
import { completeDemoData } from "./demoSeedState.ts";
import { seedReference } from "./seedReference.ts";

// A program of its own, started by `runSeedProcess`: creates the database with its demo data and ends.

// The server that wants the data has ended.
process.once("disconnect", () => process.exit(1));

const read = readSettings(process.env);
if ("errors" in read) exitWithError(...read.errors);
const log = createLog(
  read.settings.logLevel,
  openStandardOutput(() => undefined),
);
const exitOnLoss = () => process.exit(1);
try {
  const platform = await openPlatform(read.settings, log, () => 0, {
    onDatabaseStopped: exitOnLoss,
    onDatabaseTaken: exitOnLoss,
  });
  await seedReference(platform.db);
  await completeDemoData(platform);
  await platform.close();
} catch (error) {
  // The server tries what is missing itself.
  createErrorLogger(log)(error, "demo data");
  process.exit(1);
}
process.exit(0);
