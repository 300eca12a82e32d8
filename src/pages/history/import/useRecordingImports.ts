import { flightFileCalls, type ImportJob, importJob } from "../../../../adapters/contract/flightFile.ts";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { followImports, type ImportJobsActor } from "../../../list/imports/followImports.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";

/** The page's imports of recordings, followed from the first time that the dialog is opened until the page is closed. */
export function useRecordingImports(): ImportJobsActor<ImportJob> {
  const pageApi = usePageApi();
  const { client, toast } = pageApi;
  return usePageScope().actor("recordingImports", () =>
    followImports<ImportJob>(pageApi, {
      load: (signal) => client.call(flightFileCalls.flightImports, {}, { signal, quiet: true }),
      parseFrame: ({ type, data }) =>
        type === socketTypes.importProgress ? (importJob.safeParse(data).data ?? null) : null,
      tell: ({ fileName, preview, result, failReason }) => {
        if (preview) toast.success(`「${fileName}」已读完，请在“导入飞行记录”中核对后保存`);
        else if (result) toast.success(`「${fileName}」已导入历史任务，任务编号 ${result.taskNo}`);
        else toast.error(`「${fileName}」没有导入：${failReason}`);
      },
    }),
  );
}
