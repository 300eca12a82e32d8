import * as z from "zod/mini";
import * as f from "../../../adapters/contract/fields.ts";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatAmount } from "./orderCells.tsx";
import { orderConflictCall } from "./orderConflictCall.ts";
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

/** Cancels an unpaid order. */
export const cancelOrder: RowAction<OrderRow> = {
  name: "cancel",
  label: "取消",
  call: orderCalls.orderCancel,
  destructive: true,
  isApplicable: allows("cancel"),
  refusal: (row) => openInvoiceRefusal(row, "cancel"),
  form: actionForm({
    name: "order-cancel",
    title: ({ orderNo }: OrderRow) => `取消订单 ${orderNo}`,
    call: orderCalls.orderCancel,
    detailCall: orderConflictCall,
    destructive: true,
    submitLabel: "取消订单",
    consequence: ({ companyName, payableFen }) =>
      `${companyName} 的这笔订单（应付 ${formatAmount(payableFen)}）将关闭，不能恢复，也不再登记回款。`,
    fields: createReasonFields("取消原因", "cancel_reason"),
    schemas: reasonSchemas,
    args: ({ id, version }, values, requestId) => ({
      body: { id, version, reason: formatReason(values), requestId },
    }),
  }),
};

/** Requests a refund of everything paid; another user audits it. */
export const refundOrder: RowAction<OrderRow> = {
  name: "refund",
  label: "退款",
  call: orderCalls.orderCancel,
  destructive: true,
  isApplicable: allows("askRefund"),
  refusal: (row) => openInvoiceRefusal(row, "askRefund"),
  form: actionForm({
    name: "order-refund",
    title: ({ orderNo }: OrderRow) => `申请退款 ${orderNo}`,
    call: orderCalls.orderCancel,
    detailCall: orderConflictCall,
    destructive: true,
    submitLabel: "申请退款",
    consequence: ({ companyName, paidFen }) =>
      paidFen === 0
        ? `${companyName} 的这笔订单没有实付款，无需退回；由其他财务人员审核，通过后该订单开通的服务立即终止。`
        : `将为 ${companyName} 申请退回已付的全部 ${formatAmount(paidFen)}，由其他财务人员审核；通过后，该订单开通的服务立即终止。`,
    fields: createReasonFields("退款原因", "refund_reason"),
    schemas: reasonSchemas,
    args: ({ id, version, paidFen }, values, requestId) => ({
      body: { id, version, reason: formatReason(values), refundFen: paidFen ?? 0, requestId },
    }),
  }),
};

/** Withdraws a registered payment before its audit. */
export const withdrawPayment: RowAction<OrderRow> = {
  name: "withdraw",
  label: "撤回登记",
  call: orderPayCalls.orderPayWithdraw,
  // Only for the user who submitted it; an auditor rejects it instead.
  isApplicable: (row, userId) =>
    row.submittedBy === userId && orderStatusMachine.next(row, "withdraw") !== null,
  form: actionForm({
    name: "order-withdraw",
    title: ({ orderNo }: OrderRow) => `撤回登记 ${orderNo}`,
    call: orderPayCalls.orderPayWithdraw,
    detailCall: orderConflictCall,
    submitLabel: "撤回",
    consequence: ({ pendingFen }) =>
      (pendingFen ?? 0) > 0
        ? `登记的 ${formatAmount(pendingFen)} 将关闭，订单回到待支付，可以重新登记。`
        : "订单将回到待支付，不再等待审核。",
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};
