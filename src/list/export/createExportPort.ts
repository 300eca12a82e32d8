import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { CallOptions, Client } from "../../../adapters/http/client.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import type { ExportPort } from "../../../machines/export.machine.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { toCallError } from "../toCallError.ts";

/** The request body of an export. */
export type ExportBody = Readonly<Record<string, unknown>>;
type ExportProgressEvent = { type: "export.progress"; exportId: string; rows: number; total: number };

/**
 * The export machine's port, implemented by the client and the socket.
 * @param emit receives the progress of the running export
 */
export function createExportPort(
  call: Endpoint,
  { client, config, onExportProgress }: Pick<PageApi, "client" | "config" | "onExportProgress">,
  emit: (event: ExportProgressEvent) => void,
): ExportPort<ExportBody> {
  return {
    newExportId: createRequestId,
    run: async ({ exportId, query }, signal) => {
      const unsubscribe = onExportProgress(exportId, (progress) =>
        emit({ type: "export.progress", exportId, ...progress }),
      );
      // Closing the download does not stop the export job: cancel it explicitly.
      const cancel = () => {
        const body = { exportId, requestId: createRequestId() };
        void client.call(exportJobCalls.exportCancel, { body }).catch(toCallError);
      };
      if (config.extensions) signal.addEventListener("abort", cancel);
      const findBreakError = async () =>
        config.extensions ? findExportError(client, exportId, signal) : null;
      try {
        const options: CallOptions = { signal, exportId, diagnoseBreak: findBreakError };
        const { blob, fileName, rows } = await client.download(call, { body: query }, options);
        saveFile(blob, fileName);
        return { fileName, rows };
      } catch (error) {
        // A job that ended before its first byte is refused with a state that gives no reason; the export centre
        // knows.
        const isRefusedWithState =
          error instanceof CallError && error.kind === "refused" && error.state !== null;
        throw (isRefusedWithState ? await findBreakError() : null) ?? error;
      } finally {
        signal.removeEventListener("abort", cancel);
        unsubscribe();
      }
    },
  };
}

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
