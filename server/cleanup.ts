import { lt, or } from "drizzle-orm";
import { loginFailures } from "./db/schema/loginFailures.ts";
import { requests } from "./db/schema/requests.ts";
import { sessions } from "./db/schema/sessions.ts";
import { setAsideRows } from "./db/schema/setAsideRow.ts";
import { usedNonces } from "./db/schema/usedNonces.ts";
import { vacuum } from "./db/vacuum.ts";
import { removeOldNotices } from "./modules/notification/notify.ts";
import { notifyExpiring } from "./modules/notification/notifyExpiring.ts";
import { cleanupOrders } from "./modules/order/cleanupOrders.ts";
import { createExpiryNotices } from "./modules/serviceGrant/createExpiryNotices.ts";
import { sendExpiryNotices } from "./modules/serviceGrant/sendExpiryNotices.ts";
import { foldStatistics } from "./modules/statistics/rollUps.ts";
import { removeUnusedUploads } from "./modules/upload/removeUnusedUploads.ts";
import type { Platform } from "./platform.ts";
import { clockWindowMs } from "./telemetry/ingest/nonceLog.ts";

const dayMs = 86_400_000;
const cleanupIntervalMs = 3_600_000;
/** Long enough for few changes to be read beside the totals. */
const foldIntervalMs = 600_000;

/**
 * Deletes sessions 30 days after their end, stored replies after 7 days, failed logins after a day, expired nonces,
 * unused uploads and notifications after 90 days, rows that were put aside after a year.
 */
export async function cleanup({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * dayMs);
  await db.delete(sessions).where(or(lt(sessions.endedAt, before(30)), lt(sessions.expiresAt, before(30))));
  await db.delete(requests).where(lt(requests.createdAt, before(7)));
  await db.delete(usedNonces).where(lt(usedNonces.at, new Date(clock().getTime() - clockWindowMs)));
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, before(1)));
  await db.delete(setAsideRows).where(lt(setAsideRows.at, before(365)));
  await removeUnusedUploads(db, clock());
  await removeOldNotices(db, clock());
}

/** Only the embedded database: a PostgreSQL server vacuums by itself. */
async function vacuumEmbedded({ db, settings }: Platform): Promise<void> {
  if (!settings.databaseUrl) await vacuum(db, "grown");
}

/** Notifies companies of services that end soon. */
async function notifyServiceEnds(platform: Platform): Promise<void> {
  await createExpiryNotices(platform);
  await sendExpiryNotices(platform);
}

/** Runs all cleanup tasks every hour, and folds the statistics every ten minutes. Returns a function that stops them. */
export function scheduleCleanup(platform: Platform): () => void {
  const run = (tasks: readonly ((platform: Platform) => Promise<void>)[]) => () => {
    for (const task of tasks) task(platform).catch((error) => platform.onError(error, "housekeeping"));
  };
  const hourly = run([cleanup, cleanupOrders, notifyServiceEnds, notifyExpiring, vacuumEmbedded]);
  const timers = [setInterval(hourly, cleanupIntervalMs), setInterval(run([foldStatistics]), foldIntervalMs)];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
