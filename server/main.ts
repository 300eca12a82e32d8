import { demoPassword } from "../adapters/contract/weakPasswords.ts";
import { createApp } from "./app.ts";
import { firstAdmin } from "./auth/firstAdmin.ts";
import { firstAdminFile } from "./auth/firstAdminFile.ts";
import { serveBackup } from "./backup/serveBackup.ts";
import { ownUrl, removeServerFile, writeServerFile } from "./backup/serverFile.ts";
import { vacuum } from "./db/vacuum.ts";
import { endOnSignal } from "./endOnSignal.ts";
import { freePort, tryPort } from "./freePort.ts";
import { keepTidy } from "./housekeeping.ts";
import { loggedFault } from "./http/loggedFault.ts";
import { createLog, standardOutput } from "./log/createLog.ts";
import { checkOpenFiles } from "./openFiles.ts";
import { openPlatform } from "./openPlatform.ts";
import type { Platform } from "./platform.ts";
import { seedBoxes } from "./seed/devices/seedBoxes.ts";
import { seedFlights } from "./seed/flights/seedFlights.ts";
import { demoScale, seedDemo } from "./seed/seedDemo.ts";
import { seedReference } from "./seed/seedReference.ts";
import { demoAccounts } from "./seed/seedStaff.ts";
import { readSettings, type Settings, type SmsSettings } from "./settings.ts";
import { demoGateway } from "./sms/demoGateway.ts";
import { httpGateway } from "./sms/httpGateway.ts";
import { createSender, type SmsSender } from "./sms/sender.ts";
import { startFault } from "./startFault.ts";
import { createLive } from "./telemetry/live.ts";
import { createReplay } from "./telemetry/replay/replay.ts";
import { befall } from "./telemetry/simulator/befall.ts";
import { serveFaults } from "./telemetry/simulator/serveFaults.ts";
import { createSimulator, type Simulator } from "./telemetry/simulator/simulator.ts";
import type { TelemetrySource } from "./telemetry/source.ts";

/** Flights that can be open at once besides the simulated ones. */
const otherFlights = 2_048;

async function start(settings: Settings): Promise<void> {
  checkOpenFiles();
  await tryPort(settings.host, settings.port);
  const log = createLog(settings.logLevel, standardOutput());
  // Until there is something to close.
  let endAfterFault: () => void = () => fail("The server could not start.");
  // The last resort: what nobody caught has left something half done.
  process.on("uncaughtException", (fault) => {
    log.error({ fault: loggedFault(fault) }, "uncaught");
    endAfterFault();
  });
  const platform = await openPlatform(settings, log, {
    onStopped: () =>
      fail(`The embedded database in DATA_DIR ${settings.dataDir} has stopped. Start the server again.`),
    onTaken: ({ holder }) => {
      log.error({ holder }, "database taken by another process");
      endAfterFault();
    },
  });
  const live = createLive(platform, settings.fleet + otherFlights);
  const app = await createApp(platform, { live });
  let simulator: Simulator | null = null;
  const token = platform.randomBytes(32).toString("base64url");
  serveBackup(app, platform, token);
  if (!settings.production) serveFaults(app, () => simulator);
  const stopTidying = keepTidy(platform);
  const sender = settings.sms && senderOf(platform, settings.sms);
  const sources: TelemetrySource[] = [];
  const stop = async () => {
    log.info("stopping");
    stopTidying();
    removeServerFile(settings.dataDir, token);
    for (const source of sources) source.stop();
    await app.close();
    await sender?.stop();
    await platform.close();
    log.info("stopped");
  };
  const ending = endOnSignal(stop, (fault) => fail(String(fault)));
  endAfterFault = ending.endAfterFault;
  try {
    const greeting = await firstData(platform);
    // Without room for it the server still reads.
    if (!settings.databaseUrl)
      await vacuum(platform.db, "grown").catch((fault) => platform.onFault(fault, "vacuum at the start"));
    const address = await app.listen({ host: settings.host, port: settings.port });
    writeServerFile(settings.dataDir, { url: ownUrl(app.server.address()), token }, log);
    console.log([`Aerial Console is at ${address}`, ...greeting].join("\n"));
    const database = settings.databaseUrl ? "postgres" : "embedded";
    log.info(
      { listen: address, node: process.version, database, production: settings.production },
      "started",
    );
    await sender?.start();
    // The page need not wait for flights to be under way.
    if (settings.fleet > 0) {
      simulator = await createSimulator(platform, live, settings.fleet);
      sources.push(simulator, befall(simulator, settings.faults));
    }
    if (settings.replay) sources.push(await createReplay(platform, live, settings.replay));
    if (ending.hasBegun()) return;
    for (const source of sources) source.start();
    live.start();
  } catch (fault) {
    // A database that is closed under a start that is being stopped is no fault.
    if (ending.hasBegun()) return;
    await stop();
    throw fault;
  }
}

/** Hands messages to the gateway that the settings name. */
function senderOf(platform: Platform, { url, token }: SmsSettings): SmsSender {
  const gateway = url ? httpGateway({ url, ...(token ? { token } : {}) }) : demoGateway(platform.clock);
  return createSender(platform, gateway);
}

/** Demo data on a platform for trying out, one admin on a real one; answers with what to tell of it. */
async function firstData(platform: Awaited<ReturnType<typeof openPlatform>>): Promise<string[]> {
  const { settings, db, clock, newId, randomBytes } = platform;
  if (!settings.production) {
    await seedDemo(db, clock(), demoScale(settings.seedCompanies));
    await seedFlights(db, clock());
    await seedBoxes(db, clock());
    const names = demoAccounts.map(([name, phone, ...roles]) => `  ${phone}  ${name} (${roles.join(", ")})`);
    return [`Demo accounts, all with the password ${demoPassword}:`, ...names];
  }
  await seedReference(db);
  const file = firstAdminFile(settings.dataDir);
  await firstAdmin(db, settings.adminPhone, { now: clock(), newId, randomBytes }, file.write);
  if (!(await file.removeIfChanged(db))) return [];
  platform.bus.subscribe("staff.changed", () => {
    file.removeIfChanged(db).catch((fault) => platform.onFault(fault, "first admin"));
  });
  return [
    `First admin: phone number and initial password are in ${file.path}. It is removed once the password is changed.`,
  ];
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const read = readSettings(process.env);
if ("faults" in read) fail(...read.faults);
const { settings } = read;
try {
  await start(settings);
} catch (fault) {
  if ((fault as NodeJS.ErrnoException).code === "EADDRINUSE") {
    const free = await freePort(settings.host, settings.port);
    fail(`PORT ${settings.port} is in use. Port ${free} is free: start with PORT=${free}.`);
  }
  const line = startFault(fault, settings);
  if (!line) console.error(fault);
  fail(line ?? "The server could not start.");
}
