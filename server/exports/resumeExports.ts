import { and, eq, sql } from "drizzle-orm";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { type ExportRecord, exportJobs, versionIncrement } from "../db/schema/exportJob.ts";
import { RefusalError } from "../errors.ts";
import { maxInterruptions } from "../jobs/maxInterruptions.ts";
import { toFailReason } from "../jobs/toFailReason.ts";
import type { Platform } from "../platform.ts";
import { endExport } from "./endExport.ts";
import type { ExportRequest } from "./exportRequest.ts";

/**
 * Prepares an export anew from its job, with what its user may see now. Throws a `RefusalError` if that is no more what
 * was asked for.
 */
export type PrepareAgain = (
  job: ExportRecord,
) => Promise<Pick<ExportRequest, "rows" | "write"> & Pick<ExportRecord, "scopeKey">>;

const interruptedTooOftenError = new RefusalError(
  `服务已中断 ${maxInterruptions} 次，导出没有写完，请缩小范围后重试，或联系管理员`,
);

interface ResumePorts {
  readonly prepare: PrepareAgain;
  readonly start: (request: ExportRequest) => unknown;
  readonly stopSignal: AbortSignal;
}

/** Takes up the exports that a process left when it ended: each is written anew, from its first row. */
export async function resumeExports(
  platform: Platform,
  left: readonly ExportRecord[],
  { prepare, start, stopSignal }: ResumePorts,
): Promise<void> {
  const { db, clock, log, onError } = platform;
  /** @returns null if it has ended in the meantime */
  async function take(job: ExportRecord): Promise<ExportRequest | null> {
    if (job.interruptions + 1 >= maxInterruptions) throw interruptedTooOftenError;
    const { rows, scopeKey, write } = await prepare(job);
    const interruptions = sql`${exportJobs.interruptions} + 1`;
    const taken = await db
      .update(exportJobs)
      .set({ interruptions, expectedRows: rows, writtenRows: 0, scopeKey, ...versionIncrement })
      .where(and(eq(exportJobs.id, job.id), eq(exportJobs.status, "running")))
      .returning({ id: exportJobs.id });
    const { id, exportId, staffId } = job;
    return taken.length === 0
      ? null
      : { id, exportId, staffId, sessionId: null, rows, write, isStreamed: false };
  }

  async function fail(job: ExportRecord, error: unknown): Promise<void> {
    if (!(error instanceof RefusalError)) onError(error, "export");
    const status = error === interruptedTooOftenError ? ("cut" as const) : ("failed" as const);
    const values = { status, failReason: toFailReason(error), endedAt: clock() };
    await endExport(platform, job, { values, hasReader: false }, stopSignal);
  }

  for (const job of left) {
    if (stopSignal.aborted) return;
    try {
      const request = await retryWhileUnavailable(() => take(job), stopSignal);
      if (request) start(request);
      log.info({ exportId: job.id }, request ? "export resumed" : "export ended meanwhile");
    } catch (error) {
      if (!stopSignal.aborted) await fail(job, error);
    }
  }
}
