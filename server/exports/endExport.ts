import { and, eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { exportFiles } from "../db/schema/exportFile.ts";
import { type ExportRecord, exportJobs, versionIncrement } from "../db/schema/exportJob.ts";
import { storePieces } from "../jobs/storedPieces.ts";
import { getChannels } from "../notification/forwardNotices.ts";
import { storeNotices } from "../notification/notify.ts";
import type { Platform } from "../platform.ts";

type JobValues = Partial<typeof exportJobs.$inferInsert>;
type Job = Pick<ExportRecord, "id" | "staffId">;

/** How an export ended. */
export interface ExportEnd {
  readonly values: JobValues;
  /** Whether a running download shows its user the end, who needs no notification. */
  readonly hasReader: boolean;
  /** The file that other processes are to read. */
  readonly sharedFile?: string;
}

export const isRunning = (id: string) => and(eq(exportJobs.id, id), eq(exportJobs.status, "running"));

/** Changes a job that is still running. */
export const updateJob = (db: Db, id: string, values: JobValues) =>
  db
    .update(exportJobs)
    .set({ ...values, ...versionIncrement })
    .where(isRunning(id));

/** Tells the consoles of its user that an export has begun or ended. */
export const publishChange = ({ bus }: Pick<Platform, "bus">, { id, staffId }: Job) =>
  bus.publish("records.changed", { kind: "export", ids: [id], staffId });

/**
 * Stores the end of an export with its file and a notification, and tells consoles of it. Retries, as the job would
 * otherwise be shown as running forever.
 */
export async function endExport(
  platform: Platform,
  job: Job,
  end: ExportEnd,
  stopSignal: AbortSignal,
): Promise<void> {
  const told = await retryWhileUnavailable(() => storeEnd(platform, job, end), stopSignal);
  publishChange(platform, job);
  if (told.length > 0) platform.bus.publish("notifications.changed", { staffIds: told });
}

/** @returns ids of those who were notified */
const storeEnd = (
  { liveDb, clock, newId, settings }: Platform,
  { id, staffId }: Job,
  { values, hasReader, sharedFile }: ExportEnd,
): Promise<string[]> =>
  // Of the owner only: a process that thaws has been replaced by one that writes it anew.
  liveDb.transaction(async (tx) => {
    const [job] = await updateJob(tx, id, values).returning({ fileName: exportJobs.fileName });
    if (job && sharedFile) await storePieces(tx, exportFiles, id, sharedFile);
    if (!job || hasReader || values.status === "cancelled") return [];
    const kind = values.status === "done" ? "exportReady" : "exportFailed";
    const text = `${job.fileName}${values.failReason ? `：${values.failReason}` : ""}`;
    return storeNotices({ db: tx, newId, now: clock(), channels: getChannels(settings) }, [
      { kind, staffId, text, recordId: id },
    ]);
  });
