import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { CallOptions } from "../../../adapters/http/client.ts";
import type { ExportPort } from "../../../machines/export.machine.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { toCallError } from "../toCallError.ts";
import { findExportError } from "./findExportError.ts";

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
    newExportId: () => crypto.randomUUID(),
    run: async ({ exportId, query }, signal) => {
      const unsubscribe = onExportProgress(exportId, (progress) =>
        emit({ type: "export.progress", exportId, ...progress }),
      );
      // Closing the download does not stop the export job: cancel it explicitly.
      const cancel = () => {
        const body = { exportId, requestId: crypto.randomUUID() };
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
