import { type SmsRow, smsCalls } from "../../../adapters/contract/sms.ts";
import { smsStatusMachine } from "../../../machines/status/sms.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, RowAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

const canResend = ({ status }: SmsRow) => smsStatusMachine.allowed(status).includes("resend");
const isSending = ({ status }: SmsRow) => status === "queued" || status === "sending";

/** A failed one goes out once more; one of unknown result may have arrived. */
export const resendSms: RowAction<SmsRow> = {
  name: "resend",
  label: "重发",
  call: smsCalls.smsResend,
  isApplicable: (row) => canResend(row) || row.status === "unknown",
  refusal: ({ status }) => (status === "unknown" ? "结果未知：对方可能已经收到，请核对后另行发送" : null),
  form: actionForm({
    name: "sms-resend",
    title: ({ phone }: SmsRow) => `重发给 ${phone}`,
    call: smsCalls.smsResend,
    detailCall: smsCalls.smsOne,
    submitLabel: "重发",
    consequence: ({ content, failReason, parts, type }) =>
      `上次失败原因：${failReason || "未知"}。将再次发送“${content}”，计费 ${parts} 条${type === "verify" ? "，验证码重新生成" : ""}。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};

/** How far the mass sending is that the message belongs to. */
export const showBatchProgress: RowAction<SmsRow> = {
  name: "batch",
  label: "群发进度",
  call: smsCalls.smsBatch,
  isApplicable: ({ batchId }) => batchId !== null,
  dialog: lazyComponent(async () => (await import("./BatchProgress.tsx")).RowBatchProgress),
};

/** Somebody has said elsewhere that they want no more marketing. */
export const registerDecline: RowAction<SmsRow> = {
  name: "decline",
  label: "登记退订",
  call: smsCalls.smsDecline,
  isApplicable: ({ type }) => type === "marketing",
  form: actionForm({
    name: "sms-decline",
    title: ({ phone }: SmsRow) => `登记退订 ${phone}`,
    call: smsCalls.smsDecline,
    submitLabel: "登记退订",
    consequence: ({ phone }) => `登记后不再向 ${phone} 发送营销短信，验证码和通知不受影响。`,
    args: ({ id }, _, requestId) => ({ body: { id, requestId } }),
  }),
};

export const deleteSms: RowAction<SmsRow> = {
  name: "delete",
  label: "删除",
  call: smsCalls.smsDelete,
  destructive: true,
  refusal: (row) => (isSending(row) ? "短信正在发送，请待发送结束后再删除" : null),
  form: actionForm({
    name: "sms-delete",
    title: ({ phone }: SmsRow) => `删除发给 ${phone} 的短信`,
    call: smsCalls.smsDelete,
    detailCall: smsCalls.smsOne,
    destructive: true,
    submitLabel: "删除",
    consequence: () => "删除后列表中不再显示，已发出的短信不能撤回，发送记录仍保留备查。",
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};

export const resendManySms: BatchAction<SmsRow> = {
  name: "resend",
  label: "批量重发",
  call: smsCalls.smsResend,
  consequence: (rows) => {
    const failed = rows.filter(canResend).length;
    return failed === rows.length
      ? `将重发 ${failed} 条失败短信。`
      : `所选 ${rows.length} 条中有 ${failed} 条发送失败，其余不会重发。`;
  },
  run: (client, { id, version }, _, signal) => {
    const body = { id, version, requestId: crypto.randomUUID() };
    return client.call(smsCalls.smsResend, { body }, { signal });
  },
};

export const deleteManySms: BatchAction<SmsRow> = {
  name: "delete",
  label: "批量删除",
  call: smsCalls.smsDelete,
  destructive: true,
  consequence: (rows) => `将删除 ${rows.length} 条短信，列表中不再显示，发送记录仍保留备查。`,
  run: (client, { id, version }, _, signal) => {
    const query = { version, requestId: crypto.randomUUID() };
    return client.call(smsCalls.smsDelete, { params: { id }, query }, { signal });
  },
};
