import type { ActorRefFrom } from "xstate";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportingMachine } from "../../../machines/exporting.machine.ts";
import { type Console, useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import { saveFile } from "../../ui/saveFile.ts";

/** What one export asks for: the body of its call. */
export type ExportBody = Readonly<Record<string, unknown>>;
export type ExportActor = ActorRefFrom<ReturnType<typeof exportingMachine<ExportBody>>>;

/** The page's export, which goes on while its tag is hidden. */
export function useExporting(name: string, call: Endpoint): ExportActor {
  const console = useConsole();
  const scope = usePageScope();
  const actor: ExportActor = scope.actor(`export.${name}`, () =>
    exporting(call, console, (event) => actor.send(event)),
  );
  return actor;
}

type Progress = { type: "export.progress"; exportId: string; rows: number; total: number };

function exporting(call: Endpoint, { client, onExportProgress }: Console, tell: (event: Progress) => void) {
  return exportingMachine<ExportBody>({
    newExportId: () => crypto.randomUUID(),
    run: async ({ exportId, query }, signal) => {
      const untold = onExportProgress(exportId, (progress) =>
        tell({ type: "export.progress", exportId, ...progress }),
      );
      try {
        const { blob, fileName, rows } = await client.download(call, { body: query }, { signal, exportId });
        saveFile(blob, fileName);
        return { fileName, rows };
      } finally {
        untold();
      }
    },
  });
}
