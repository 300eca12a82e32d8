import { and, eq, isNull } from "drizzle-orm";
import { createApp } from "./app.ts";
import { createFirstAdmin } from "./auth/createFirstAdmin.ts";
import { createFirstAdminFile } from "./auth/firstAdminFile.ts";
import { resetSecondFactors } from "./auth/resetSecondFactors.ts";
import { serveBackup } from "./backup/serveBackup.ts";
import { getServerUrl, removeServerFile, writeServerFile } from "./backup/serverFile.ts";
import { scheduleCleanup } from "./cleanup.ts";
import { createLiveService } from "./createLiveService.ts";
import { advisoryLocks } from "./db/advisoryLocks.ts";
import { createDamageCheck } from "./db/damageCheck.ts";
import { staff } from "./db/schema/staff.ts";
import { vacuum } from "./db/vacuum.ts";
import { withPostgresLock } from "./db/withPostgresLock.ts";
import type { Demo } from "./demo.ts";
import { getShiftLeader } from "./duty/dutyLog.ts";
import { createOrderWatch, type OrderWatch } from "./duty/orderWatch.ts";
import { shareConsoles } from "./duty/sharedConsoles.ts";
import { exitWithError } from "./exitWithError.ts";
import { createMailSender } from "./mail/mailSender.ts";
import { createMailTransport } from "./mail/mailTransport.ts";
import { revokeDemoKey } from "./modules/accessKey/demoKey.ts";
import type { OpenedPlatform } from "./openPlatform.ts";
import type { Platform } from "./platform.ts";
import { seedReference } from "./reference/seedReference.ts";
import { normalizeIdentities } from "./repairs/normalizeIdentities.ts";
import { tellRepairs } from "./repairs/tellRepairs.ts";
import type { SmsSettings } from "./settings/settings.ts";
import { shutdownOnSignal } from "./shutdownOnSignal.ts";
import { createHttpGateway } from "./sms/createHttpGateway.ts";
import { createSmsSender, type SmsSender } from "./sms/smsSender.ts";
import { recordDowntime } from "./telemetry/flights/recordDowntime.ts";
import { restoreFlights } from "./telemetry/flights/restoreFlights.ts";
import { fillTakeoffRegions } from "./telemetry/flights/takeoffRegion.ts";
import { createMqttSource } from "./telemetry/mqtt/createMqttSource.ts";
import type { TelemetrySource } from "./telemetry/telemetrySource.ts";
import { openTerrain } from "./terrain/terrain.ts";

interface StartOptions {
  readonly platform: OpenedPlatform;
  /** Null if the settings need nothing of it. */
  readonly demo: Demo | null;
  /** Certificate authority of the MQTT broker, as PEM text. */
  readonly mqttCa: string | null;
  /** Called once there is something to close, with what closes it and exits with 1. */
  readonly onRunning: (shutdownAfterError: () => void) => void;
}

/** Seeds what is missing, listens, and starts the sources of telemetry. Closes everything again if that fails. */
export async function startServer({ platform, demo, mqttCa, onRunning }: StartOptions): Promise<void> {
  const { settings, log } = platform;
  const terrain = settings.terrainDir ? await openTerrain(settings.terrainDir, platform.onError) : null;
  const { cluster } = platform;
  const livePlatform = { ...platform, db: platform.liveDb };
  const live = createLiveService(livePlatform, settings.flightCapacity, {
    rules: { terrain },
    getShiftLeader: (alarm) => getShiftLeader(platform.db, alarm),
    hasSmsGateway: settings.sms !== null,
    hasMailServer: settings.mail !== null,
  });
  const damageCheck = createDamageCheck(platform);
  let recoverJobs = async () => {};
  const app = await createApp(platform, {
    live,
    getDamagedTables: damageCheck.getDamaged,
    onJobs: (recover) => {
      recoverJobs = recover;
    },
  });
  const token = platform.randomBytes(32).toString("base64url");
  serveBackup(app, platform, token);
  if (!settings.production) demo?.registerRoutes(app);
  let stopCleanup = () => {};
  const sender = settings.sms && createConfiguredSender(platform, demo, settings.sms);
  const mailSender = settings.mail && createMailSender(platform, createMailTransport(settings.mail));
  let orderWatch: OrderWatch | null = null;
  const sources: TelemetrySource[] = [];
  const stop = async () => {
    log.info("stopping");
    stopCleanup();
    damageCheck.stop();
    orderWatch?.stop();
    removeServerFile(settings.dataDir, token);
    for (const source of sources) source.stop();
    await app.close();
    await sender?.stop();
    await mailSender?.stop();
    await platform.close();
    log.info("stopped");
  };
  /** Restores what was under way when the previous owner of the live picture stopped. */
  async function restore(): Promise<void> {
    await live.alarmRules?.load();
    await live.clockCorrections.load(livePlatform.db);
    // Before the first sample comes in: it belongs to the flight that was open.
    await restoreFlights(livePlatform.db, live, platform.clock(), platform.onError);
    await recordDowntime(livePlatform.db, live, platform.newId, platform.clock());
    await live.alarms.restore();
    await recoverJobs();
  }
  async function startLive(): Promise<void> {
    // After `listen`: pages need not wait for simulated flights.
    if (demo) sources.push(...(await demo.createSources(livePlatform, live)));
    if (settings.mqtt) sources.push(await createMqttSource(livePlatform, live, settings.mqtt, mqttCa));
    if (shutdown.hasStarted()) return;
    for (const source of sources) source.start();
    live.start();
    orderWatch = createOrderWatch(livePlatform, live.registry);
    await orderWatch.start();
  }
  /** Starts the background work that only one process does. */
  async function startWork(): Promise<void> {
    stopCleanup = scheduleCleanup(platform);
    await sender?.start();
    await mailSender?.start();
    if (shutdown.hasStarted()) return;
    damageCheck.start();
    void fillTakeoffRegions(platform.db, shutdown.hasStarted).catch((error) =>
      platform.onError(error, "take-off regions"),
    );
  }
  const shutdown = shutdownOnSignal(stop, (error) => exitWithError(String(error)));
  onRunning(shutdown.shutdownAfterError);
  try {
    const startupLines = await seedAlone(platform, demo);
    // May fail on a full disk, where the server can still read.
    if (!settings.databaseUrl)
      await vacuum(platform.db, "grown").catch((error) => platform.onError(error, "vacuum at the start"));
    if (!cluster) await restore();
    const address = await app.listen({ host: settings.host, port: settings.port });
    writeServerFile(settings.dataDir, { url: getServerUrl(app.server.address()), token }, log);
    console.log(
      [`Aerial Console is at ${address}${settings.basePath.slice(0, -1)}`, ...startupLines].join("\n"),
    );
    const database = settings.databaseUrl ? "postgres" : "embedded";
    log.info(
      { listen: address, node: process.version, database, production: settings.production },
      "started",
    );
    if (!cluster) {
      await startWork();
      return await startLive();
    }
    live.follow();
    /** Shuts down after a failure, so that another process takes over: the lease would keep the work from it. */
    const orEnd = (work: Promise<void>) =>
      void work.catch((error: unknown) => {
        if (shutdown.hasStarted()) return;
        platform.onError(error, "takeover");
        shutdown.shutdownAfterError();
      });
    await cluster.join({
      address: settings.cluster?.processUrl ?? getServerUrl(app.server.address()),
      listConsoles: () => shareConsoles(live.listOwnConsoles()),
      onLive: () =>
        orEnd(
          restore().then(() => {
            cluster.setRestored();
            live.alarms.publishAll();
            return startLive();
          }),
        ),
      onWorker: () => orEnd(startWork()),
    });
  } catch (error) {
    // A database that was closed by a shutdown during the start is not an error.
    if (shutdown.hasStarted()) return;
    await stop();
    throw error;
  }
}

/** Creates the sender with the configured gateway, or that of the demonstration. */
function createConfiguredSender(platform: Platform, demo: Demo | null, sms: SmsSettings): SmsSender | null {
  const { url, token } = sms;
  if (url) return createSmsSender(platform, createHttpGateway({ url, ...(token ? { token } : {}) }));
  return demo && createSmsSender(platform, demo.createSmsGateway(platform.clock));
}

/** Seeds under a lock, so that processes that start at the same time do it one after the other. */
async function seedAlone(platform: OpenedPlatform, demo: Demo | null): Promise<readonly string[]> {
  const { cluster, settings } = platform;
  if (!cluster || !settings.databaseUrl) return seedInitialData(platform, demo);
  let lines: readonly string[] = [];
  await withPostgresLock(settings.databaseUrl, advisoryLocks.seed, async () => {
    lines = await seedInitialData(platform, demo);
  });
  return lines;
}

/** Seeds demo data; in production the first admin, and no demo key stays valid. Returns lines for the terminal. */
async function seedInitialData(platform: OpenedPlatform, demo: Demo | null): Promise<readonly string[]> {
  const { settings, db, clock, newId, randomBytes } = platform;
  await tellRepairs(platform, clock());
  await normalizeIdentities(platform);
  await seedReference(db);
  if (settings.resetSecondFactor !== undefined)
    await resetSecondFactors(
      db,
      and(eq(staff.phoneNumber, settings.resetSecondFactor), isNull(staff.deletedAt)),
      "按启动参数重置二次验证",
      { now: clock(), newId },
    );
  if (demo && !settings.production) return demo.completeData(platform);
  await revokeDemoKey(db, { now: clock(), newId });
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
