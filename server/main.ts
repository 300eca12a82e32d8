import { createServer } from "node:net";
import { demoPassword } from "../adapters/contract/weakPasswords.ts";
import { createApp } from "./app.ts";
import { assertOpenFileLimit } from "./assertOpenFileLimit.ts";
import { createFirstAdmin } from "./auth/createFirstAdmin.ts";
import { createFirstAdminFile } from "./auth/firstAdminFile.ts";
import { serveBackup } from "./backup/serveBackup.ts";
import { getServerUrl, removeServerFile, writeServerFile } from "./backup/serverFile.ts";
import { scheduleCleanup } from "./cleanup.ts";
import { vacuum } from "./db/vacuum.ts";
import { describeStartError } from "./describeStartError.ts";
import { getShiftLeader } from "./duty/dutyLog.ts";
import { createOrderWatch } from "./duty/orderWatch.ts";
import { formatErrorForLog } from "./http/formatErrorForLog.ts";
import { createLog, openStandardOutput } from "./log/createLog.ts";
import { openPlatform } from "./openPlatform.ts";
import type { Platform } from "./platform.ts";
import { seedDemoDevice } from "./seed/devices/demoDevice.ts";
import { seedBoxes } from "./seed/devices/seedBoxes.ts";
import { seedFlights } from "./seed/flights/seedFlights.ts";
import { getDemoScale, seedDemo } from "./seed/seedDemo.ts";
import { seedReference } from "./seed/seedReference.ts";
import { demoAccounts } from "./seed/seedStaff.ts";
import { readSettings, type Settings, type SmsSettings } from "./settings.ts";
import { shutdownOnSignal } from "./shutdownOnSignal.ts";
import { createDemoGateway } from "./sms/createDemoGateway.ts";
import { createHttpGateway } from "./sms/createHttpGateway.ts";
import { createSmsSender, type SmsSender } from "./sms/smsSender.ts";
import { restoreFlights } from "./telemetry/flights/restoreFlights.ts";
import { fillTakeoffRegions } from "./telemetry/flights/takeoffRegion.ts";
import { createLiveService } from "./telemetry/liveService.ts";
import { createMqttSource } from "./telemetry/mqtt/createMqttSource.ts";
import { readCertificateAuthority } from "./telemetry/mqtt/readCertificateAuthority.ts";
import { createReplay } from "./telemetry/replay/replay.ts";
import { registerFaultRoutes } from "./telemetry/simulator/faultRoutes.ts";
import { injectFaults } from "./telemetry/simulator/injectFaults.ts";
import { createSimulator, type Simulator } from "./telemetry/simulator/simulator.ts";
import type { TelemetrySource } from "./telemetry/telemetrySource.ts";
import { openTerrain } from "./terrain/terrain.ts";

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

/** Capacity for open flights besides the simulated ones. */
const extraFlightCapacity = 2_048;

async function startServer(settings: Settings): Promise<void> {
  assertOpenFileLimit();
  await tryPort(settings.host, settings.port);
  const mqttCa = settings.mqtt?.caFile ? await readCertificateAuthority(settings.mqtt.caFile) : null;
  const log = createLog(settings.logLevel, openStandardOutput());
  // Replaced once there is something to close.
  let shutdownAfterError: () => void = () => exitWithError("The server could not start.");
  // Last resort: an uncaught error may have left something half done.
  process.on("uncaughtException", (error) => {
    log.error({ fault: formatErrorForLog(error) }, "uncaught");
    shutdownAfterError();
  });
  const platform = await openPlatform(settings, log, {
    onDatabaseStopped: () =>
      exitWithError(
        `The embedded database in DATA_DIR ${settings.dataDir} has stopped. Start the server again.`,
      ),
    onDatabaseTaken: ({ holder }) => {
      log.error({ holder }, "database taken by another process");
      shutdownAfterError();
    },
  });
  const terrain = settings.terrainDir ? await openTerrain(settings.terrainDir, platform.onError) : null;
  const live = createLiveService(platform, settings.fleet + extraFlightCapacity, {
    rules: { terrain },
    getShiftLeader: () => getShiftLeader(platform.db),
    hasSmsGateway: settings.sms !== null,
  });
  const app = await createApp(platform, { live });
  let simulator: Simulator | null = null;
  const token = platform.randomBytes(32).toString("base64url");
  serveBackup(app, platform, token);
  if (!settings.production) registerFaultRoutes(app, () => simulator);
  const stopCleanup = scheduleCleanup(platform);
  const sender = settings.sms && createConfiguredSender(platform, settings.sms);
  const orderWatch = createOrderWatch(platform, live.registry);
  const sources: TelemetrySource[] = [];
  const stop = async () => {
    log.info("stopping");
    stopCleanup();
    orderWatch.stop();
    removeServerFile(settings.dataDir, token);
    for (const source of sources) source.stop();
    await app.close();
    await sender?.stop();
    await platform.close();
    log.info("stopped");
  };
  const shutdown = shutdownOnSignal(stop, (error) => exitWithError(String(error)));
  shutdownAfterError = shutdown.shutdownAfterError;
  try {
    const startupLines = await seedInitialData(platform);
    // May fail on a full disk, where the server can still read.
    if (!settings.databaseUrl)
      await vacuum(platform.db, "grown").catch((error) => platform.onError(error, "vacuum at the start"));
    await live.alarmRules?.load();
    // Before the first sample comes in: it belongs to the flight that was open.
    await restoreFlights(platform.db, live.registry, platform.clock(), platform.onError);
    await live.alarms.restore();
    const address = await app.listen({ host: settings.host, port: settings.port });
    writeServerFile(settings.dataDir, { url: getServerUrl(app.server.address()), token }, log);
    console.log([`Aerial Console is at ${address}`, ...startupLines].join("\n"));
    const database = settings.databaseUrl ? "postgres" : "embedded";
    log.info(
      { listen: address, node: process.version, database, production: settings.production },
      "started",
    );
    await sender?.start();
    // After `listen`: pages need not wait for simulated flights.
    if (settings.fleet > 0) {
      simulator = await createSimulator(platform, live, settings.fleet);
      sources.push(simulator, injectFaults(simulator, settings.faults));
    }
    if (settings.mqtt) sources.push(await createMqttSource(platform, live, settings.mqtt, mqttCa));
    if (settings.replay) sources.push(await createReplay(platform, live, settings.replay));
    if (shutdown.hasStarted()) return;
    for (const source of sources) source.start();
    live.start();
    await orderWatch.start();
    await fillTakeoffRegions(platform.db, shutdown.hasStarted).catch((error) =>
      platform.onError(error, "take-off regions"),
    );
  } catch (error) {
    // A database that was closed by a shutdown during the start is not an error.
    if (shutdown.hasStarted()) return;
    await stop();
    throw error;
  }
}

/** Creates the sender with the configured gateway. */
function createConfiguredSender(platform: Platform, { url, token }: SmsSettings): SmsSender {
  const gateway = url
    ? createHttpGateway({ url, ...(token ? { token } : {}) })
    : createDemoGateway(platform.clock);
  return createSmsSender(platform, gateway);
}

/** Seeds demo data, or in production the first admin. Returns lines for the terminal. */
async function seedInitialData(platform: Awaited<ReturnType<typeof openPlatform>>): Promise<string[]> {
  const { settings, db, clock, newId, randomBytes, secretKey } = platform;
  if (!settings.production) {
    await seedDemo(db, clock(), getDemoScale(settings.seedCompanies));
    await seedFlights(db, clock());
    await seedBoxes(db, clock());
    await seedDemoDevice(db, { secretKey, randomBytes, now: clock() });
    const names = demoAccounts.map(([name, phone, ...roles]) => `  ${phone}  ${name} (${roles.join(", ")})`);
    return [`Demo accounts, all with the password ${demoPassword}:`, ...names];
  }
  await seedReference(db);
  const file = createFirstAdminFile(settings.dataDir);
  await createFirstAdmin(db, settings.adminPhone, { now: clock(), newId, randomBytes }, file.write);
  if (!(await file.removeIfChanged(db))) return [];
  platform.bus.subscribe("staff.changed", () => {
    file.removeIfChanged(db).catch((error) => platform.onError(error, "first admin"));
  });
  return [
    `First admin: phone number and initial password are in ${file.path}. It is removed once the password is changed.`,
  ];
}

function exitWithError(...lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const read = readSettings(process.env);
if ("errors" in read) exitWithError(...read.errors);
const { settings } = read;
try {
  await startServer(settings);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    const free = await findFreePort(settings.host, settings.port);
    exitWithError(`PORT ${settings.port} is in use. Port ${free} is free: start with PORT=${free}.`);
  }
  const line = describeStartError(error, settings);
  if (!line) console.error(error);
  exitWithError(line ?? "The server could not start.");
}
