import { Alert, Button, Group, Loader, Stack, Table, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { BatchResult } from "../../../machines/batch.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow, BatchAction, BatchTarget } from "../listDefinition.ts";
import type { ListActor } from "../page/listActor.ts";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { OptionSelect } from "../pickers/OptionSelect.tsx";

interface ReceiptProps extends Pick<Props, "config" | "action"> {
  readonly receipt: BatchResult;
  readonly getTitle: (id: string) => string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** 已冻结 3 个用户，失败 1 个, each failure with its reason, and a retry button. */
function BatchReceipt({ config, action, receipt, getTitle, onRetry, onClose }: ReceiptProps) {
  const { succeeded, failed } = receipt;
  const close = useRef<HTMLButtonElement>(null);
  // The button that had the focus was unmounted with the question.
  useEffect(() => close.current?.focus(), []);
  const { noun, measure = "个" } = config;
  const count = `${succeeded.length} ${measure}${noun}`;
  const done = action.done?.(count) ?? `已${action.label.replace(/^批量/, "")} ${count}`;
  return (
    <Stack>
      <Alert color={failed.length > 0 ? "orange" : "green"} role="status">
        {failed.length > 0 ? `${done}，失败 ${failed.length} ${measure}` : done}
      </Alert>
      {failed.length > 0 && (
        <Table withTableBorder aria-label="失败的记录">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>记录</Table.Th>
              <Table.Th>{word.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failed.map(({ id, reason }) => (
              <Table.Tr key={id}>
                <Table.Td>{getTitle(id)}</Table.Td>
                <Table.Td>{reason || "未能完成"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        {failed.length > 0 && (
          <Button variant="default" onClick={onRetry}>{`重试失败的 ${failed.length} 条`}</Button>
        )}
        <Button ref={close} onClick={onClose}>
          {word.close}
        </Button>
      </Group>
    </Stack>
  );
}

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly action: BatchAction<AnyRow>;
  readonly onClose: () => void;
}

/** A batch action: confirmation, progress, and the result of each row. */
export function BatchDialog({ config, actor, action, onClose }: Props) {
  const isRunning = useSelector(actor, (snapshot) => snapshot.hasTag("acting"));
  const receipt = useSelector(actor, ({ context }) => context.batchResult);
  const request = useSelector(actor, ({ context }) => context.batchRequest);
  const close = () => {
    actor.send({ type: "receipt.close" });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={isRunning ? () => undefined : close}
      withCloseButton={!isRunning}
      title={action.label}
    >
      {isRunning ? (
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{`正在处理 ${request?.rows.length ?? 0} 条，请稍候`}</Text>
        </Group>
      ) : receipt ? (
        <BatchReceipt
          config={config}
          action={action}
          receipt={receipt}
          getTitle={(id) => {
            const row = request?.rows.find((candidate) => candidate.id === id);
            return row ? config.getTitle(row) : id;
          }}
          onRetry={() => actor.send({ type: "act.retry" })}
          onClose={close}
        />
      ) : (
        <BatchConfirm action={action} actor={actor} onClose={close} />
      )}
    </Dialog>
  );
}

interface BatchConfirmProps {
  readonly action: BatchAction<AnyRow>;
  readonly actor: ListActor;
  readonly onClose: () => void;
}

function BatchConfirm({ action, actor, onClose }: BatchConfirmProps) {
  const rows = useSelector(actor, ({ context }) => context.selected);
  const { config } = usePageApi();
  const { call, target } = action;
  const takesReason = config.extensions || !call.ownFields?.includes("reason");
  const reasonDictionary = takesReason ? action.reasonDictionary : undefined;
  const [value, setValue] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = (reasonDictionary !== undefined || target !== undefined) && value === "";
  const getError = (label: string) => (isSubmitted && isMissing ? `请选择${label}` : null);
  const submit = () => {
    setSubmitted(true);
    if (!isMissing) actor.send({ type: "act.submit", action: action.name, rows, values: value });
  };
  return (
    <Stack>
      <Text size="sm">{action.consequence(rows)}</Text>
      {reasonDictionary !== undefined && (
        <DictionarySelect
          dictionaryKey={reasonDictionary}
          label={word.reason}
          data-autofocus
          withAsterisk
          value={value}
          onChange={setValue}
          error={getError(word.reason)}
        />
      )}
      {target && (
        <TargetField target={target} value={value} onChange={setValue} error={getError(target.label)} />
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          data-autofocus={(reasonDictionary === undefined && !target) || undefined}
          onClick={onClose}
        >
          {word.cancel}
        </Button>
        <Button {...(action.destructive ? { color: "red" } : {})} onClick={submit}>
          {word.confirm}
        </Button>
      </Group>
    </Stack>
  );
}

interface TargetFieldProps {
  readonly target: BatchTarget;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

/** What all the rows get. */
function TargetField({ target, value, onChange, error }: TargetFieldProps) {
  const { label } = target;
  const input = { label, error, value: value || null, "data-autofocus": true };
  return "source" in target ? (
    <ChoiceSelect
      {...input}
      source={target.source}
      required
      clearable={false}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  ) : (
    <OptionSelect
      {...input}
      data={[...target.options]}
      withAsterisk
      canBeEmpty={false}
      placeholder={word.choose}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
