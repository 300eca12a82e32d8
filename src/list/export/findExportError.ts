import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";

/** The newest exports, among which one that has just broken off stands. */
const newestJobsQuery = { pageNo: 1, pageSize: 50, sort: { field: "createdAt", order: "desc" } } as const;
/** The server cuts the file off first and notes why a moment later: asked so often, with so long between, ms. */
const maxAttempts = 4;
const retryDelayMs = 300;

/**
 * Why an export's file broke off, as the export centre has it: cancelled there, or failed for a reason; null where
 * it knows nothing of an end, so that it was the line.
 */
export async function findExportError(
  client: Client,
  exportId: string,
  signal: AbortSignal,
): Promise<CallError | null> {
  const call = `${exportJobCalls.exportList.method} ${exportJobCalls.exportList.path}`;
  for (let attemptsLeft = maxAttempts; attemptsLeft > 0 && !signal.aborted; attemptsLeft -= 1) {
    const page = await client
      .call(exportJobCalls.exportList, { body: newestJobsQuery }, { signal })
      .catch(() => null);
    const job = page?.list.find((candidate) => candidate.exportId === exportId);
    if (!job) return null;
    if (job.status === "cancelled") return new CallError("cancelled", call, { message: "已在导出中心取消" });
    if (job.status !== "running")
      return job.failReason === "" ? null : new CallError("refused", call, { message: job.failReason });
    if (attemptsLeft > 1) await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
  return null;
}
