import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { FileZone, ImportJob, ImportPreview } from "../../adapters/contract/flightFile.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { Db } from "../db/handle.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { type ImportRecord, importJobs } from "../db/schema/importJob.ts";
import { RefusalError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { toFailReason } from "./toFailReason.ts";

/** An import that waits or runs, with what is needed for as long only. */
export interface QueuedImport extends ImportRecord {
  /** Of the file's times that have none. */
  readonly zone: FileZone | null;
  /** Its user wants to see what would be stored. */
  readonly isPreviewWanted: boolean;
}

/**
 * Does the work of one import: stores it as done, or says what would be stored where its user wants to see that first.
 * What it refuses is told to its user.
 * @param signal the server stops
 * @returns null for what is stored
 */
export type RunImportJob = (
  job: QueuedImport,
  filePath: string,
  signal: AbortSignal,
) => Promise<ImportPreview | null>;

interface UndecidedImport {
  readonly job: QueuedImport;
  readonly preview: ImportPreview;
  readonly expiry: NodeJS.Timeout;
}

/** How long a recording that was read waits for its user. */
const confirmMs = 24 * 3_600_000;

declare module "../call.ts" {
  interface Services {
    /** Imports recordings, even after their clients have disconnected. */
    readonly imports: ImportService;
  }
}

/** Works on stored imports one after the other, whether or not their users are still there. */
export interface ImportService {
  /**
   * Queues an import; call it after the commit of its row.
   * @param moveFile moves the uploaded file to a path
   */
  readonly start: (job: QueuedImport, moveFile: (to: string) => Promise<void>) => Promise<void>;
  /** Number of imports before a waiting one, the running one included. */
  readonly getAhead: (id: string) => number;
  /** What would be stored of an import that waits for its user; null for any other. */
  readonly getPreview: (id: string) => ImportPreview | null;
  /**
   * Notes in the caller's transaction what is to become of an import that waits for its user.
   * @returns false where that is decided already
   */
  readonly decide: (db: Db, id: string, isSaved: boolean) => Promise<boolean>;
  /** Does what was decided; call it after the commit. */
  readonly carryOut: (id: string, isSaved: boolean) => Promise<void>;
  /** At server start: marks imports that a stopped server left as interrupted, and removes their files. */
  readonly recover: () => Promise<void>;
  /** Interrupts all imports and waits until that is stored. */
  readonly stop: () => Promise<void>;
}

const interruptedError = new RefusalError("服务重启，请重新导入");
const cancelledError = new RefusalError("已取消，没有保存");
const unconfirmedError = new RefusalError("超过一天没有确认，没有保存，请重新导入");
/** Nothing is wrong with the file. */
const noFaults: readonly unknown[] = [interruptedError, cancelledError, unconfirmedError];
const lostFileError = new RefusalError("上传的文件没有保存下来，请重新导入");

/** An import as its user sees it. */
export const toImportJob = (
  { id, fileName, droneSn, status, result, failReason, staffId, staffName, createdAt, endedAt }: ImportRecord,
  { getAhead, getPreview }: Pick<ImportService, "getAhead" | "getPreview">,
): ImportJob => ({
  id,
  fileName,
  droneSn,
  status: endedAt === null && getPreview(id) ? "confirm" : status,
  preview: endedAt === null ? getPreview(id) : null,
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
  /** Read, and waiting for their users. */
  const undecided = new Map<string, UndecidedImport>();
  const stopped = new AbortController();
  let working: Promise<void> = Promise.resolve();

  const getAhead = (id: string) =>
    Math.max(
      0,
      queue.findIndex((job) => job.id === id),
    );
  const getPreview = (id: string) => undecided.get(id)?.preview ?? null;
  const publish = (job: ImportRecord) =>
    bus.publish("staff.frame", {
      staffId: job.staffId,
      type: socketTypes.importProgress,
      data: toImportJob(job, { getAhead, getPreview }),
    });

  /** Retries, as the import would otherwise be shown as waiting for ever. One that is over stays as it is. */
  async function update(id: string, values: Partial<ImportRecord>): Promise<void> {
    const isPending = and(eq(importJobs.id, id), isNull(importJobs.endedAt));
    const write = () => db.update(importJobs).set(values).where(isPending);
    await retryWhileUnavailable(write, stopped.signal);
  }

  /** Its row decides who was first: until then one that waits for its user is stored as running. */
  async function updateUndecided(on: Db, id: string, values: Partial<ImportRecord>): Promise<boolean> {
    if (!undecided.has(id)) return false;
    const isUndecided = and(
      eq(importJobs.id, id),
      eq(importJobs.status, "running"),
      isNull(importJobs.endedAt),
    );
    const updated = await on
      .update(importJobs)
      .set(values)
      .where(isUndecided)
      .returning({ id: importJobs.id });
    return updated.length > 0;
  }

  const endWith = (error: unknown) => ({
    status: noFaults.includes(error) ? ("interrupted" as const) : ("failed" as const),
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
    try {
      await update(job.id, { status: "running" });
      publish({ ...job, status: "running" });
      const preview = await runJob(job, path.join(folder, job.id), stopped.signal);
      if (preview) {
        const expiry = setTimeout(() => void expire(job.id), confirmMs).unref();
        undecided.set(job.id, { job, preview, expiry });
        publish(job);
        return;
      }
    } catch (error) {
      await fail(job.id, error);
    }
    await end(job.id);
  }

  async function end(id: string): Promise<void> {
    await rm(path.join(folder, id), { force: true }).catch((error: unknown) => onError(error, "import"));
    await publishEnd(id);
  }

  function takeUndecided(id: string): QueuedImport | null {
    const found = undecided.get(id);
    clearTimeout(found?.expiry);
    undecided.delete(id);
    return found?.job ?? null;
  }

  /** If this fails, its user may still decide. */
  async function expire(id: string): Promise<void> {
    const write = () => updateUndecided(db, id, endWith(unconfirmedError));
    try {
      if (!(await retryWhileUnavailable(write, stopped.signal)) || !takeUndecided(id)) return;
      await end(id);
    } catch (error) {
      onError(error, "import");
    }
  }

  function enqueue(job: QueuedImport): void {
    queue.push(job);
    publish(job);
    if (queue.length === 1) working = work();
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
      enqueue(job);
    },
    getAhead,
    getPreview,
    decide: (on, id, isSaved) =>
      updateUndecided(on, id, isSaved ? { status: "waiting" } : endWith(cancelledError)),
    carryOut: async (id, isSaved) => {
      const job = takeUndecided(id);
      if (job && isSaved) enqueue({ ...job, isPreviewWanted: false });
      else if (job) await end(id);
    },
    recover: interruptPending,
    stop: async () => {
      stopped.abort(interruptedError);
      for (const id of undecided.keys()) takeUndecided(id);
      await working;
      // If this fails, the next start does it.
      await interruptPending().catch((error: unknown) => onError(error, "import"));
    },
  };
}
