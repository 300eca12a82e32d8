import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { statisticsExportCalls } from "../../../adapters/contract/statisticsExport.ts";
import { toCallError } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { type Conditions, toStatisticsBody } from "./conditions.ts";

/** Downloads the figures of the page as a workbook: the server counts them anew, with the same conditions. */
export function StatisticsExport({ conditions }: { readonly conditions: Conditions }) {
  const { client, toast } = usePageApi();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      const body = toStatisticsBody(conditions);
      const { blob, fileName } = await client.download(statisticsExportCalls.statisticsExport, { body });
      saveFile(blob, fileName);
      toast.success(`导出完成：${fileName}`);
    } catch (error) {
      // The console shows the error itself.
      toCallError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={isBusy}
      onClick={() => void run()}
    >
      导出
    </Button>
  );
}
