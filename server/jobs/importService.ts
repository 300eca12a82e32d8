import { and, asc, eq, isNull } from "drizzle-orm";
import type { ImportJob, ImportPreview } from "../../adapters/contract/flightFile.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { Db } from "../db/handle.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { type ImportRecord, importJobs } from "../db/schema/importJob.ts";
import { RefusalError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { createImportFolder } from "./importFolder.ts";
import { maxInterruptions } from "./maxInterruptions.ts";
import { toFailReason } from "./toFailReason.ts";

/**
 * Does the work of one import: stores it as done, or says what would be stored where its user wants to see that first.
 * What it refuses is told to its user.
 * @param signal the server stops
 * @returns null for what is stored
 */
export type RunImportJob = (
  job: ImportRecord,
  filePath: string,
  signal: AbortSignal,
) => Promise<ImportPreview | null>;

interface UndecidedImport {
  readonly job: ImportRecord;
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
  readonly start: (job: ImportRecord, moveFile: (to: string) => Promise<void>) => Promise<void>;
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
  /**
   * Once nobody else imports: takes up what another process left, in the background. One that waited for its user is read
   * again.
   */
  readonly recover: () => Promise<void>;
  /** Interrupts imports, which the next start or another process takes up, and waits for the running one. */
  readonly stop: () => Promise<void>;
}

const interruptedError = new RefusalError("服务已停止");
const interruptedTooOftenError = new RefusalError(
  `服务已中断 ${maxInterruptions} 次，没有导入，请拆分文件后重新导入，或联系管理员`,
);
const cancelledError = new RefusalError("已取消，没有保存");
const unconfirmedError = new RefusalError("超过一天没有确认，没有保存，请重新导入");
/** Nothing is wrong with the file. */
const noFaults: readonly unknown[] = [interruptedTooOftenError, cancelledError, unconfirmedError];
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
  const { db, bus, clock, log, onError } = platform;
  const files = createImportFolder(platform);
  /** The first is running. Each holds a file on the disk, nothing in memory. */
  const queue: ImportRecord[] = [];
  /** Read, and waiting for their users. */
  const undecided = new Map<string, UndecidedImport>();
  const stopped = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let resuming: Promise<void> = Promise.resolve();

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

  async function run(job: ImportRecord): Promise<void> {
    try {
      await update(job.id, { status: "running" });
      publish({ ...job, status: "running" });
      const preview = await runJob(job, files.getPath(job.id), stopped.signal);
      if (preview) {
        const expiry = setTimeout(() => void expire(job.id), confirmMs).unref();
        undecided.set(job.id, { job, preview, expiry });
        publish(job);
        return;
      }
    } catch (error) {
      // Whoever takes it up needs its file.
      if (error === interruptedError) return;
      await fail(job.id, error);
    }
    await end(job.id);
  }

  async function end(id: string): Promise<void> {
    await files.remove(id).catch((error: unknown) => onError(error, "import"));
    await publishEnd(id);
  }

  function takeUndecided(id: string): ImportRecord | null {
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

  function enqueue(job: ImportRecord): void {
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

  async function resume(job: ImportRecord): Promise<void> {
    try {
      if (job.interruptions + 1 >= maxInterruptions) throw interruptedTooOftenError;
      if (!(await retryWhileUnavailable(() => files.fetch(job.id), stopped.signal))) throw lostFileError;
      const resumed = { status: "waiting" as const, interruptions: job.interruptions + 1 };
      await update(job.id, resumed);
      log.info({ importId: job.id }, "import resumed");
      enqueue({ ...job, ...resumed });
    } catch (error) {
      if (stopped.signal.aborted) return;
      await fail(job.id, error);
      await end(job.id);
    }
  }

  async function resumeAll(left: readonly ImportRecord[]): Promise<void> {
    for (const job of left) if (!stopped.signal.aborted) await resume(job);
  }

  return {
    start: async (job, moveFile) => {
      try {
        await files.keep(job.id, moveFile);
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
      updateUndecided(
        on,
        id,
        isSaved ? { status: "waiting", isPreviewWanted: false } : endWith(cancelledError),
      ),
    carryOut: async (id, isSaved) => {
      const job = takeUndecided(id);
      if (job && isSaved) enqueue({ ...job, isPreviewWanted: false });
      else if (job) await end(id);
    },
    recover: async () => {
      const left = await db
        .select()
        .from(importJobs)
        .where(isNull(importJobs.endedAt))
        .orderBy(asc(importJobs.id));
      await files.removeOthers(left.map(({ id }) => id));
      resuming = resumeAll(left).catch((error: unknown) => onError(error, "import"));
    },
    stop: async () => {
      stopped.abort(interruptedError);
      await resuming;
      for (const id of undecided.keys()) takeUndecided(id);
      await working;
    },
  };
}
