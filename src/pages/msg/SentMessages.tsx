import { smsCalls, smsStatus, smsType } from "../../../adapters/contract/sms.ts";
import { listPage } from "../../list/listPage.tsx";
import {
  deleteManySms,
  deleteSms,
  registerDecline,
  resendManySms,
  resendSms,
  showBatchProgress,
} from "./smsActions.ts";
import { BatchCell } from "./smsCells.tsx";
import { manageTemplates, sendBulkSms, sendSingleSms } from "./smsDialogs.ts";

/** Every message with what became of it. */
export const SentMessages = listPage({
  name: "sms",
  noun: "短信",
  call: smsCalls.smsListPage,
  detailCall: smsCalls.smsOne,
  pageActions: [sendBulkSms, sendSingleSms, manageTemplates],
  rowActions: [resendSms, showBatchProgress, registerDecline, deleteSms],
  batchActions: [resendManySms, deleteManySms],
  getTitle: (row) => row.content,
  tabs: { name: "status", dictionary: smsStatus, getCounts: ({ counts }) => counts },
  sums: [
    { label: "短信", as: "number", getValue: ({ sums }) => sums.count },
    { label: "计费条数", as: "number", getValue: ({ sums }) => sums.parts },
  ],
  columns: [
    { key: "content", title: "内容", width: 320, main: true },
    { key: "status", title: "状态", width: 100, as: "tag", dictionary: smsStatus, sort: "status" },
    {
      key: "phone",
      title: "手机号",
      width: 150,
      as: "phone",
      reveal: { entity: "sms", field: "phone" },
    },
    { key: "recipientName", title: "收件人", width: 96 },
    { key: "companyName", title: "企业", width: 200 },
    { key: "type", title: "类型", width: 90, as: "tag", dictionary: smsType },
    { key: "templateName", title: "模板", width: 120 },
    { key: "signature", title: "签名", width: 130 },
    { key: "parts", title: "计费条数", width: 104, as: "number", sort: "parts" },
    { key: "failReason", title: "失败原因", width: 170 },
    { key: "batchId", title: "批次", width: 130, as: "custom", cell: BatchCell },
    { key: "senderName", title: "发送人", width: 96 },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
    { key: "deliveredAt", title: "送达时间", width: 180, as: "time", sort: "deliveredAt" },
    { key: "sentAt", title: "提交时间", width: 180, as: "time", sort: "sentAt", hidden: true },
    { key: "notBefore", title: "最早发送", width: 180, as: "time", hidden: true },
    { key: "attempts", title: "发送次数", width: 96, as: "number", hidden: true },
    { key: "templateCode", title: "模板编码", width: 180, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "内容 / 完整手机号或后四位" },
    { kind: "select", name: "type", label: "类型", dictionary: smsType },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
    { kind: "text", name: "batchId", label: "批次", placeholder: "批次编号" },
  ],
});
