import { type ExportJob, exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { DownloadExport } from "./DownloadExport.tsx";

/** Saves the file once more, while it is kept. */
export const downloadExport: RowAction<ExportJob> = {
  name: "download",
  label: "下载",
  call: exportJobCalls.exportFile,
  isApplicable: ({ status }) => status === "done",
  dialog: DownloadExport,
};

export const cancelExport: RowAction<ExportJob> = {
  name: "cancel",
  label: "取消导出",
  call: exportJobCalls.exportCancel,
  destructive: true,
  isApplicable: ({ status }) => status === "running",
  form: actionForm({
    name: "export-cancel",
    title: () => "取消导出",
    call: exportJobCalls.exportCancel,
    destructive: true,
    submitLabel: "取消导出",
    consequence: ({ fileName }: ExportJob) =>
      `「${fileName}」将停止写入，已写的部分不保留；之后可以重新导出。`,
    fields: [],
    args: ({ exportId }, _, requestId) => ({ body: { exportId, requestId } }),
  }),
};

export const retryExport: RowAction<ExportJob> = {
  name: "retry",
  label: "重新导出",
  call: exportJobCalls.exportRetry,
  isApplicable: ({ status }) => status !== "running" && status !== "done",
  refusal: ({ own }) => (own ? null : "只能由导出人本人重新导出"),
  form: actionForm({
    name: "export-retry",
    title: () => "重新导出",
    call: exportJobCalls.exportRetry,
    submitLabel: "重新导出",
    consequence: ({ conditions, expectedRows }: ExportJob) =>
      `将按原来的条件（${conditions}）重新写入文件，上次为 ${formatNumber(expectedRows)} 行，行数以现在的数据为准。`,
    fields: [],
    args: ({ id }, _, requestId) => ({ body: { id, requestId } }),
  }),
};
