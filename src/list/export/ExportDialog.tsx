import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Progress,
  Radio,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { configureMessages } from "../../../adapters/contract/formatIssue.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toQueryKey } from "../../../machines/listQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { canCall } from "../canCall.ts";
import type { ListPreferences } from "../columns/columnLayout.ts";
import { getSchemaAtPath } from "../getSchemaAtPath.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";
import { toExportBody } from "../query/requestBody.ts";
import { ExportColumnsField, useExportColumns } from "./ExportColumnsField.tsx";
import type { ExportActor } from "./useExport.ts";

interface UnmaskedPhonesOption {
  /** Whether this user may export this list's phone numbers unmasked. */
  readonly isAvailable: boolean;
  readonly enabled: boolean;
  readonly reason: string;
  readonly error: string | null;
  readonly setEnabled: (enabled: boolean) => void;
  readonly onReasonChange: (reason: string) => void;
  /** The option's part of the request body; null, with an error shown, if the reason is missing or invalid. */
  readonly toRequestBody: () => { readonly revealReason?: string } | null;
}

/** State of the option to export phone numbers unmasked, with a reason; for admins only. */
function useUnmaskedPhones({ body }: Endpoint): UnmaskedPhonesOption {
  const { user, config } = usePageApi();
  const [enabled, setEnabled] = useState(false);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const schema = body ? getSchemaAtPath(body, "revealReason") : null;
  return {
    isAvailable: config.extensions && schema !== null && user.roles.includes("admin"),
    enabled,
    reason,
    error,
    setEnabled,
    onReasonChange: (text) => {
      setReason(text);
      setError(null);
    },
    toRequestBody: () => {
      if (!enabled) return {};
      const parsed = schema?.safeParse(reason);
      if (parsed?.success && reason.trim() !== "") return { revealReason: reason.trim() };
      setError(parsed?.error?.issues[0]?.message ?? word.required);
      return null;
    },
  };
}

/** A checkbox for unmasked phone numbers and the reason. */
function UnmaskedPhonesField({ option }: { readonly option: UnmaskedPhonesOption }) {
  return (
    <>
      <Checkbox
        label="号码不脱敏（默认脱敏为 138****0013）"
        checked={option.enabled}
        onChange={(event) => option.setEnabled(event.currentTarget.checked)}
      />
      {option.enabled && (
        <TextInput
          label={word.reason}
          description="将与您的姓名一起记入操作日志"
          withAsterisk
          value={option.reason}
          error={option.error}
          onChange={(event) => option.onReasonChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Link to the export centre, which shows the export even after this dialog is closed. */
function ExportCentreLink({ onFollow }: { readonly onFollow: () => void }) {
  const pageApi = usePageApi();
  if (!canCall(exportJobCalls.exportList, pageApi)) return null;
  return (
    <Text size="sm" c="dimmed">
      进度和文件也在
      <Anchor component={Link} to="/exports" inherit underline="always" onClick={onFollow}>
        导出中心
      </Anchor>
      ，文件保留 7 天
    </Text>
  );
}

interface Props {
  readonly config: ListConfig;
  readonly preferences: ListPreferences;
  readonly call: Endpoint;
  readonly list: ListActor;
  readonly exportActor: ExportActor;
  readonly onClose: () => void;
}

/** Shows how many rows will be written, the progress, and finally the file name. */
export function ExportDialog({ config, preferences, call, list, exportActor, onClose }: Props) {
  const { noun, fixed = {} } = config;
  const { config: settings } = usePageApi();
  useState(configureMessages);
  // Null while the rows on the screen belong to another query.
  const total = useSelector(list, ({ context }) =>
    context.page && context.pageQueryKey === toQueryKey(context.query) ? context.page.total : null,
  );
  const selected = useSelector(list, ({ context }) => context.selected);
  const isFiltered = useSelector(list, ({ context }) => Object.keys(context.query.filters).length > 0);
  const [scope, setScope] = useState(selected.length > 0 ? "selected" : "all");
  const state = useSelector(exportActor, ({ value }) => String(value));
  const { rows, total: expected, result, error } = useSelector(exportActor, ({ context }) => context);
  const allLabel = `${isFiltered ? "符合当前条件的" : word.all}${total === null ? "记录" : ` ${formatNumber(total)} 条`}`;
  const unmaskedPhones = useUnmaskedPhones(call);
  const exportColumns = useExportColumns(config.name, config.columns, preferences);
  const start = () => {
    const reason = unmaskedPhones.toRequestBody();
    if (reason === null) return;
    const ids = scope === "selected" ? selected.map(({ id }) => id) : [];
    // Another platform's export has its own columns.
    const columns = settings.extensions ? { columns: exportColumns.take() } : {};
    const query = { ...toExportBody(list.getSnapshot().context.query, ids), ...fixed, ...columns, ...reason };
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
            <Text size="sm">{`将导出${allLabel}，按当前排序写入 Excel 文件。`}</Text>
          ))}
        {state === "idle" && settings.extensions && <ExportColumnsField {...exportColumns} />}
        {state === "idle" && unmaskedPhones.isAvailable && <UnmaskedPhonesField option={unmaskedPhones} />}
        {state === "running" && (
          <div role="status">
            <Text
              size="sm"
              mb={6}
            >{`已写入 ${formatNumber(rows)}${expected > 0 ? ` / ${formatNumber(expected)}` : ""} 行，关闭窗口或页面后继续导出`}</Text>
            <Progress value={expected > 0 ? (rows / expected) * 100 : 100} animated aria-label="导出进度" />
          </div>
        )}
        {state === "done" && result && (
          <Alert
            color="green"
            role="status"
            title="导出完成"
          >{`${Number.isNaN(result.rows) ? "" : `已写入 ${formatNumber(result.rows)} 行，`}文件名：${result.fileName}`}</Alert>
        )}
        {state === "cancelled" && (
          <Alert color="gray" role="status" title={word.exportCancelled}>
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
              {word.cancelExport}
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {state === "idle" ? word.cancel : word.close}
            </Button>
          )}
          {state !== "running" && state !== "done" && (
            <Button data-autofocus onClick={start}>
              {state === "idle" ? "开始导出" : word.retry}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
