import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, desc, eq, inArray, lt, ne } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { exportFiles } from "../db/schema/exportFile.ts";
import { exportJobs, versionIncrement } from "../db/schema/exportJob.ts";

const dayMs = 86_400_000;
/** How long a finished export can be downloaded again. */
export const retentionMs = 7 * dayMs;
/** Limit of all files together, in bytes; beyond it the oldest are removed. */
const maxStoredBytes = 2 * 1024 ** 3;
/** Days for which an export without a file, or an import, is listed. */
export const jobHistoryDays = 90;

/** Removes files older than 7 days, the oldest files beyond 2 GB, and jobs older than 90 days. */
export async function removeExpired(
  db: Db,
  folder: string,
  now: Date,
  maxBytes = maxStoredBytes,
): Promise<void> {
  const stored = await db
    .select({ id: exportJobs.id, bytes: exportJobs.bytes, keptUntil: exportJobs.keptUntil })
    .from(exportJobs)
    .where(eq(exportJobs.status, "done"))
    .orderBy(desc(exportJobs.endedAt), desc(exportJobs.id));
  let sum = 0;
  const expired = stored.filter(({ bytes, keptUntil }) => {
    sum += bytes;
    return sum > maxBytes || !keptUntil || keptUntil <= now;
  });
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(exportJobs)
      .set({ status: "expired", keptUntil: null, ...versionIncrement })
      .where(inArray(exportJobs.id, ids));
  if (ids.length > 0) await db.delete(exportFiles).where(inArray(exportFiles.jobId, ids));
  for (const id of ids) await rm(path.join(folder, `${id}.xlsx`), { force: true });
  const before = new Date(now.getTime() - jobHistoryDays * dayMs);
  await db
    .delete(exportJobs)
    .where(
      and(lt(exportJobs.endedAt, before), ne(exportJobs.status, "running"), ne(exportJobs.status, "done")),
    );
}

/** Removes files that belong to no finished export, such as those of a killed server. */
export async function removeOrphans(db: Db, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const done = await db.select({ id: exportJobs.id }).from(exportJobs).where(eq(exportJobs.status, "done"));
  const knownNames = new Set(done.map(({ id }) => `${id}.xlsx`));
  for (const name of names) if (!knownNames.has(name)) await rm(path.join(folder, name), { force: true });
}

/** Marks finished exports without a file as expired: a restored database has no files. */
export async function markMissingExpired(db: Db, folder: string): Promise<void> {
  const existingNames = new Set(await readdir(folder).catch(() => []));
  const done = await db.select({ id: exportJobs.id }).from(exportJobs).where(eq(exportJobs.status, "done"));
  const stored = await db.selectDistinct({ id: exportFiles.jobId }).from(exportFiles);
  const storedIds = new Set(stored.map(({ id }) => id));
  const missing = done
    .map(({ id }) => id)
    .filter((id) => !existingNames.has(`${id}.xlsx`) && !storedIds.has(id));
  if (missing.length === 0) return;
  await db
    .update(exportJobs)
    .set({ status: "expired", keptUntil: null, ...versionIncrement })
    .where(inArray(exportJobs.id, missing));
}
