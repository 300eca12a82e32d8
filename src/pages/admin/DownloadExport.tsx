import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { type ExportJob, exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { exportingMachine } from "../../../machines/exporting.machine.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { normalizeErrors } from "../../list/toCallError.ts";
import { type PageApi, usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatBytes } from "../../ui/format/formatBytes.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { saveFile } from "../../ui/saveFile.ts";

/** Brings a kept file and saves it; closing the window stops that. */
export function DownloadExport({ row, onClose, onOutdated }: RowDialogProps<ExportJob>) {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const actor = scope.actor(`export.download.${row.id}`, () => createDownloadMachine(pageApi, row.id));
  const state = useSelector(actor, ({ value }) => String(value));
  const error = useSelector(actor, ({ context }) => context.error);
  const start = () => actor.send({ type: "export.start", query: row.id });
  useEffect(() => {
    actor.send({ type: "export.start", query: row.id });
    return () => actor.send({ type: "export.cancel" });
  }, [actor, row.id]);
  useEffect(() => {
    if (state === "failed") onOutdated();
  }, [state, onOutdated]);
  return (
    <Dialog opened onClose={onClose} title="下载导出文件">
      <Stack>
        <Text size="sm">
          {row.fileName}，{formatNumber(row.writtenRows)} 行，{formatBytes(row.bytes)}
        </Text>
        {row.revealReason !== "" && (
          <Alert color="orange">文件中的手机号没有脱敏，请妥善保管，用后删除。</Alert>
        )}
        {state === "running" && <Progress value={100} animated aria-label="正在下载" />}
        {state === "done" && (
          <Alert color="green" role="status" title="下载完成">
            文件已交给浏览器保存
          </Alert>
        )}
        {state === "failed" && (
          <Alert color="red" role="alert" title="下载失败">
            <span>{error?.message || "文件没有取到，请稍后重试"}</span>
            <RequestId error={error} />
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {state === "running" ? "停止下载" : "关闭"}
          </Button>
          {state === "failed" && <Button onClick={start}>重试</Button>}
        </Group>
      </Stack>
    </Dialog>
  );
}

const createDownloadMachine = ({ client }: PageApi, exportId: string) =>
  exportingMachine<string>({
    newExportId: () => exportId,
    run: async ({ query: id }, signal) => {
      const file = client.download(exportJobCalls.exportFile, { params: { id } }, { signal });
      const { blob, fileName, rows } = await normalizeErrors(file);
      saveFile(blob, fileName);
      return { fileName, rows };
    },
  });
