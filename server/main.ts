import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { assertOpenFileLimit } from "./assertOpenFileLimit.ts";
import { loadDemo } from "./demo.ts";
import { describeStartError } from "./describeStartError.ts";
import { exitWithError } from "./exitWithError.ts";
import { createLog, openStandardOutput } from "./log/createLog.ts";
import { formatErrorForLog } from "./log/formatErrorForLog.ts";
import { checkBasemapFile } from "./map/basemapFile.ts";
import { openPlatform } from "./openPlatform.ts";
import { readSettings, type Settings } from "./settings/settings.ts";
import { readCertificateAuthority } from "./telemetry/mqtt/readCertificateAuthority.ts";

/** Finds the next free port above a busy one. */
async function findFreePort(host: string, busy: number): Promise<number> {
  for (let port = busy + 1; port <= 65_535; port++) if (await isPortFree(host, port)) return port;
  return 0;
}

const isPortFree = (host: string, port: number) =>
  tryPort(host, port).then(
    () => true,
    () => false,
  );

/** Fails as listening would, so that a busy port is reported before any data is created. */
function tryPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Opens the database while the rest of the program loads, which shortens the start by a fifth, and starts the server. */
async function run(settings: Settings): Promise<void> {
  assertOpenFileLimit();
  await tryPort(settings.host, settings.port);
  const output = openStandardOutput((lines) =>
    log.warn({ lines }, "log lines dropped: they were not read in time"),
  );
  const log = createLog(settings.logLevel, output);
  // Replaced once there is something to close.
  let shutdownAfterError: () => void = () => exitWithError("The server could not start.");
  // Last resort: an uncaught error may have left something half done.
  process.on("uncaughtException", (error) => {
    log.error({ fault: formatErrorForLog(error) }, "uncaught");
    shutdownAfterError();
  });
  const onRunning = (shutdown: () => void) => {
    shutdownAfterError = shutdown;
  };
  if (settings.basemapFile) await checkBasemapFile(settings.basemapFile);
  if (settings.gateway) {
    const { startGateway } = await import("./gateway/startGateway.ts");
    const consoleDir = fileURLToPath(new URL("../dist", import.meta.url));
    return startGateway({ settings, gateway: settings.gateway, log, consoleDir, onRunning });
  }
  const mqttCa = settings.mqtt?.caFile ? await readCertificateAuthority(settings.mqtt.caFile) : null;
  const demo = await loadDemo(settings);
  const outcome = await demo?.prepareData(settings);
  if (outcome === "told") process.exit(1);
  if (outcome === "failed") log.warn("the demo data were not completed in a process of their own");
  const opening = openPlatform(settings, log, output.droppedCount, {
    onDatabaseStopped: () =>
      exitWithError(
        `The embedded database in DATA_DIR ${settings.dataDir} has stopped. Start the server again.`,
      ),
    onDatabaseTaken: ({ holder }) => {
      log.error({ holder }, "database taken by another process");
      shutdownAfterError();
    },
    onProcessLost: (reason) => {
      log.error({ reason }, "place among the processes lost");
      shutdownAfterError();
    },
  });
  const [platform, { startServer }] = await Promise.all([opening, import("./startServer.ts")]);
  await startServer({ platform, demo, mqttCa, onRunning });
}

const read = readSettings(process.env);
if ("errors" in read) exitWithError(...read.errors);
const { settings } = read;
try {
  await run(settings);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    const free = await findFreePort(settings.host, settings.port);
    exitWithError(`PORT ${settings.port} is in use. Port ${free} is free: start with PORT=${free}.`);
  }
  const line = describeStartError(error, settings);
  if (!line) console.error(error);
  exitWithError(line ?? "The server could not start.");
}
