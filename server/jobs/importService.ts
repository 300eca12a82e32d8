import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { FileZone, ImportJob } from "../../adapters/contract/flightFile.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { RefusalError } from "../call.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { type ImportRecord, importJobs } from "../db/schema/importJob.ts";
import type { Platform } from "../platform.ts";
import { toFailReason } from "./toFailReason.ts";

/** An import that waits or runs, with what is needed for as long only. */
export interface QueuedImport extends ImportRecord {
  /** Of the file's times that have none. */
  readonly zone: FileZone | null;
}

/**
 * Does the work of one import and stores it as done. What it refuses is told to its user.
 * @param signal the server stops
 */
export type RunImportJob = (job: QueuedImport, filePath: string, signal: AbortSignal) => Promise<void>;

/** Works on stored imports one after the other, whether or not their users are still there. */
export interface ImportService {
  /**
   * Queues an import; call it after the commit of its row.
   * @param moveFile moves the uploaded file to a path
   */
  readonly start: (job: QueuedImport, moveFile: (to: string) => Promise<void>) => Promise<void>;
  /** Number of imports before a waiting one, the running one included. */
  readonly getAhead: (id: string) => number;
  /** At server start: marks imports that a stopped server left as interrupted, and removes their files. */
  readonly recover: () => Promise<void>;
  /** Interrupts all imports and waits until that is stored. */
  readonly stop: () => Promise<void>;
}

const interruptedError = new RefusalError("服务重启，请重新导入");
const lostFileError = new RefusalError("上传的文件没有保存下来，请重新导入");

/** An import as its user sees it. */
export const toImportJob = (
  { id, fileName, droneSn, status, result, failReason, staffId, staffName, createdAt, endedAt }: ImportRecord,
  getAhead: ImportService["getAhead"],
): ImportJob => ({
  id,
  fileName,
  droneSn,
  status,
  ahead: status === "waiting" ? getAhead(id) : 0,
  result,
  failReason,
  staffId,
  staffName,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

export function createImportService(platform: Platform, runJob: RunImportJob): ImportService {
  const { db, bus, clock, settings, onError } = platform;
  const folder = path.join(settings.dataDir, "imports");
  /** The first is running. Each holds a file on the disk, nothing in memory. */
  const queue: QueuedImport[] = [];
  const stopped = new AbortController();
  let working: Promise<void> = Promise.resolve();

  const getAhead = (id: string) =>
    Math.max(
      0,
      queue.findIndex((job) => job.id === id),
    );
  const publish = (job: ImportRecord) =>
    bus.publish("staff.frame", {
      staffId: job.staffId,
      type: socketTypes.importProgress,
      data: toImportJob(job, getAhead),
    });

  /** Retries, as the import would otherwise be shown as waiting for ever. One that is over stays as it is. */
  async function update(id: string, values: Partial<ImportRecord>): Promise<void> {
    const isPending = and(eq(importJobs.id, id), isNull(importJobs.endedAt));
    const write = () => db.update(importJobs).set(values).where(isPending);
    await retryWhileUnavailable(write, stopped.signal);
  }

  const endWith = (error: unknown) => ({
    status: error === interruptedError ? ("interrupted" as const) : ("failed" as const),
    failReason: toFailReason(error),
    endedAt: clock(),
  });

  /** Tells how an import ended, by what is stored. */
  async function publishEnd(id: string): Promise<void> {
    const read = () => db.select().from(importJobs).where(eq(importJobs.id, id));
    const [job] = await retryWhileUnavailable(read, stopped.signal);
    if (!job) return;
    publish(job);
    if (job.result) bus.publish("records.changed", { kind: "task", ids: [job.result.taskId] });
  }

  async function fail(id: string, error: unknown): Promise<void> {
    if (!(error instanceof RefusalError)) onError(error, "import");
    await update(id, endWith(error));
  }

  async function run(job: QueuedImport): Promise<void> {
    const filePath = path.join(folder, job.id);
    try {
      await update(job.id, { status: "running" });
      publish({ ...job, status: "running" });
      await runJob(job, filePath, stopped.signal);
    } catch (error) {
      await fail(job.id, error);
    } finally {
      await rm(filePath, { force: true }).catch((error: unknown) => onError(error, "import"));
    }
    await publishEnd(job.id);
  }

  async function work(): Promise<void> {
    for (let [job] = queue; job && !stopped.signal.aborted; [job] = queue) {
      await run(job).catch((error: unknown) => onError(error, "import"));
      queue.shift();
      for (const waiting of queue) publish(waiting);
    }
  }

  async function interruptPending(): Promise<void> {
    await db.update(importJobs).set(endWith(interruptedError)).where(isNull(importJobs.endedAt));
    await rm(folder, { recursive: true, force: true });
  }

  return {
    start: async (job, moveFile) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await moveFile(path.join(folder, job.id));
      } catch (error) {
        // A commit that was confirmed later: the call was answered long ago, and its file removed.
        const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
        await fail(job.id, isGone ? lostFileError : error);
        return publishEnd(job.id);
      }
      queue.push(job);
      publish(job);
      if (queue.length === 1) working = work();
    },
    getAhead,
    recover: interruptPending,
    stop: async () => {
      stopped.abort(interruptedError);
      await working;
      // If this fails, the next start does it.
      await interruptPending().catch((error: unknown) => onError(error, "import"));
    },
  };
}
