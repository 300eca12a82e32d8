import { createReadStream } from "node:fs";
import { access, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { Db } from "../db/handle.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { exportJobs, versionIncrement } from "../db/schema/exportJob.ts";
import { RefusalError } from "../errors.ts";
import { toFailReason } from "../jobs/toFailReason.ts";
import { getChannels } from "../notification/forwardNotices.ts";
import { storeNotices } from "../notification/notify.ts";
import type { Platform } from "../platform.ts";
import { markMissingExpired, removeExpired, removeOrphans, retentionMs } from "./retention.ts";
import { createTailableFile, type TailableFile } from "./tailableFile.ts";

/** An export whose job is stored and that is to be written. */
export interface ExportRequest {
  readonly id: string;
  /** Its `X-Export-Id`, used to report progress and to cancel. */
  readonly exportId: string;
  readonly staffId: string;
  /** The session whose sockets receive its progress. */
  readonly sessionId: string;
  readonly rows: number;
  readonly write: (onProgress: (written: number) => void) => AsyncIterable<Uint8Array>;
  /** Whether a reader streams the file while it is written. An error then reaches that reader. */
  readonly isStreamed: boolean;
  /** Whether it starts some time after its job was stored, which may have ended meanwhile. */
  readonly mayHaveEnded?: boolean;
}

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
  /** The file of a finished export; null if it does not exist. */
  readonly openStored: (id: string) => Promise<AsyncIterable<Uint8Array> | null>;
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
  /** At server start: marks interrupted exports and those without a file, and removes unfinished files. */
  readonly recover: () => Promise<void>;
  /** Removes expired files. */
  readonly removeExpired: () => Promise<void>;
  /** Interrupts running exports and waits until that is stored. */
  readonly stop: () => Promise<void>;
}

type JobValues = Partial<typeof exportJobs.$inferInsert>;

interface RunningExport {
  readonly request: ExportRequest;
  readonly abort: AbortController;
  readonly finished: Promise<void>;
}

/** Interval at which progress is stored in the database. */
const progressIntervalMs = 500;
/** Limit of recorded cancellations, as some of their exports never arrive. */
const maxEarlyCancels = 1000;
const cancelledError = new RefusalError("导出已取消");
const forbiddenError = new RefusalError("账号角色已变更，导出已停止，请联系管理员", stateCodes.roleForbidden);
const interruptedError = new RefusalError("服务已停止，导出没有写完");

const isRunning = (id: string) => and(eq(exportJobs.id, id), eq(exportJobs.status, "running"));

const updateJob = (db: Db, id: string, values: JobValues) =>
  db
    .update(exportJobs)
    .set({ ...values, ...versionIncrement })
    .where(isRunning(id));

/** Tells the consoles of its user that an export has begun or ended. */
const publishChange = ({ bus }: Pick<Platform, "bus">, { id, staffId }: ExportRequest) =>
  bus.publish("records.changed", { kind: "export", ids: [id], staffId });

/**
 * Stores the end of an export, and a notification for its user unless a download shows it.
 * @returns ids of those who were notified
 */
const storeEnd = (
  { db, clock, newId, settings }: Platform,
  { id, staffId }: ExportRequest,
  values: JobValues,
  hasReader: boolean,
): Promise<string[]> =>
  db.transaction(async (tx) => {
    const ended = await updateJob(tx, id, values).returning({ fileName: exportJobs.fileName });
    const [job] = ended;
    if (!job || hasReader || (values.status !== "done" && values.status !== "failed")) return [];
    const kind = values.status === "done" ? "exportReady" : "exportFailed";
    const text = `${job.fileName}${values.failReason ? `：${values.failReason}` : ""}`;
    return storeNotices({ db: tx, newId, now: clock(), channels: getChannels(settings) }, [
      { kind, staffId, text, recordId: id },
    ]);
  });

/** Publishes the progress of an export and stores it at an interval. */
function createProgress({ db, bus }: Platform, { id, exportId, sessionId, rows: total }: ExportRequest) {
  let written = 0;
  let updatedAt = performance.now();
  let pendingUpdate: Promise<unknown> = Promise.resolve();
  return {
    update: (rows: number) => {
      written = rows;
      const data = { exportId, rows, total };
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
  const { db, clock, metrics, onError } = platform;

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
    /** @param hasReader whether the user sees the result in a running download */
    const finishJob = async (values: JobValues, hasReader: boolean) => {
      await progress.waitForPending();
      const ended = { writtenRows: progress.written(), endedAt: clock(), ...values };
      // Retries, as the job would otherwise be shown as running forever.
      const writeFinal = () => storeEnd(platform, request, ended, hasReader);
      const told = await retryWhileUnavailable(writeFinal, stopSignal);
      publishChange(platform, request);
      if (told.length > 0) platform.bus.publish("notifications.changed", { staffIds: told });
    };
    let isReported = false;
    try {
      const file = await openingFile;
      try {
        await writeRows(request, file, signal, progress.update);
        // Stored before readers reach the end, so that a downloaded file is listed in the export centre.
        const expiresAt = new Date(clock().getTime() + retentionMs);
        await finishJob({ status: "done", bytes: file.bytes(), keptUntil: expiresAt }, file.hasReader());
        metrics.exports.inc({ result: "done" });
        file.finish();
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
      const failReason = error === cancelledError ? "" : toFailReason(error);
      await finishJob({ status, failReason }, isReported);
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
  const { db, settings, clock, onError } = platform;
  const folder = path.join(settings.dataDir, "exports");
  const getPath = (id: string) => path.join(folder, `${id}.xlsx`);
  const running = new Map<string, RunningExport>();
  const stopped = new AbortController();
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
      const file = mkdir(folder, { recursive: true, mode: 0o700 }).then(() =>
        createTailableFile(getPath(request.id), request.isStreamed),
      );
      // `write` awaits it as well and reports the error.
      file.catch(() => undefined);
      const finished = write(request, getPath(request.id), file, abort.signal)
        .then(service.removeExpired)
        .catch((error) => onError(error, "export"))
        .finally(() => running.delete(request.id));
      running.set(request.id, { request, abort, finished });
      publishChange(platform, request);
      return async function* () {
        yield* (await file).read();
      };
    },
    openStored: (id) =>
      access(getPath(id)).then(
        () => createReadStream(getPath(id)),
        () => null,
      ),
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
    recover: async () => {
      const values = {
        status: "cut",
        failReason: "服务重启，导出没有写完",
        endedAt: clock(),
        ...versionIncrement,
      } as const;
      await db.update(exportJobs).set(values).where(eq(exportJobs.status, "running"));
      await removeOrphans(db, folder);
      await markMissingExpired(db, folder);
    },
    removeExpired: () => removeExpired(db, folder, clock()),
    stop: async () => {
      const jobs = [...running.values()];
      for (const { abort } of jobs) abort.abort(interruptedError);
      stopped.abort();
      await Promise.all(jobs.map(({ finished }) => finished));
    },
  };
  return service;
}
