import { Alert, Button, Group, Progress, Radio, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { toQueryKey } from "../../../machines/listQuery.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import type { ListActor } from "../page/listActor.ts";
import { toExportBody } from "../query/requestBody.ts";
import { ExportCentreLink } from "./ExportCentreLink.tsx";
import { UnmaskedPhonesField } from "./UnmaskedPhonesField.tsx";
import type { ExportActor } from "./useExport.ts";
import { useUnmaskedPhones } from "./useUnmaskedPhones.ts";

interface Props {
  readonly noun: string;
  readonly call: Endpoint;
  readonly list: ListActor;
  readonly exportActor: ExportActor;
  readonly onClose: () => void;
}

/** Says how many rows will be written before, how many are written during, and the file's name after. */
export function ExportDialog({ noun, call, list, exportActor, onClose }: Props) {
  // Null while the rows are those of other conditions.
  const total = useSelector(list, ({ context }) =>
    context.page && context.pageQueryKey === toQueryKey(context.query) ? context.page.total : null,
  );
  const selected = useSelector(list, ({ context }) => context.selected);
  const isFiltered = useSelector(list, ({ context }) => Object.keys(context.query.filters).length > 0);
  const [scope, setScope] = useState(selected.length > 0 ? "selected" : "all");
  const state = useSelector(exportActor, ({ value }) => String(value));
  const { rows, total: expected, result, error } = useSelector(exportActor, ({ context }) => context);
  const allLabel = `${isFiltered ? "符合当前条件的" : "全部"}${total === null ? "记录" : ` ${formatNumber(total)} 条`}`;
  const unmaskedPhones = useUnmaskedPhones(call);
  const start = () => {
    const reason = unmaskedPhones.toRequestBody();
    if (reason === null) return;
    const ids = scope === "selected" ? selected.map(({ id }) => id) : [];
    const query = { ...toExportBody(list.getSnapshot().context.query, ids), ...reason };
    exportActor.send({ type: "export.start", query });
  };
  const close = () => {
    if (state !== "running") exportActor.send({ type: "export.close" });
    onClose();
  };
  return (
    <Dialog opened onClose={close} title={`导出${noun}`}>
      <Stack>
        {state === "idle" &&
          (selected.length > 0 ? (
            <Radio.Group label="导出范围" value={scope} onChange={setScope}>
              <Stack gap="xs" mt="xs">
                <Radio value="selected" label={`已选的 ${formatNumber(selected.length)} 条`} />
                <Radio value="all" label={allLabel} />
              </Stack>
            </Radio.Group>
          ) : (
            <Text size="sm">将导出{allLabel}，按当前排序写入 Excel 文件。</Text>
          ))}
        {state === "idle" && unmaskedPhones.isAvailable && <UnmaskedPhonesField option={unmaskedPhones} />}
        {state === "running" && (
          <div role="status">
            <Text size="sm" mb={6}>
              已写入 {formatNumber(rows)}
              {expected > 0 ? ` / ${formatNumber(expected)}` : ""} 行，关闭窗口或页面后继续导出
            </Text>
            <Progress value={expected > 0 ? (rows / expected) * 100 : 100} animated aria-label="导出进度" />
          </div>
        )}
        {state === "done" && result && (
          <Alert color="green" role="status" title="导出完成">
            已写入 {formatNumber(result.rows)} 行，文件名：{result.fileName}
          </Alert>
        )}
        {state === "cancelled" && (
          <Alert color="gray" role="status" title="导出已取消">
            {error?.message}
          </Alert>
        )}
        {state === "failed" && (
          <Alert color="red" role="alert" title="导出失败">
            <span>{error?.message || "文件没有写完，请稍后重试"}</span>
            <RequestId error={error} />
          </Alert>
        )}
        {state !== "idle" && <ExportCentreLink onFollow={close} />}
        <Group justify="flex-end">
          {state === "running" ? (
            <Button variant="default" onClick={() => exportActor.send({ type: "export.cancel" })}>
              取消导出
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {state === "idle" ? "取消" : "关闭"}
            </Button>
          )}
          {state !== "running" && state !== "done" && (
            <Button data-autofocus onClick={start}>
              {state === "idle" ? "开始导出" : "重试"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
