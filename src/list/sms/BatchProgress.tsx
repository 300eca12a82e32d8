import { Button, Center, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router-dom";
import {
  type SmsBatch,
  type SmsRow,
  smsBatchStatus,
  smsCalls,
  smsProgressData,
  smsStatus,
} from "../../../adapters/contract/sms.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import * as word from "../../../adapters/contract/words.ts";
import { smsBatchStatusMachine } from "../../../machines/status/smsBatch.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { actionForm } from "../form/actionForm.ts";
import { FormHost } from "../form/FormHost.tsx";
import { useForm } from "../form/useForm.ts";
import type { RowDialogProps } from "../listDefinition.ts";
import { toCallError } from "../toCallError.ts";
import classes from "./BatchProgress.module.css";

const pollIntervalMs = 5_000;

/** Progress of a bulk SMS: from the socket, and by polling, which also includes delivery results. */
function useBatch(id: string) {
  const { client, socket } = usePageApi();
  const [batch, setBatch] = useState<SmsBatch | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const read = useEffectEvent((signal: AbortSignal) => {
    client.call(smsCalls.smsBatch, { params: { id } }, { signal }).then(
      (data) => {
        if (!signal.aborted) setBatch(data);
      },
      (error: unknown) => {
        toCallError(error);
        if (!signal.aborted) setFailed(true);
      },
    );
  });
  useEffect(() => {
    if (failed) return;
    const abort = new AbortController();
    read(abort.signal);
    const timer = window.setInterval(() => read(abort.signal), pollIntervalMs);
    const unsubscribe = socket.onFrame(({ type, data }) => {
      if (type !== socketTypes.smsProgress) return;
      const progress = smsProgressData.safeParse(data);
      if (!progress.success || progress.data.batchId !== id) return;
      const { status, counts } = progress.data;
      setBatch((current) => current && { ...current, status, counts });
    });
    return () => {
      abort.abort();
      window.clearInterval(timer);
      unsubscribe();
    };
  }, [id, attempt, failed, socket]);
  const refetch = () => {
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return { batch, failed, refetch };
}

/** Stops the rest of a bulk SMS. */
const stopBatchForm = actionForm({
  name: "sms-stop",
  title: (_: SmsBatch) => "停止群发",
  call: smsCalls.smsBatchStop,
  detailCall: smsCalls.smsBatch,
  destructive: true,
  submitLabel: "停止发送",
  consequence: ({ counts }) => `尚未发出的 ${counts.queued} 条将不再发送，已发出的不能撤回。`,
  args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
});

/** The progress of the bulk SMS that a message belongs to. */
export const RowBatchProgress = ({ row, onClose }: RowDialogProps<SmsRow>) =>
  row.batchId === null ? null : <BatchProgress id={row.batchId} onClose={onClose} />;

/** Progress of a bulk SMS, which continues in the background when this is closed. */
export function BatchProgress({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { batch, failed, refetch } = useBatch(id);
  const stopForm = useForm(stopBatchForm, { onSaved: refetch, onUncertain: refetch });
  const canStop = batch !== null && smsBatchStatusMachine.allowed(batch.status).includes("stop");
  return (
    <Dialog opened onClose={onClose} title={word.smsProgress} size="lg">
      {batch === null && !failed && (
        <Center py="xl">
          <Loader aria-label={word.reading} />
        </Center>
      )}
      {failed && (
        <Center py="md">
          <Button onClick={refetch}>进度没有读到，重试</Button>
        </Center>
      )}
      {batch && <BatchSummary batch={batch} />}
      <Group justify="flex-end" mt="md">
        <Button component={Link} variant="subtle" to={`/msg/msgList?batchId=${id}`} onClick={onClose}>
          查看明细
        </Button>
        {canStop && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => stopForm.open(batch)}>
            停止发送
          </Button>
        )}
        <Button onClick={onClose}>{canStop ? "在后台继续" : word.close}</Button>
      </Group>
      <FormHost form={stopForm} />
    </Dialog>
  );
}

/** Statuses after the queue, best first: the sections of the progress bar. */
const processedStatuses = ["delivered", "sent", "unknown", "failed"].flatMap((status) =>
  smsStatus.options.filter(({ value }) => value === status),
);

function BatchSummary({ batch }: { readonly batch: SmsBatch }) {
  const { counts, total, status, content, totalParts, notBefore } = batch;
  const processed = total - counts.queued - counts.sending;
  const isScheduled = status === "sending" && isFuture(notBefore);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div role="status">
          <StatusTag {...smsBatchStatus.tag(status)} />
        </div>
        <Text size="sm" c="dimmed">{`${batch.senderName} 于 ${formatTime(batch.createdAt)} 发起`}</Text>
      </Group>
      <Progress.Root
        size="lg"
        role="progressbar"
        aria-label={word.smsProgress}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={processed}
      >
        {processedStatuses.map(({ value, color: statusColor }) => (
          <Progress.Section
            key={value}
            withAria={false}
            value={(getCount(batch, value) / Math.max(total, 1)) * 100}
            color={statusColor ?? "gray"}
          />
        ))}
      </Progress.Root>
      <Text size="sm">{`已处理 ${formatNumber(processed)} / ${formatNumber(total)} 条${isScheduled ? `，将于 ${formatTime(notBefore)} 开始发送` : ""}`}</Text>
      <ul className={classes["counts"]} aria-label="各状态条数">
        {smsStatus.options.map(({ value, label, color: statusColor }) => (
          <li key={value}>
            <StatusTag label={label} color={statusColor ?? "gray"} />{" "}
            <span>{formatNumber(getCount(batch, value))}</span>
          </li>
        ))}
      </ul>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {content}
      </Text>
      <Text
        size="xs"
        c="dimmed"
      >{`合计计费 ${formatNumber(totalParts)} 条。发送在后台进行，关闭窗口或退出登录不影响。${counts.unknown > 0 ? "结果未知的短信可能已经送达，不会自动重发，请核对。" : ""}`}</Text>
    </Stack>
  );
}

const getCount = ({ counts }: SmsBatch, status: string): number =>
  Object.entries(counts).find(([name]) => name === status)?.[1] ?? 0;

const isFuture = (instant: string) => Date.parse(instant) > Date.now();
