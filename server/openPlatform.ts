import { randomBytes, randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { localBus } from "./bus/localBus.ts";
import { createDatabaseMonitor } from "./databaseMonitor.ts";
import { type DatabaseInUse, lockPostgres } from "./db/lockPostgres.ts";
import { makeFolder } from "./db/makeFolder.ts";
import { openDatabase, type ServerDatabase } from "./db/open.ts";
import { probeWrites } from "./db/probeWrites.ts";
import { idMaker } from "./ids.ts";
import { faultLogger, type Log } from "./log/createLog.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { matchSecretKey } from "./modules/accessKey/matchSecretKey.ts";
import type { Platform } from "./platform.ts";
import type { Settings } from "./settings.ts";

/** Told once if the database can no longer be this process's. */
interface Losses {
  /** The embedded database has ended by itself. */
  readonly onStopped: (fault: Error) => void;
  /** Another process took PostgreSQL while it was away from this one. */
  readonly onTaken: (fault: DatabaseInUse) => void;
}

/** Opens what the server works with, from the real world: database, clock, chance. */
export async function openPlatform(
  settings: Settings,
  log: Log,
  losses: Losses,
): Promise<Platform & Pick<ServerDatabase, "snapshot" | "close">> {
  makeFolder(settings.dataDir);
  if (!settings.databaseUrl) return openLocked(settings, log, losses);
  // The folder of the embedded database has a lock of its own.
  const unlock = await lockPostgres(settings.databaseUrl, losses.onTaken, (fault) =>
    log.warn(
      { reason: fault instanceof Error ? fault.message : String(fault) },
      "database lock not taken again yet: another process could start beside this one",
    ),
  );
  try {
    const platform = await openLocked(settings, log, losses);
    const close = async () => {
      await platform.close();
      await unlock();
    };
    return { ...platform, close };
  } catch (fault) {
    await unlock();
    throw fault;
  }
}

async function openLocked(settings: Settings, log: Log, { onStopped }: Losses) {
  const clock = () => new Date();
  const newId = idMaker(clock, randomInt(1024));
  const metrics = createMetrics();
  const open = await openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    onLost: onStopped,
    onWait: (lane, ms) => metrics.databaseWait.observe({ lane }, ms / 1000),
  });
  const { db, callDb, priorityDb, stats, snapshot, close } = open;
  const secretKey = await matchSecretKey(db, { settings, clock, newId, log }).catch(async (fault) => {
    await close();
    throw fault;
  });
  const probe = () => probeWrites(priorityDb);
  const monitor = createDatabaseMonitor({ probe, log, logFault: faultLogger(log) });
  const bus = localBus();
  const platform: Platform = {
    db,
    callDb,
    priorityDb,
    databaseStats: stats,
    isWritable: monitor.isWritable,
    bus,
    settings,
    clock,
    newId,
    randomBytes,
    secretKey,
    consoleDir: fileURLToPath(new URL("../dist", import.meta.url)),
    log,
    metrics,
    onFault: monitor.onFault,
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
