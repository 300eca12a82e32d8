import * as z from "zod/mini";
import * as f from "../../../adapters/contract/fields.ts";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls, voucherMaxBytes, voucherTypes } from "../../../adapters/contract/orderPay.ts";
import { findRefundAmountError, getRefundableFen } from "../../../adapters/contract/refundAmount.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatAmount } from "./orderCells.tsx";
import { eventConflictCall } from "./orderConflictCall.ts";
import { allows, openInvoiceRefusal } from "./orderRefusal.ts";

const createReasonFields = (label: string, key: string) =>
  [
    { kind: "dictionary", name: "reason", label, key, wide: true },
    { kind: "longText", name: "note", label: "补充说明", wide: true },
  ] as const;
const reasonSchemas = { reason: z.string().check(z.minLength(1)), note: z.optional(f.note(150)) };

/** Joins the selected reason and the note. */
const formatReason = ({ reason, note }: { readonly reason: string; readonly note: string }) =>
  note === "" ? reason : `${reason}：${note}`;

/** What has to be known of an order before it is cancelled, where the role or another platform hides it. */
function formatUnknownFacts({ paidFen, invoiceStatus }: OrderRow): string {
  const unknown = [...(paidFen === null ? ["已付金额"] : []), ...(invoiceStatus ? [] : ["开票状态"])];
  return unknown.length === 0
    ? ""
    : `这里看不到它的${unknown.join("和")}：有回款或发票的订单不能取消，请先核对。`;
}

/** Cancels an unpaid order. */
export const cancelOrder: RowAction<OrderRow> = {
  name: "cancel",
  label: word.cancel,
  call: orderCalls.orderCancel,
  destructive: true,
  isApplicable: allows("cancel"),
  refusal: (row) => openInvoiceRefusal(row, "cancel"),
  form: actionForm({
    name: "order-cancel",
    title: ({ orderNo }: OrderRow) => `取消订单 ${orderNo}`,
    call: orderCalls.orderCancel,
    detailCall: eventConflictCall("cancel"),
    destructive: true,
    submitLabel: "取消订单",
    consequence: (row) =>
      `${formatUnknownFacts(row)}${row.companyName} 的这笔订单（应付 ${formatAmount(row.payableFen)}）将关闭，不能恢复，也不再登记回款。`,
    fields: createReasonFields("取消原因", "cancel_reason"),
    schemas: reasonSchemas,
    args: ({ id, version }, values, requestId) => ({
      body: { id, version, reason: formatReason(values), requestId },
    }),
  }),
};

/** The amounts of an order; those that the role may not see or another platform does not tell count as 0. */
const toAmounts = ({ status, paidFen, refundFen, invoiceStatus, invoicedFen }: OrderRow) => ({
  status,
  paidFen: paidFen ?? 0,
  refundFen: refundFen ?? 0,
  invoiceStatus,
  invoicedFen: invoicedFen || 0,
});

/** What can still be given back, in fen; null where what was paid is not known. */
const getLeftFen = (row: OrderRow): number | null =>
  row.paidFen === null ? null : getRefundableFen(toAmounts(row));

/** What is left of the money, invoiced or not. */
const getKeptFen = (row: OrderRow): number => (row.paidFen ?? 0) - (row.refundFen ?? 0);

/** Says what was refunded before, and what is invoiced. */
const formatLimits = ({ refundFen, invoiceStatus, invoicedFen }: OrderRow): string => {
  const limits = [
    ...((refundFen ?? 0) > 0 ? [`已退 ${formatAmount(refundFen)}`] : []),
    ...(invoiceStatus === "issued" ? [`已开票 ${formatAmount(invoicedFen)}`] : []),
  ];
  return limits.length === 0 ? "" : `（${limits.join("，")}）`;
};

/** Why the typed amount cannot be refunded; where what was paid is not known, the server decides. */
function findTypedAmountError(row: OrderRow, typed: unknown): string | null {
  // Without an amount everything would go back, and the services end.
  if (typed === "") return "请填写退款金额";
  if (row.paidFen === null) return null;
  return findRefundAmountError(toAmounts(row), Math.round(Number(typed) * 100));
}

const payeeHint = "对公转账的部分退款必填";

/** Requests a refund of what was paid, or of a part of it; another user audits it. */
export const refundOrder: RowAction<OrderRow> = {
  name: "refund",
  label: word.refund,
  call: orderCalls.orderCancel,
  destructive: true,
  isApplicable: allows("askRefund"),
  refusal: (row) => openInvoiceRefusal(row, "askRefund"),
  form: actionForm({
    name: "order-refund",
    title: ({ orderNo }: OrderRow) => `申请退款 ${orderNo}`,
    call: orderCalls.orderCancel,
    detailCall: eventConflictCall("askRefund"),
    destructive: true,
    submitLabel: word.askRefund,
    asksBeforeDiscard: true,
    consequence: (row) =>
      row.paidFen === 0
        ? `${row.companyName} 的这笔订单没有实付款，无需退回；由其他财务人员审核，通过后该订单开通的服务立即终止。`
        : `${row.companyName} 已付 ${formatAmount(row.paidFen)}${formatLimits(row)}，可退 ${formatAmount(getLeftFen(row))}，由其他财务人员审核。全部退回时，该订单开通的服务立即终止；只退一部分时，订单保持已支付，服务不变，佣金按比例冲回。`,
    fields: [
      {
        kind: "money",
        name: "refundFen",
        label: word.refundAmount,
        hint: "已填全部可退金额，可改为一部分；部分付款的订单只能全额退款",
        wide: true,
      },
      { kind: "text", name: "refundPayee", label: word.refundPayee, hint: payeeHint, wide: true },
      { kind: "text", name: "refundBank", label: word.refundBank, hint: payeeHint, wide: true },
      { kind: "text", name: "refundAccount", label: word.refundAccount, hint: payeeHint, wide: true },
      {
        kind: "file",
        name: "refundVoucherUrl",
        label: word.refundVoucher,
        upload: orderPayCalls.orderPayVoucher,
        accept: voucherTypes,
        maxBytes: voucherMaxBytes,
        hint: "退款申请或协议，PNG、JPEG、WebP 或 PDF，不超过 10 MB",
        wide: true,
      },
      ...createReasonFields("退款原因", "refund_reason"),
    ],
    schemas: { ...reasonSchemas, refundFen: z.optional(z.int(word.exactToFen)) },
    checks: { refundFen: (row, values) => findTypedAmountError(row, values["refundFen"]) },
    requiredWhen: {
      names: ["refundPayee", "refundBank", "refundAccount"],
      // The server asks for an account only where a part of a bank transfer goes back.
      isNeeded: (row, { refundFen }) => {
        const fen = Math.round(Number(refundFen) * 100);
        return row.payMethod === "bank" && fen > 0 && fen < getKeptFen(row);
      },
    },
    getInitialValues: (row) => {
      const leftFen = getLeftFen(row);
      return { refundFen: leftFen === null ? "" : leftFen / 100, refundPayee: row.companyName };
    },
    args: (row, { reason, note, ...refund }, requestId) => ({
      body: {
        ...refund,
        id: row.id,
        version: row.version,
        reason: formatReason({ reason, note }),
        refundFen: refund.refundFen ?? getLeftFen(row) ?? undefined,
        requestId,
      },
    }),
  }),
};

/** Withdraws a registered payment before its audit. */
export const withdrawPayment: RowAction<OrderRow> = {
  name: "withdraw",
  label: word.withdrawPayment,
  call: orderPayCalls.orderPayWithdraw,
  // Only for the user who submitted it; an auditor rejects it instead.
  isApplicable: (row, userId) =>
    row.submittedBy === userId && orderStatusMachine.next(row, "withdraw") !== null,
  form: actionForm({
    name: "order-withdraw",
    title: ({ orderNo }: OrderRow) => `撤回登记 ${orderNo}`,
    call: orderPayCalls.orderPayWithdraw,
    detailCall: eventConflictCall("withdraw"),
    submitLabel: word.withdraw,
    consequence: ({ pendingFen }) =>
      (pendingFen ?? 0) > 0
        ? `登记的 ${formatAmount(pendingFen)} 将关闭，订单回到待支付，可以重新登记。`
        : "订单将回到待支付，不再等待审核。",
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};
