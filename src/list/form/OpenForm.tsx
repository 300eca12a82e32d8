import { Alert, Button, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { configureMessages } from "../../../adapters/contract/formatIssue.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";
import { findConflicts } from "../../../machines/formValues.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { fetchRegionName } from "../pickers/fetchRegionName.ts";
import { useQuery } from "../useQuery.ts";
import {
  type FormInstance,
  getOneTimeResult,
  hasUnsavedChanges,
  isShowingOneTimeResult,
} from "./createFormHandle.ts";
import { FormBody } from "./FormBody.tsx";
import { FormChange } from "./FormChange.tsx";
import { type FormField, getFields, type OneTimeResult } from "./formConfig.ts";
import { withoutOwnFields } from "./withoutOwnFields.ts";

const QrImage = lazyComponent(async () => (await import("./QrImage.tsx")).QrImage);

/** A field's value as text: labels instead of codes and ids, `-` for none. */
function FieldValueText({
  field,
  value,
}: {
  readonly field: FormField | undefined;
  readonly value: unknown;
}) {
  const { client } = usePageApi();
  const text = typeof value === "object" ? "" : String(value ?? "");
  const isRemote = field?.kind === "choice" || field?.kind === "region";
  const { result } = useQuery(isRemote && text !== "" ? text : null, async (signal) =>
    field?.kind === "choice"
      ? ((await field.source.fetchByIds(client, [text], signal))[0]?.label ?? text)
      : fetchRegionName(client, text, signal),
  );
  if (field?.kind === "custom" && field.formatValue) return field.formatValue(value);
  if (Array.isArray(value)) {
    const getLabel = field?.kind === "several" ? field.dictionary.label : String;
    return value.length > 0 ? value.map((item) => getLabel(String(item))).join("、") : "-";
  }
  if (field?.kind === "check") return value === true ? word.yes : word.no;
  if (field?.kind === "text" && field.masked && value === null) return word.clear;
  if (text === "") return "-";
  if (field?.kind === "money") return formatMoney(Math.round(Number(text) * 100));
  if (field?.kind === "file") return "已上传的文件";
  if (isRemote) return result.state === "success" ? result.data : text;
  return field?.kind === "select" ? field.dictionary.label(text) : text;
}

/** Another user has saved meanwhile: shows their changes by field and offers both resolutions. */
function ConflictPanel({ form: { config, actor } }: { readonly form: FormInstance }) {
  const { row, base, values, theirs } = useSelector(actor, ({ context }) => context);
  const fields = getFields(config, row);
  const conflicts = findConflicts(base, values, theirs?.values ?? {});
  return (
    <Stack>
      <Alert color="orange" role="alert" title="该记录已被他人修改">
        {conflicts.length > 0
          ? "下面是对方改过的内容。保留您的修改时只写入您改过的字段，其余按对方的保存。"
          : "对方改的不是这张表单里的内容，可以继续保存。"}
      </Alert>
      {conflicts.length > 0 && (
        <Table withTableBorder aria-label="双方的修改">
          <Table.Thead>
            <Table.Tr>
              {[word.field, "原来", "对方改为", "我填写的"].map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map((conflict) => {
              const field = fields.find(({ name }) => name === conflict.field);
              return (
                <Table.Tr key={conflict.field}>
                  <Table.Th scope="row">{field?.label ?? conflict.field}</Table.Th>
                  {[conflict.base, conflict.theirs, conflict.mine].map((value, index) => (
                    <Table.Td key={["base", "theirs", "mine"][index]} style={{ overflowWrap: "anywhere" }}>
                      {index === 2 && !conflict.touched ? (
                        <Text span size="sm" c="dimmed">
                          未修改
                        </Text>
                      ) : (
                        <FieldValueText field={field} value={value} />
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => actor.send({ type: "form.close" })}>
          {word.cancel}
        </Button>
        <Button variant="default" onClick={() => actor.send({ type: "conflict.takeTheirs" })}>
          采用对方的内容
        </Button>
        <Button onClick={() => actor.send({ type: "conflict.keepMine" })}>保留我的修改并保存</Button>
      </Group>
    </Stack>
  );
}

/** Values to copy, most of them shown only once. */
function OneTimeResultView({
  result,
  onClose,
}: {
  readonly result: OneTimeResult;
  readonly onClose: () => void;
}) {
  const view = useRef<HTMLDivElement>(null);
  // The button that had the focus was unmounted with the form.
  useEffect(() => view.current?.querySelector("button")?.focus(), []);
  return (
    <Stack ref={view}>
      <Alert color={result.isSuccess ? "green" : "orange"} title={result.title}>
        {result.note}
      </Alert>
      {result.lines.map(({ label, value, copyable = true, hasQr = false }) => (
        <div key={label}>
          <Text size="sm" c="dimmed" mb={4}>
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="md" p="xs" flex={1} style={{ overflowWrap: "anywhere", userSelect: "all" }}>
              {value}
            </Code>
            {copyable && <CopyButton value={value} />}
          </Group>
          {hasQr && <QrImage text={value} label={label} />}
        </div>
      ))}
      <Group justify="flex-end">
        {result.download && (
          <Button variant="default" onClick={result.download.run}>
            {result.download.label}
          </Button>
        )}
        {result.links?.map(({ label, to }) => (
          <Button key={to} variant="default" component={Link} to={to} onClick={onClose}>
            {label}
          </Button>
        ))}
        <Button onClick={onClose}>{result.repeatable ? word.close : "我已保存，关闭"}</Button>
      </Group>
    </Stack>
  );
}

/** Copies the value; warns if the browser denies it, as the value may not be shown again. */
function CopyButton({ value }: { readonly value: string }) {
  const { toast } = usePageApi();
  const { copied, copy, error } = useClipboard();
  const warnCopyFailed = useEffectEvent(() => toast.warning(word.copyRefused));
  useEffect(() => {
    if (error) warnCopyFailed();
  }, [error]);
  return (
    <Button variant="default" onClick={() => copy(value)}>
      {copied ? "已复制" : word.copy}
    </Button>
  );
}

const outcomeTexts: Readonly<Record<string, string>> = {
  contract: "服务器的答复无法识别",
  commitUnknown: "服务器保存时数据库连接中断",
};

/**
 * No usable response: the record may or may not be saved. Sending again with the same requestId is idempotent; another
 * platform gets none.
 */
function UnknownOutcomePanel({ form: { config, actor } }: { readonly form: FormInstance }) {
  const kind = useSelector(actor, ({ context }) => context.error?.kind ?? "");
  const { extensions } = usePageApi().config;
  return (
    <Stack>
      <Alert
        color="orange"
        role="alert"
        title="结果未知，请核对"
      >{`${lookUp(outcomeTexts, kind) ?? "没有收到服务器的答复"}，可能已经保存，也可能没有。`}</Alert>
      <Text size="sm">{`列表会重新读取，请核对。${extensions ? "重新提交不会重复操作" : "没有生效时再重新提交，否则会重复操作"}${config.savesDrafts ? "，填写的内容也会保留为草稿" : ""}。`}</Text>
      <Group justify="flex-end">
        <Button
          variant="default"
          data-autofocus={!extensions || undefined}
          onClick={() => actor.send({ type: "form.close" })}
        >
          关闭并刷新列表
        </Button>
        <Button data-autofocus={extensions || undefined} onClick={() => actor.send({ type: "form.submit" })}>
          重新提交
        </Button>
      </Group>
    </Stack>
  );
}

/** Confirms that typed values are discarded. */
function DiscardChangesDialog({ form: { actor } }: { readonly form: FormInstance }) {
  const isConfirming = useSelector(actor, (snapshot) => snapshot.hasTag("confirm"));
  // Mounted only while needed: a closed dialog already listens and would handle the Escape that opens it.
  if (!isConfirming) return null;
  const cancel = () => actor.send({ type: "close.cancel" });
  return (
    <Dialog opened onClose={cancel} title="放弃修改？" size="sm" zIndex={300} centered>
      <Stack>
        <Text size="sm">填写的内容还没有保存，离开后将丢失。</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => actor.send({ type: "close.confirm" })}>
            放弃修改
          </Button>
          <Button data-autofocus onClick={cancel}>
            继续填写
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface Props {
  readonly form: FormInstance;
  readonly onClose: () => void;
}

/** An open form: fields, conflict, unknown outcome, or a one-time result. */
export function OpenForm({ form, onClose }: Props) {
  // Here, and in the export dialog: no other code of the console checks what a user types.
  useState(configureMessages);
  const { config: console } = usePageApi();
  const { config, actor } = form;
  const row = useSelector(actor, ({ context }) => context.row);
  const hasUnsaved = useSelector(actor, hasUnsavedChanges);
  const phase = useSelector(actor, (snapshot) =>
    snapshot.hasTag("done")
      ? "done"
      : snapshot.hasTag("conflict")
        ? "conflict"
        : snapshot.hasTag("unknown")
          ? "unknown"
          : "form",
  );
  const oneTimeResult = useSelector(actor, getOneTimeResult);
  const isOneTime = useSelector(actor, isShowingOneTimeResult);
  const title = config.title(row);
  const content =
    phase === "done" ? (
      oneTimeResult && (
        <OneTimeResultView result={oneTimeResult} onClose={() => actor.send({ type: "form.close" })} />
      )
    ) : phase === "conflict" ? (
      <ConflictPanel form={form} />
    ) : phase === "unknown" ? (
      <UnknownOutcomePanel form={form} />
    ) : (
      <>
        <FormChange form={form} />
        <FormBody form={{ config: withoutOwnFields(config, console), actor }} />
      </>
    );
  // A one-time result closes by its button only, not by Escape or a click outside.
  const closeProps = isOneTime
    ? { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false }
    : { closeOnClickOutside: phase !== "done" && !hasUnsaved };
  return (
    <>
      {config.container === "drawer" && phase === "form" ? (
        <SidePanel opened onClose={onClose} title={title} {...closeProps}>
          {content}
        </SidePanel>
      ) : (
        <Dialog
          opened
          onClose={onClose}
          title={title}
          size={phase === "conflict" ? "lg" : "md"}
          // Below the toasts of the calls that failed.
          centered={phase === "unknown"}
          {...closeProps}
        >
          {content}
        </Dialog>
      )}
      <DiscardChangesDialog form={form} />
    </>
  );
}
