import type { ActorRefFrom } from "xstate";
import { flightFileCalls, type ImportJob, importJob } from "../../../../adapters/contract/flightFile.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { recordingImportsMachine } from "../../../../machines/recordingImports.machine.ts";
import { normalizeErrors } from "../../../list/toCallError.ts";
import { onEachReconnect } from "../../../pageApi/onReconnect.ts";
import { type PageApi, usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";

type RecordingImportsActor = ActorRefFrom<ReturnType<typeof recordingImportsMachine<ImportJob>>>;

/** The page's imports of recordings, followed from the first time that the dialog is opened until the page is closed. */
export function useRecordingImports(): RecordingImportsActor {
  const pageApi = usePageApi();
  return usePageScope().actor("recordingImports", () => createImportsMachine(pageApi));
}

const createImportsMachine = ({ client, socket, toast, user }: PageApi) =>
  recordingImportsMachine<ImportJob>({
    load: async (signal) => {
      const call = client.call(flightFileCalls.flightImports, {}, { signal, quiet: true });
      return (await normalizeErrors(call)).list;
    },
    watch: (report) => {
      const unsubscribe = socket.onFrame(({ type, data }) => {
        if (type !== socketTypes.importProgress) return;
        const job = importJob.safeParse(data);
        if (job.success) report({ type: "job.change", job: job.data });
      });
      const stopWaiting = onEachReconnect(socket, () => report({ type: "socket.restore" }));
      return () => {
        unsubscribe();
        stopWaiting();
      };
    },
    tell: ({ staffId, fileName, preview, result, failReason }) => {
      // Admins see those of others too.
      if (staffId !== user.id) return;
      if (preview) toast.success(`「${fileName}」已读完，请在“导入飞行记录”中核对后保存`);
      else if (result) toast.success(`「${fileName}」已导入历史任务，任务编号 ${result.taskNo}`);
      else toast.error(`「${fileName}」没有导入：${failReason}`);
    },
  });
