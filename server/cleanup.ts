import { lt, or } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { importJobs } from "./db/schema/importJob.ts";
import { loginFailures } from "./db/schema/loginFailures.ts";
import { phoneSearches } from "./db/schema/phoneSearch.ts";
import { requests } from "./db/schema/requests.ts";
import { sessions } from "./db/schema/sessions.ts";
import { setAsideRows } from "./db/schema/setAsideRow.ts";
import { sheetImports } from "./db/schema/sheetImport.ts";
import { smsRecipientLists } from "./db/schema/smsRecipientList.ts";
import { platformEvents, rejectedSamples } from "./db/schema/taskEvent.ts";
import { usedNonces } from "./db/schema/usedNonces.ts";
import { vacuum } from "./db/vacuum.ts";
import { jobHistoryDays } from "./exports/retention.ts";
import { notifyExpiring } from "./modules/notification/notifyExpiring.ts";
import { cleanupOrders } from "./modules/order/cleanupOrders.ts";
import { sendExpiryNotices } from "./modules/serviceGrant/sendExpiryNotices.ts";
import { updateSortedEnds } from "./modules/serviceGrant/serviceEnds.ts";
import { foldStatistics } from "./modules/statistics/rollUps.ts";
import { removeUnusedUploads } from "./modules/upload/removeUnusedUploads.ts";
import { removeOldNotices } from "./notification/notify.ts";
import type { Platform } from "./platform.ts";
import { clockWindowMs } from "./telemetry/ingest/nonceLog.ts";

const dayMs = 86_400_000;
const cleanupIntervalMs = 3_600_000;
/** Long enough for few changes to be read beside the totals. */
const foldIntervalMs = 600_000;

/** Rows that grow with use and are no records of the business: the days after which they are deleted. */
const keptDays: readonly {
  readonly table: PgTable;
  readonly at: readonly PgColumn[];
  readonly days: number;
}[] = [
  { table: sessions, at: [sessions.endedAt, sessions.expiresAt], days: 30 },
  { table: requests, at: [requests.createdAt], days: 7 },
  { table: loginFailures, at: [loginFailures.lastAt], days: 1 },
  { table: phoneSearches, at: [phoneSearches.at], days: 1 },
  { table: setAsideRows, at: [setAsideRows.at], days: 365 },
  { table: rejectedSamples, at: [rejectedSamples.receivedAt], days: 180 },
  { table: importJobs, at: [importJobs.endedAt], days: jobHistoryDays },
  { table: sheetImports, at: [sheetImports.endedAt], days: jobHistoryDays },
  { table: smsRecipientLists, at: [smsRecipientLists.createdAt], days: 7 },
  { table: platformEvents, at: [platformEvents.at], days: 365 },
];

/** Deletes what is older than `keptDays`, expired nonces, unused uploads, and notifications after 90 days. */
export async function cleanup({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
  const now = clock();
  for (const { table, at, days } of keptDays) {
    const before = new Date(now.getTime() - days * dayMs);
    await db.delete(table).where(or(...at.map((column) => lt(column, before))));
  }
  await db.delete(usedNonces).where(lt(usedNonces.at, new Date(now.getTime() - clockWindowMs)));
  await removeUnusedUploads(db, now);
  await removeOldNotices(db, now);
}

/** Only the embedded database: a PostgreSQL server vacuums by itself. */
async function vacuumEmbedded({ db, settings }: Platform): Promise<void> {
  if (!settings.databaseUrl) await vacuum(db, "grown");
}

/**
 * Runs all cleanup tasks every hour; folds the statistics and updates the sorted ends every ten minutes, these at once.
 * Returns a function that stops them.
 */
export function scheduleCleanup(platform: Platform): () => void {
  const run = (tasks: readonly ((platform: Platform) => Promise<void>)[]) => () => {
    for (const task of tasks) task(platform).catch((error) => platform.onError(error, "housekeeping"));
  };
  run([updateSortedEnds])();
  const hourly = run([cleanup, cleanupOrders, sendExpiryNotices, notifyExpiring, vacuumEmbedded]);
  const timers = [
    setInterval(hourly, cleanupIntervalMs),
    setInterval(run([foldStatistics, updateSortedEnds]), foldIntervalMs),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
