import { mkdir, rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import * as word from "../../adapters/contract/words.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { exportJobs } from "../db/schema/exportJob.ts";
import { RefusalError } from "../errors.ts";
import { toFailReason } from "../jobs/toFailReason.ts";
import type { Platform } from "../platform.ts";
import { type ExportEnd, endExport, isRunning, publishChange, updateJob } from "./endExport.ts";
import { getExportFolder, getExportPath } from "./exportFiles.ts";
import type { ExportRequest } from "./exportRequest.ts";
import { type PrepareAgain, resumeExports } from "./resumeExports.ts";
import { markMissingExpired, removeExpired, removeOrphans, retentionMs } from "./retention.ts";
import { createTailableFile, type TailableFile } from "./tailableFile.ts";

declare module "../call.ts" {
  interface Services {
    /** Writes exports, even after their clients have disconnected. */
    readonly exports: ExportService;
  }
}

/** Writes exports into the data folder, independently of their readers. */
export interface ExportService {
  /** Starts writing; call it after the commit. Returns a reader of the growing file, which fails if the export does. */
  readonly start: (request: ExportRequest) => () => AsyncGenerator<Uint8Array>;
  /** Cancels a running export and waits until that is stored; false if it is not running. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Stops an export that its user may no longer see, and waits until it is stored as failed for that reason. */
  readonly forbid: (id: string) => Promise<void>;
  /** Records a cancellation that arrived before the export's own call. */
  readonly cancelEarly: (staffId: string, exportId: string) => void;
  /** Whether such a cancellation was recorded; removes it. */
  readonly consumeEarlyCancel: (staffId: string, exportId: string) => boolean;
  /** Number of running exports of a staff member. */
  readonly countRunning: (staffId: string) => number;
  /** Number of running exports. */
  readonly runningCount: () => number;
  /**
   * Once nobody else writes exports: takes up those that another process left, in the background, marks those without a
   * file, and removes unfinished files.
   */
  readonly recover: (prepare: PrepareAgain) => Promise<void>;
  /** Removes expired files. */
  readonly removeExpired: () => Promise<void>;
  /** Interrupts running exports, which the next start or another process takes up, and waits for their ends. */
  readonly stop: () => Promise<void>;
}

interface RunningExport {
  readonly request: ExportRequest;
  readonly abort: AbortController;
  readonly finished: Promise<void>;
}

/** Interval at which progress is stored in the database. */
const progressIntervalMs = 500;
/** Limit of recorded cancellations, as some of their exports never arrive. */
const maxEarlyCancels = 1000;
const cancelledError = new RefusalError(word.exportCancelled);
const forbiddenError = new RefusalError("账号角色已变更，导出已停止，请联系管理员", stateCodes.roleForbidden);
const interruptedError = new RefusalError("服务已停止，将重新写导出文件，请稍后到导出中心下载");

/** Publishes the progress of an export and stores it at an interval. */
function createProgress({ db, bus }: Platform, { id, exportId, sessionId, rows: total }: ExportRequest) {
  let written = 0;
  let updatedAt = performance.now();
  let pendingUpdate: Promise<unknown> = Promise.resolve();
  return {
    update: (rows: number) => {
      written = rows;
      const data = { exportId, rows, total };
      if (sessionId !== null)
        bus.publish("session.frame", { sessionId, type: socketTypes.exportProgress, data });
      if (performance.now() - updatedAt < progressIntervalMs) return;
      updatedAt = performance.now();
      pendingUpdate = updateJob(db, id, { writtenRows: rows }).catch(() => undefined);
    },
    written: () => written,
    waitForPending: () => pendingUpdate,
  };
}

/**
 * Writes one export into its file and stores the result. An error of the export itself is stored, not thrown.
 * @param stopSignal ends the retries while the database is unavailable
 */
function createExportWriter(platform: Platform, stopSignal: AbortSignal) {
  const { db, cluster, clock, metrics, onError } = platform;

  async function assertStillRunning(id: string, signal: AbortSignal): Promise<void> {
    const count = await retryWhileUnavailable(() => db.$count(exportJobs, isRunning(id)), stopSignal);
    signal.throwIfAborted();
    if (count === 0) throw cancelledError;
  }

  async function writeRows(
    request: ExportRequest,
    file: TailableFile,
    signal: AbortSignal,
    onProgress: (written: number) => void,
  ): Promise<void> {
    if (request.mayHaveEnded) await assertStillRunning(request.id, signal);
    for await (const chunk of request.write(onProgress)) {
      signal.throwIfAborted();
      await file.append(chunk);
    }
    signal.throwIfAborted();
    await file.sync();
  }

  return async (
    request: ExportRequest,
    filePath: string,
    openingFile: Promise<TailableFile>,
    signal: AbortSignal,
  ): Promise<void> => {
    const progress = createProgress(platform, request);
    const finishJob = async ({ values, ...end }: ExportEnd) => {
      await progress.waitForPending();
      const ended = { writtenRows: progress.written(), endedAt: clock(), ...values };
      await endExport(platform, request, { values: ended, ...end }, stopSignal);
    };
    let isReported = false;
    try {
      const file = await openingFile;
      try {
        await writeRows(request, file, signal, progress.update);
        // Stored before readers reach the end, so that a downloaded file is listed in the export centre.
        const keptUntil = new Date(clock().getTime() + retentionMs);
        await finishJob({
          values: { status: "done", bytes: file.bytes(), keptUntil },
          hasReader: file.hasReader(),
          ...(cluster && { sharedFile: filePath }),
        });
        metrics.exports.inc({ result: "done" });
        file.finish();
        if (cluster) await file.removeOnceRead();
      } catch (error) {
        isReported = file.hasReader() || error instanceof RefusalError;
        await file.abort(error);
        if (!isReported) onError(error, "export");
        throw error;
      }
    } catch (error) {
      const status = error === cancelledError ? "cancelled" : error === interruptedError ? "cut" : "failed";
      metrics.exports.inc({ result: status });
      await rm(filePath, { force: true });
      // The next start writes it, or another process.
      if (error === interruptedError) return;

      const failReason = error === cancelledError ? "" : toFailReason(error);
      await finishJob({ values: { status, failReason }, hasReader: isReported });
    }
  };
}

/** Cancellations that arrived before their exports. Each is reported once. */
function createEarlyCancels(): Pick<ExportService, "cancelEarly" | "consumeEarlyCancel"> {
  const cancelled = new Set<string>();
  return {
    cancelEarly: (staffId, exportId) => {
      if (cancelled.size >= maxEarlyCancels) cancelled.clear();
      cancelled.add(`${staffId} ${exportId}`);
    },
    consumeEarlyCancel: (staffId, exportId) => cancelled.delete(`${staffId} ${exportId}`),
  };
}

export function createExportService(platform: Platform): ExportService {
  const { db, cluster, settings, clock, onError } = platform;
  const folder = getExportFolder(settings);
  // A folder may be shared with a process that was frozen while it wrote the same export.
  const getPath = (id: string) =>
    getExportPath(folder, cluster ? `${id}-${cluster.getEpoch() ?? "over"}` : id);
  const running = new Map<string, RunningExport>();
  const stopped = new AbortController();
  let resuming: Promise<void> = Promise.resolve();
  const write = createExportWriter(platform, stopped.signal);

  /** Returns false if the export is not running. */
  async function stopJob(id: string, reason: RefusalError): Promise<boolean> {
    const job = running.get(id);
    job?.abort.abort(reason);
    await job?.finished;
    return job !== undefined;
  }

  const service: ExportService = {
    start: (request) => {
      const abort = new AbortController();
      const filePath = getPath(request.id);
      const file = mkdir(folder, { recursive: true, mode: 0o700 }).then(() =>
        createTailableFile(filePath, request.isStreamed),
      );
      // `write` awaits it as well and reports the error.
      file.catch(() => undefined);
      const finished = write(request, filePath, file, abort.signal)
        .then(service.removeExpired)
        .catch((error) => onError(error, "export"))
        .finally(() => running.delete(request.id));
      running.set(request.id, { request, abort, finished });
      publishChange(platform, request);
      return async function* () {
        yield* (await file).read();
      };
    },
    ...createEarlyCancels(),
    cancel: (id) => stopJob(id, cancelledError),
    forbid: async (id) => {
      if (await stopJob(id, forbiddenError)) return;
      // It is not running yet and must not start.
      const failReason = toFailReason(forbiddenError);
      await updateJob(db, id, { status: "failed", failReason, endedAt: clock() });
      await stopJob(id, forbiddenError);
    },
    runningCount: () => running.size,
    countRunning: (staffId) =>
      [...running.values()].filter(({ request }) => request.staffId === staffId).length,
    recover: async (prepare) => {
      await removeOrphans(db, folder);
      await markMissingExpired(db, folder);
      const left = await db.select().from(exportJobs).where(eq(exportJobs.status, "running"));
      const ports = { prepare, start: service.start, stopSignal: stopped.signal };
      resuming = resumeExports(platform, left, ports).catch((error) => onError(error, "export"));
    },
    removeExpired: () => removeExpired(db, folder, clock()),
    stop: async () => {
      stopped.abort();
      await resuming;
      const jobs = [...running.values()];
      for (const { abort } of jobs) abort.abort(interruptedError);
      await Promise.all(jobs.map(({ finished }) => finished));
    },
  };
  return service;
}
