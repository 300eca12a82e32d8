import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { type SmsRow, smsCalls, smsStatus, smsType } from "../../../adapters/contract/sms.ts";
import {
  type SmsDeclined,
  smsDeclineCalls,
  smsDeclineSource,
} from "../../../adapters/contract/smsDecline.ts";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import * as word from "../../../adapters/contract/words.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { smsStatusMachine } from "../../../machines/status/sms.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, PageAction, RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";

const canResend = ({ status }: SmsRow) => smsStatusMachine.allowed(status).includes("resend");
const isSending = ({ status }: SmsRow) => status === "queued" || status === "sending";

/** Resends a failed message; one with an unknown outcome may have arrived. */
const resendSms: RowAction<SmsRow> = {
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
      `上次失败原因：${failReason || word.unknown}。将再次发送“${content}”，计费 ${parts} 条${type === "verify" ? "，验证码重新生成" : ""}。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};

/** Shows the progress of the message's bulk SMS. */
const showBatchProgress: RowAction<SmsRow> = {
  name: "batch",
  label: word.smsProgress,
  call: smsCalls.smsBatch,
  isApplicable: ({ batchId }) => batchId !== null,
  dialog: lazyDialog(async () => (await import("../../list/sms/BatchProgress.tsx")).RowBatchProgress),
};

/** Registers an opt-out from marketing that was received by other means. */
const registerDecline: RowAction<SmsRow> = {
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

const deleteSms: RowAction<SmsRow> = {
  name: "delete",
  label: word.remove,
  call: smsCalls.smsDelete,
  destructive: true,
  refusal: (row) => (isSending(row) ? "短信正在发送，请待发送结束后再删除" : null),
  form: actionForm({
    name: "sms-delete",
    title: ({ phone }: SmsRow) => `删除发给 ${phone} 的短信`,
    call: smsCalls.smsDelete,
    detailCall: smsCalls.smsOne,
    destructive: true,
    submitLabel: word.remove,
    consequence: () => "删除后列表中不再显示，已发出的短信不能撤回，发送记录仍保留备查。",
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};

const resendManySms: BatchAction<SmsRow> = {
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
    const body = { id, version, requestId: createRequestId() };
    return client.call(smsCalls.smsResend, { body }, { signal });
  },
};

const deleteManySms: BatchAction<SmsRow> = {
  name: "delete",
  label: "批量删除",
  call: smsCalls.smsDelete,
  destructive: true,
  consequence: (rows) => `将删除 ${rows.length} 条短信，列表中不再显示，发送记录仍保留备查。`,
  run: (client, { id, version }, _, signal) => {
    const query = { version, requestId: createRequestId() };
    return client.call(smsCalls.smsDelete, { params: { id }, query }, { signal });
  },
};

/** Sends one text to many, with a preview before and the progress after. */
const sendBulkSms: PageAction = {
  name: "mass",
  label: "群发",
  call: smsCalls.smsSendAll,
  primary: true,
  dialog: lazyDialog(async () => (await import("./SendBulkSms.tsx")).SendBulkSms),
};

const sendSingleSms: PageAction = {
  name: "single",
  label: "单发",
  call: smsCalls.smsSend,
  dialog: lazyDialog(async () => (await import("./SingleSmsDialog.tsx")).SingleSmsDialog),
};

const manageTemplates: PageAction = {
  name: "templates",
  label: word.template,
  call: smsTemplateCalls.smsTemplates,
  dialog: lazyDialog(async () => (await import("./SmsTemplates.tsx")).SmsTemplates),
};

/** Links to the messages of the same bulk SMS; empty for a single one. */
const BatchCell = ({ batchId }: SmsRow) =>
  batchId === null ? null : (
    <Anchor
      component={Link}
      to={`/msg/msgList?batchId=${batchId}`}
      size="sm"
      aria-label={`同批短信 ${batchId}`}
    >
      同批短信
    </Anchor>
  );

/** All messages with their status. */
const SentMessages = listPage({
  name: "sms",
  noun: word.sms,
  measure: "条",
  call: smsCalls.smsListPage,
  export: smsCalls.smsExport,
  detailCall: smsCalls.smsOne,
  pageActions: [sendBulkSms, sendSingleSms, manageTemplates],
  rowActions: [resendSms, showBatchProgress, registerDecline, deleteSms],
  batchActions: [resendManySms, deleteManySms],
  getTitle: (row) => row.content,
  tabs: { name: "status", dictionary: smsStatus, getCounts: ({ counts }) => counts },
  sums: [
    { label: word.sms, as: "number", getValue: ({ sums }) => sums.count },
    { label: "计费条数", as: "number", getValue: ({ sums }) => sums.parts },
  ],
  columns: [
    { key: "content", title: word.content, width: 320, main: true },
    { key: "status", title: word.status, width: 100, as: "tag", dictionary: smsStatus, sort: "status" },
    {
      key: "phone",
      title: word.phoneNumber,
      width: 150,
      as: "phone",
      reveal: { entity: "sms", field: "phone" },
    },
    { key: "recipientName", title: word.recipient, width: 96 },
    companyColumn(word.company, 200),
    { key: "type", title: word.type, width: 90, as: "tag", dictionary: smsType },
    { key: "templateName", title: word.template, width: 120 },
    { key: "signature", title: word.signature, width: 130 },
    { key: "parts", title: "计费条数", width: 104, as: "number", sort: "parts" },
    { key: "failReason", title: "失败原因", width: 170 },
    { key: "batchId", title: "批次", width: 130, as: "custom", cell: BatchCell },
    { key: "senderName", title: "发送人", width: 96 },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
    { key: "deliveredAt", title: "送达时间", width: 180, as: "time", sort: "deliveredAt" },
    { key: "sentAt", title: "提交时间", width: 180, as: "time", sort: "sentAt", hidden: true },
    { key: "notBefore", title: "最早发送", width: 180, as: "time", hidden: true },
    { key: "attempts", title: "发送次数", width: 96, as: "number", hidden: true },
    { key: "templateCode", title: word.templateCode, width: 180, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "内容 / 完整手机号或后四位" },
    { kind: "select", name: "type", label: word.type, dictionary: smsType },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
    { kind: "text", name: "batchId", label: "批次", placeholder: "批次编号" },
  ],
});

/** Ends an opt-out at the owner's request, with a reason. */
const endDecline: RowAction<SmsDeclined> = {
  name: "endDecline",
  label: "恢复接收",
  call: smsDeclineCalls.smsDeclineEnd,
  form: actionForm({
    name: "sms-decline-end",
    title: ({ phone }: SmsDeclined) => `恢复向 ${phone} 发送营销短信`,
    call: smsDeclineCalls.smsDeclineEnd,
    submitLabel: "恢复接收",
    consequence: ({ phone }) =>
      `${phone} 将重新收到营销短信。只在机主本人要求时恢复，原因与您的姓名一起记入操作日志。`,
    fields: [{ kind: "longText", name: "reason", label: word.reason, wide: true }],
    args: ({ id }, values, requestId) => ({ body: { id, ...values, requestId } }),
  }),
};

/** Phones that opted out of marketing. */
const DeclinedPhones = listPage({
  name: "sms-decline",
  noun: "退订号码",
  call: smsDeclineCalls.smsDeclineList,
  export: smsDeclineCalls.smsDeclineExport,
  detailCall: smsDeclineCalls.smsDeclineOne,
  rowActions: [endDecline],
  getTitle: (row) => row.phone,
  columns: [
    {
      key: "phone",
      title: word.phoneNumber,
      width: 170,
      as: "phone",
      reveal: { entity: "smsDecline", field: "phone" },
    },
    { key: "at", title: "退订时间", width: 190, as: "time", sort: "at" },
    { key: "source", title: "退订方式", width: 130, as: "tag", dictionary: smsDeclineSource },
    { key: "staffName", title: word.registeredBy, width: 130 },
  ],
  defaultSort: "at",
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "完整手机号或后四位" },
    { kind: "select", name: "source", label: "退订方式", dictionary: smsDeclineSource },
    { kind: "days", from: "from", to: "to", label: "退订时间" },
  ],
});

export const meta = {
  path: "/msg/msgList",
  title: "消息列表",
  group: "msg",
  order: 1,
  icon: "IconMessage",
  roles: ["admin", "operator"],
  right: "/sms/list/page",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "短信的发送和结果：单发、群发、进度、失败原因、模板和退订名单。",
  lines: [
    "「单发」给一个号码，「群发」按企业、角色、名单文件或全部发送，发送前显示条数和样例。",
    "模板中的变量按收件人填入，先看样例再发送。",
    "长短信按 67 字拆分计费，签名也算字数。",
    "营销短信只在 8 点到 22 点发送，末尾带退订说明，退订的人不会收到。",
    "状态「结果未知」表示发送中断，系统不会自动重发，请核对后决定。",
    "失败的可以单条或批量重发，群发进度按批次查看。",
    "「模板」页签维护模板的内容、签名和变量，须先通过短信网关的审核。",
    "「退订名单」可以登记或恢复接收。",
    "删除只是不再显示，发送记录仍然保留备查。",
  ],
};

export default tabbedPage([
  { key: "sent", title: "短信记录", call: smsCalls.smsListPage, page: SentMessages },
  { key: "declined", title: "退订名单", call: smsDeclineCalls.smsDeclineList, page: DeclinedPhones },
]);
