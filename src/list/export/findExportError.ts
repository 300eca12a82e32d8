import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";

/** The newest jobs; one that has just failed is among them. */
const newestJobsQuery = { pageNo: 1, pageSize: 50, sort: { field: "createdAt", order: "desc" } } as const;
/** The server records the reason shortly after it closes the stream: attempts, and ms between them. */
const maxAttempts = 4;
const retryDelayMs = 300;

/**
 * Why a download broke off, according to the export centre: cancelled or failed. Null if it has no reason, so the
 * connection was lost.
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
