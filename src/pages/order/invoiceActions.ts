import * as z from "zod/mini";
import {
  type InvoiceRow,
  invoiceCalls,
  invoiceFileMaxBytes,
  invoiceFileTypes,
  invoiceRedReason,
  invoiceType,
} from "../../../adapters/contract/invoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { invoiceStatusMachine } from "../../../machines/status/invoice.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay } from "../../ui/format/formatTime.ts";
import { formatAmountInCapitals } from "./formatAmountInCapitals.ts";
import { InvoiceDataField } from "./InvoiceDataField.tsx";
import { findRedLinesError, RedLinesField, toRedLinesValue, toRedParts } from "./RedLinesField.tsx";

type InvoiceEvent = Parameters<typeof invoiceStatusMachine.next>[1];
const allows =
  (event: InvoiceEvent) =>
  ({ status }: InvoiceRow) =>
    invoiceStatusMachine.allowed(status).includes(event);

const getToday = () => formatDay(new Date());
const formatAmountInWords = ({ amountFen }: Pick<InvoiceRow, "amountFen">) =>
  `${formatMoney(amountFen)}（${formatAmountInCapitals(amountFen)}）`;

const number = {
  kind: "text",
  name: "invoiceNo",
  label: word.invoiceNo,
  placeholder: "20 位数字",
  wide: true,
} as const;
const day = { kind: "day", name: "issueDate", label: word.issueDate, wire: "first", wide: true } as const;
const file = {
  kind: "file",
  name: "fileUrl",
  label: word.invoiceFile,
  upload: invoiceCalls.invoiceFile,
  accept: [...invoiceFileTypes, "text/xml", ".ofd", ".xml"],
  maxBytes: invoiceFileMaxBytes,
  hint: "PDF、OFD 或 XML，不超过 10 MB",
  wide: true,
} as const;

/** Registers the issued invoice's number, date and file. */
export const issueInvoice: RowAction<InvoiceRow> = {
  name: "issue",
  label: "开票",
  call: invoiceCalls.invoiceUpdateNo,
  isApplicable: allows("issue"),
  form: actionForm({
    name: "invoice-issue",
    title: ({ title }: InvoiceRow) => `开票 ${title}`,
    call: invoiceCalls.invoiceUpdateNo,
    detailCall: invoiceCalls.invoiceDetail,
    submitLabel: "确认开票",
    consequence: (row) =>
      `${invoiceType.label(row.type)}，价税合计 ${formatAmountInWords(row)}。确认后 ${formatNumber(row.orderCount)} 个订单标记为已开票，只能红冲，不能作废。`,
    fields: [
      number,
      day,
      file,
      {
        kind: "custom",
        name: "data",
        label: word.invoiceProfile,
        control: InvoiceDataField,
        prefilled: true,
        wide: true,
      },
    ],
    getInitialValues: ({ id }) => ({ data: id, issueDate: getToday() }),
    args: ({ id, version }, { data: _, ...values }, requestId) => ({
      body: { id, version, ...toIssueValues(values), requestId },
    }),
  }),
};

/** Registers the red invoice's number, which completes the reversal. */
export const confirmRedInvoice: RowAction<InvoiceRow> = {
  name: "confirmRed",
  label: "登记红票",
  call: invoiceCalls.invoiceUpdateNo,
  isApplicable: allows("confirmRed"),
  form: actionForm({
    name: "invoice-confirm-red",
    title: ({ invoiceNo }: InvoiceRow) => `登记红字发票 ${invoiceNo}`,
    call: invoiceCalls.invoiceUpdateNo,
    detailCall: invoiceCalls.invoiceDetail,
    submitLabel: "确认红冲",
    consequence: (row) =>
      `红冲原因：${row.redReason}，红冲金额 ${formatAmountInWords({ amountFen: row.redAskFen || row.amountFen })}。确认后 ${formatNumber(row.orderCount)} 个订单中红冲的金额可重新开票。`,
    fields: [
      { ...number, label: word.redInvoiceNo },
      { ...day, label: word.redIssueDate },
      { ...file, label: word.redFile },
    ],
    getInitialValues: () => ({ issueDate: getToday() }),
    args: ({ id, version }, values, requestId) => ({
      body: { id, version, ...toIssueValues(values), requestId },
    }),
  }),
};

/** An empty date or file is not sent. */
const toIssueValues = (values: {
  readonly invoiceNo: string;
  readonly issueDate: string;
  readonly fileUrl: string;
}) => ({
  invoiceNo: values.invoiceNo,
  ...(values.issueDate ? { issueDate: values.issueDate } : {}),
  ...(values.fileUrl ? { fileUrl: values.fileUrl } : {}),
});

const reason = { kind: "longText", name: "reason", wide: true } as const;

export const rejectInvoice: RowAction<InvoiceRow> = {
  name: "reject",
  label: word.reject,
  call: invoiceCalls.invoiceRejected,
  destructive: true,
  isApplicable: allows("reject"),
  form: actionForm({
    name: "invoice-reject",
    title: ({ title }: InvoiceRow) => `驳回 ${title} 的开票申请`,
    call: invoiceCalls.invoiceRejected,
    detailCall: invoiceCalls.invoiceDetail,
    destructive: true,
    submitLabel: word.reject,
    consequence: ({ orderCount, applicantName }) =>
      `驳回后 ${formatNumber(orderCount)} 个订单恢复为未开票，${applicantName} 可修改后再次申请。`,
    fields: [{ ...reason, label: word.rejectReason }],
    args: ({ id, version }, values, requestId) => ({ body: { id, version, ...values, requestId } }),
  }),
};

/** The tax authority or the buyer rejected the red invoice. */
export const rejectRedInvoice: RowAction<InvoiceRow> = {
  name: "refuseRed",
  label: "红冲未通过",
  call: invoiceCalls.invoiceRejected,
  destructive: true,
  isApplicable: allows("refuseRed"),
  form: actionForm({
    name: "invoice-refuse-red",
    title: ({ invoiceNo }: InvoiceRow) => `红冲未通过 ${invoiceNo}`,
    done: ({ invoiceNo }) => `已登记 ${invoiceNo} 红冲未通过`,
    call: invoiceCalls.invoiceRejected,
    detailCall: invoiceCalls.invoiceDetail,
    destructive: true,
    submitLabel: "恢复为已开票",
    consequence: () => "购买方或税务机关未确认红字信息时使用，发票恢复为已开票，原发票继续有效。",
    fields: [{ ...reason, label: "未通过原因" }],
    args: ({ id, version }, values, requestId) => ({ body: { id, version, ...values, requestId } }),
  }),
};

export const withdrawInvoice: RowAction<InvoiceRow> = {
  name: "withdraw",
  label: word.withdraw,
  // invoiceCancel also reverses, which others may.
  call: invoiceCalls.invoiceApply,
  also: invoiceCalls.invoiceCancel,
  destructive: true,
  isApplicable: allows("withdraw"),
  form: actionForm({
    name: "invoice-withdraw",
    title: ({ title }: InvoiceRow) => `撤回 ${title} 的开票申请`,
    call: invoiceCalls.invoiceCancel,
    detailCall: invoiceCalls.invoiceDetail,
    destructive: true,
    submitLabel: word.withdraw,
    consequence: ({ status, orderCount }) =>
      status === "applied"
        ? `撤回后该申请结束，${formatNumber(orderCount)} 个订单恢复为未开票，可另行申请。`
        : "撤回后该申请结束，不能再次提交。",
    fields: [{ ...reason, label: "撤回原因" }],
    args: ({ id, version }, values, requestId) => ({ body: { id, version, ...values, requestId } }),
  }),
};

export const reverseInvoice: RowAction<InvoiceRow> = {
  name: "reverse",
  label: "红冲",
  // invoiceCancel also withdraws, which others may.
  call: invoiceCalls.invoiceUpdateNo,
  also: invoiceCalls.invoiceCancel,
  destructive: true,
  isApplicable: allows("reverse"),
  form: actionForm({
    name: "invoice-reverse",
    title: ({ invoiceNo }: InvoiceRow) => `红冲发票 ${invoiceNo}`,
    call: invoiceCalls.invoiceCancel,
    detailCall: invoiceCalls.invoiceDetail,
    destructive: true,
    submitLabel: "发起红冲",
    consequence: (row) =>
      `将红冲 ${row.title} 的发票，价税合计 ${formatAmountInWords(row)}${row.redFen > 0 ? `，已红冲 ${formatMoney(row.redFen)}` : ""}。登记红字发票号码后红冲完成，${formatNumber(row.orderCount)} 个订单中红冲的金额可重新开票；部分红冲的发票其余部分继续有效。`,
    fields: [
      { kind: "select", name: "reason", label: word.redReason, dictionary: invoiceRedReason, wide: true },
      {
        kind: "custom",
        name: "redLines",
        label: "红冲金额",
        control: RedLinesField,
        prefilled: true,
        wide: true,
      },
    ],
    schemas: { reason: invoiceRedReason.schema, redLines: z.optional(z.unknown()) },
    checks: { redLines: (_, values) => findRedLinesError(values["redLines"], values["reason"]) },
    getInitialValues: ({ id }) => ({ redLines: toRedLinesValue(id) }),
    args: ({ id, version }, { reason, redLines }, requestId) => ({
      body: { id, version, reason, ...toRedParts(redLines), requestId },
    }),
  }),
};

export const remarkInvoice: RowAction<InvoiceRow> = {
  name: "remark",
  label: word.remark,
  call: invoiceCalls.invoiceUpdateRemark,
  form: actionForm({
    name: "invoice-remark",
    title: ({ title }: InvoiceRow) => `备注 ${title} 的发票`,
    call: invoiceCalls.invoiceUpdateRemark,
    detailCall: invoiceCalls.invoiceDetail,
    submitLabel: word.save,
    fields: [{ kind: "longText", name: "remark", label: word.remark, wide: true }],
    getInitialValues: ({ remark }) => ({ remark }),
    args: ({ id, version }, values, requestId) => ({ body: { id, version, ...values, requestId } }),
  }),
};
