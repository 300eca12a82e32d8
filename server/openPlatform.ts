import { randomBytes, randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createLocalBus } from "./bus/createLocalBus.ts";
import { openNatsLink } from "./bus/natsLink.ts";
import type { MembershipHandlers } from "./cluster/createMembership.ts";
import { openMembership } from "./cluster/membership.ts";
import { createIdGenerator } from "./createIdGenerator.ts";
import { createDatabaseMonitor } from "./databaseMonitor.ts";
import { toCallWaitMs } from "./db/databaseBusyError.ts";
import { ensureFolder } from "./db/ensureFolder.ts";
import { type DatabaseInUseError, lockPostgres } from "./db/lockPostgres.ts";
import { openDatabase, type ServerDatabaseConnection } from "./db/openDatabase.ts";
import { probeWrites } from "./db/probeWrites.ts";
import { createErrorLogger, type Log } from "./log/createLog.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { loadSecretKey } from "./modules/accessKey/loadSecretKey.ts";
import type { Platform } from "./platform.ts";
import { processTimers } from "./processTimers.ts";
import type { Settings } from "./settings/settings.ts";

/** Called once if this process loses its database or its process id. */
interface LossHandlers extends MembershipHandlers {
  /** The embedded database has stopped by itself. */
  readonly onDatabaseStopped: (error: Error) => void;
  /** Another process locked PostgreSQL while this one was disconnected. */
  readonly onDatabaseTaken: (error: DatabaseInUseError) => void;
}

/** The platform with what its opener needs to back it up and to close it. */
export type OpenedPlatform = Platform & Pick<ServerDatabaseConnection, "snapshot" | "close">;

/**
 * Opens the real platform: database, clock, randomness.
 * @param droppedLogLines number of lines that the log's output has dropped
 */
export async function openPlatform(
  settings: Settings,
  log: Log,
  droppedLogLines: () => number,
  lossHandlers: LossHandlers,
): Promise<OpenedPlatform> {
  ensureFolder(settings.dataDir);
  const open = () => openLockedPlatform(settings, log, droppedLogLines, lossHandlers);
  if (!settings.databaseUrl) return open();
  // The folder of the embedded database has a lock of its own.
  const kind = settings.cluster ? "shared" : "alone";
  const unlock = await lockPostgres(settings.databaseUrl, kind, lossHandlers.onDatabaseTaken, (error) =>
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      "database lock not taken again yet: another process could start beside this one",
    ),
  );
  try {
    const platform = await open();
    const close = async () => {
      await platform.close();
      await unlock();
    };
    return { ...platform, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openLockedPlatform(
  settings: Settings,
  log: Log,
  droppedLogLines: () => number,
  { onDatabaseStopped, onProcessLost }: LossHandlers,
) {
  const clock = () => new Date();
  const { monotonicMs } = processTimers;
  const metrics = createMetrics();
  const database = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    onLost: onDatabaseStopped,
    onWait: (lane, ms) => metrics.databaseWait.observe({ lane }, ms / 1000),
    callWaitMs: toCallWaitMs(settings.console.requestTimeoutMs),
  });
  const { db, callDb, priorityDb, stats, snapshot } = database;
  // The embedded database always has one process.
  const membership = settings.databaseUrl
    ? await openMembership(settings.databaseUrl, { log, onProcessLost }).catch(async (error) => {
        await database.close();
        throw error;
      })
    : null;
  // The embedded database has one process: any id will do.
  const newId = createIdGenerator(clock, membership?.processId ?? randomInt(1024));
  const close = async () => {
    await membership?.close();
    await database.close();
  };
  const secretKey = await loadSecretKey(db, { settings, clock, newId, log }).catch(async (error) => {
    await close();
    throw error;
  });
  const probe = () => probeWrites(priorityDb);
  const monitor = createDatabaseMonitor({ probe, log, logError: createErrorLogger(log) });
  const connected = settings.cluster
    ? await membership
        ?.connect(
          openNatsLink(settings.cluster, secretKey, { log, onError: monitor.onError }),
          settings.cluster.roles,
          monitor.onError,
        )
        .catch(async (error) => {
          await close();
          throw error;
        })
    : null;
  const bus = connected?.bus ?? createLocalBus();
  const cluster = connected?.cluster ?? null;
  const platform: Platform = {
    db,
    callDb,
    priorityDb,
    databaseStats: stats,
    isWritable: monitor.isWritable,
    bus,
    processId: membership?.processId ?? null,
    cluster,
    liveDb: (cluster && database.createFencedDb?.(cluster.fence)) ?? db,
    settings,
    clock,
    monotonicMs,
    newId,
    randomBytes,
    secretKey,
    consoleDir: fileURLToPath(new URL("../dist", import.meta.url)),
    log,
    droppedLogLines,
    metrics,
    onError: monitor.onError,
  };
  return {
    ...platform,
    snapshot,
    close: async () => {
      monitor.stop();
      await bus.close();
      await close();
    },
  };
}
