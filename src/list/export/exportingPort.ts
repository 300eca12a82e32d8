import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { ExportingPort } from "../../../machines/exporting.machine.ts";
import type { Console } from "../../console/useConsole.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { calledOrReported } from "../calledOrReported.ts";
import { whyEnded } from "./whyEnded.ts";

/** What one export asks for: the body of its call. */
export type ExportBody = Readonly<Record<string, unknown>>;
type Progress = { type: "export.progress"; exportId: string; rows: number; total: number };

/**
 * The export machine's port over the client and the live connection.
 * @param tell gets the progress of the export that runs, until it ends
 */
export function exportingPort(
  call: Endpoint,
  { client, config, onExportProgress }: Pick<Console, "client" | "config" | "onExportProgress">,
  tell: (event: Progress) => void,
): ExportingPort<ExportBody> {
  return {
    newExportId: () => crypto.randomUUID(),
    run: async ({ exportId, query }, signal) => {
      const untold = onExportProgress(exportId, (progress) =>
        tell({ type: "export.progress", exportId, ...progress }),
      );
      // The server writes on for who has only gone away: that nobody wants it is to be said.
      const cancel = () => {
        const body = { exportId, requestId: crypto.randomUUID() };
        void client.call(exportJobCalls.exportCancel, { body }).catch(calledOrReported);
      };
      if (config.extensions) signal.addEventListener("abort", cancel);
      const broken = async () => (config.extensions ? whyEnded(client, exportId, signal) : null);
      try {
        const options = { signal, exportId, broken };
        const { blob, fileName, rows } = await client.download(call, { body: query }, options);
        saveFile(blob, fileName);
        return { fileName, rows };
      } catch (fault) {
        // Ended before its first byte, it is refused in words, which do not tell who ended it.
        const told = fault instanceof CallError && fault.kind === "refused" && fault.state !== null;
        throw (told ? await broken() : null) ?? fault;
      } finally {
        signal.removeEventListener("abort", cancel);
        untold();
      }
    },
  };
}
