import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Fragment, useEffect, useState } from "react";
import {
  type ExportJob,
  exportJobCalls,
  exportKind,
  exportStatus,
} from "../../../adapters/contract/exportJob.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import { exportMachine } from "../../../machines/export.machine.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { RowAction, RowDialogProps } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { normalizeErrors } from "../../list/toCallError.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { type PageApi, usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatBytes } from "../../ui/format/formatBytes.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import classes from "./exportCells.module.css";

/** Downloads a stored file; closing the dialog aborts it. */
function DownloadExport({ row, onClose, onOutdated }: RowDialogProps<ExportJob>) {
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
        <Text size="sm">{`${row.fileName}，${formatNumber(row.writtenRows)} 行，${formatBytes(row.bytes)}`}</Text>
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
            {state === "running" ? "停止下载" : word.close}
          </Button>
          {state === "failed" && <Button onClick={start}>{word.retry}</Button>}
        </Group>
      </Stack>
    </Dialog>
  );
}

const createDownloadMachine = ({ client }: PageApi, exportId: string) =>
  exportMachine<string>({
    newExportId: () => exportId,
    run: async ({ query: id }, signal) => {
      const file = client.download(exportJobCalls.exportFile, { params: { id } }, { signal });
      const { blob, fileName, rows } = await normalizeErrors(file);
      saveFile(blob, fileName);
      return { fileName, rows };
    },
  });

const companyLabel = "企业：";

/** The conditions as text, truncated, with the full text as tooltip; the company among them is a link. */
const ConditionsCell = ({ conditions, companyId }: ExportJob) => (
  <span className={classes["conditions"]} title={conditions}>
    {conditions.split("；").map((part, index) => {
      const isCompany = companyId !== null && part.startsWith(companyLabel);
      return (
        <Fragment key={part}>
          {index > 0 && "；"}
          {isCompany ? (
            <>
              {companyLabel}
              <RecordLink record="company" id={companyId} text={part.slice(companyLabel.length)} />
            </>
          ) : (
            part
          )}
        </Fragment>
      );
    })}
  </span>
);

const SizeCell = ({ bytes }: ExportJob) => (bytes === 0 ? null : formatBytes(bytes));

/** Whether the file's phone numbers are masked; if not, the reason. */
const PhonesCell = ({ revealReason }: ExportJob) =>
  revealReason === "" ? (
    "已脱敏"
  ) : (
    <span
      className={classes["conditions"]}
      title={`未脱敏，原因：${revealReason}`}
    >{`未脱敏：${revealReason}`}</span>
  );

const WrittenRowsCell = (row: ExportJob) =>
  row.status === "running" ? (
    <ExportProgress row={row} />
  ) : (
    formatRowCounts(row.writtenRows, row.expectedRows)
  );

const formatRowCounts = (written: number, expected: number) =>
  `${formatNumber(written)} / ${formatNumber(expected)}`;

/** Shows progress from the socket between polls of the list. */
function ExportProgress({ row: { exportId, writtenRows, expectedRows } }: { readonly row: ExportJob }) {
  const { onExportProgress } = usePageApi();
  const [reportedRows, setReportedRows] = useState(0);
  useEffect(
    () => onExportProgress(exportId, ({ rows }) => setReportedRows(rows)),
    [exportId, onExportProgress],
  );
  const written = Math.max(reportedRows, writtenRows);
  const percent = expectedRows > 0 ? Math.min(100, (written / expectedRows) * 100) : 0;
  return (
    <span className={classes["written"]}>
      <span>{formatRowCounts(written, expectedRows)}</span>
      <span
        className={classes["bar"]}
        role="progressbar"
        aria-label="导出进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
      >
        <span className={classes["done"]} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

/** Downloads the file again, until it expires. */
const downloadExport: RowAction<ExportJob> = {
  name: "download",
  label: "下载",
  call: exportJobCalls.exportFile,
  isApplicable: ({ status }) => status === "done",
  dialog: DownloadExport,
};

const cancelExport: RowAction<ExportJob> = {
  name: "cancel",
  label: word.cancelExport,
  call: exportJobCalls.exportCancel,
  destructive: true,
  isApplicable: ({ status }) => status === "running",
  form: actionForm({
    name: "export-cancel",
    title: ({ fileName }: ExportJob) => `取消导出 ${fileName}`,
    call: exportJobCalls.exportCancel,
    destructive: true,
    submitLabel: word.cancelExport,
    consequence: ({ fileName }: ExportJob) =>
      `「${fileName}」将停止写入，已写的部分不保留；之后可以重新导出。`,
    fields: [],
    args: ({ exportId }, _, requestId) => ({ body: { exportId, requestId } }),
  }),
};

const retryExport: RowAction<ExportJob> = {
  name: "retry",
  label: "重新导出",
  call: exportJobCalls.exportRetry,
  isApplicable: ({ status }) => status !== "running" && status !== "done",
  refusal: ({ own }) => (own ? null : "只能由导出人本人重新导出"),
  form: actionForm({
    name: "export-retry",
    title: ({ fileName }: ExportJob) => `重新导出 ${fileName}`,
    call: exportJobCalls.exportRetry,
    submitLabel: "重新导出",
    consequence: ({ conditions, expectedRows }: ExportJob) =>
      `将按原来的条件（${conditions}）重新写入文件，上次为 ${formatNumber(expectedRows)} 行，行数以现在的数据为准。`,
    fields: [],
    args: ({ id }, _, requestId) => ({ body: { id, requestId } }),
  }),
};

export const meta = {
  path: "/exports",
  title: "导出中心",
  group: "own",
  order: 7,
  icon: "IconFileDownload",
  roles: ["admin", "operator", "finance", "maintainer", "duty"],
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "您导出过的文件：正在写的有进度，完成的可再次下载。",
  lines: [
    "在任何列表点「导出」都会出现在这里，写完后有通知。",
    "文件保留到「文件保留至」为止，过期后请重新导出。",
    "「导出条件」是当时的筛选，便于核对。",
    "失败或中断的可以「重新导出」，条件与原来相同。",
    "正在进行的可以取消；同时最多进行三个。",
    "普通人员只看到自己的，管理员看到全部。",
    "每次下载都会记入操作日志。",
    "角色变化后，不再有权查看的数据不能下载。",
  ],
};

export default listPage({
  name: "export",
  noun: "导出记录",
  call: exportJobCalls.exportList,
  detailCall: exportJobCalls.exportOne,
  getTitle: (row) => row.fileName,
  emptyStateAction: {
    description: "在列表页点击“导出”，文件在这里保留 7 天，可以重新下载",
    label: word.openOrders,
    to: "/order/orderList",
    call: orderCalls.orderExport,
  },
  shouldPoll: ({ status }) => status === "running",
  rowActions: [downloadExport, cancelExport, retryExport],
  columns: [
    { key: "fileName", title: word.file, width: 270, main: true },
    { key: "status", title: word.status, width: 110, as: "tag", dictionary: exportStatus },
    { key: "writtenRows", title: "已写 / 预计行数", width: 170, as: "custom", cell: WrittenRowsCell },
    { key: "conditions", title: "导出条件", width: 250, as: "custom", cell: ConditionsCell },
    { key: "kind", title: word.content, width: 90, as: "label", dictionary: exportKind },
    { key: "revealReason", title: "号码", width: 140, as: "custom", cell: PhonesCell },
    { key: "bytes", title: "大小", width: 90, as: "custom", align: "right", cell: SizeCell, sort: "bytes" },
    { key: "failReason", title: "未完成的原因", width: 180 },
    { key: "staffName", title: "导出人", width: 100 },
    { key: "createdAt", title: "导出时间", width: 180, as: "time", sort: "createdAt" },
    { key: "endedAt", title: word.endTime, width: 180, as: "time", sort: "endedAt" },
    { key: "keptUntil", title: "文件保留至", width: 180, as: "time" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "文件名 / 条件 / 导出人" },
    { kind: "select", name: "kind", label: word.content, dictionary: exportKind },
    { kind: "select", name: "status", label: word.status, dictionary: exportStatus },
    { kind: "days", from: "from", to: "to", label: "导出时间" },
  ],
});
