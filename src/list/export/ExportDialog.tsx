import { Alert, Button, Group, Progress, Radio, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { queryKey } from "../../../machines/listQuery.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format/number.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import type { ListActor } from "../page/listActor.ts";
import { resultBody } from "../query/requestBody.ts";
import { CentreLink } from "./CentreLink.tsx";
import { FullPhones } from "./FullPhones.tsx";
import type { ExportActor } from "./useExporting.ts";
import { useFullPhones } from "./useFullPhones.ts";

interface Props {
  readonly noun: string;
  readonly call: Endpoint;
  readonly list: ListActor;
  readonly exporting: ExportActor;
  readonly onClose: () => void;
}

/** Says how many rows will be written before, how many are written during, and the file's name after. */
export function ExportDialog({ noun, call, list, exporting, onClose }: Props) {
  // Null while the rows are those of other conditions.
  const total = useSelector(list, ({ context }) =>
    context.page && context.pageOf === queryKey(context.query) ? context.page.total : null,
  );
  const selected = useSelector(list, ({ context }) => context.selected);
  const filtered = useSelector(list, ({ context }) => Object.keys(context.query.filters).length > 0);
  const [what, setWhat] = useState(selected.length > 0 ? "selected" : "all");
  const state = useSelector(exporting, ({ value }) => String(value));
  const { rows, total: expected, result, fault } = useSelector(exporting, ({ context }) => context);
  const all = `${filtered ? "符合当前条件的" : "全部"}${total === null ? "记录" : ` ${formatNumber(total)} 条`}`;
  const full = useFullPhones(call);
  const start = () => {
    const reason = full.given();
    if (reason === null) return;
    const ids = what === "selected" ? selected.map(({ id }) => id) : [];
    const query = { ...resultBody(list.getSnapshot().context.query, ids), ...reason };
    exporting.send({ type: "export.start", query });
  };
  const close = () => {
    if (state !== "running") exporting.send({ type: "export.close" });
    onClose();
  };
  return (
    <Dialog opened onClose={close} title={`导出${noun}`}>
      <Stack>
        {state === "idle" &&
          (selected.length > 0 ? (
            <Radio.Group label="导出范围" value={what} onChange={setWhat}>
              <Stack gap="xs" mt="xs">
                <Radio value="selected" label={`已选的 ${formatNumber(selected.length)} 条`} />
                <Radio value="all" label={all} />
              </Stack>
            </Radio.Group>
          ) : (
            <Text size="sm">将导出{all}，按当前排序写入 Excel 文件。</Text>
          ))}
        {state === "idle" && full.offered && <FullPhones full={full} />}
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
            {fault?.message}
          </Alert>
        )}
        {state === "failed" && (
          <Alert color="red" role="alert" title="导出失败">
            <span>{fault?.message || "文件没有写完，请稍后重试"}</span>
            <RequestId of={fault} />
          </Alert>
        )}
        {state !== "idle" && <CentreLink onFollow={close} />}
        <Group justify="flex-end">
          {state === "running" ? (
            <Button variant="default" onClick={() => exporting.send({ type: "export.cancel" })}>
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
