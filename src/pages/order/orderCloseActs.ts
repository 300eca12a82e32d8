import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { RowAction } from "../../list/definition.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { money } from "./orderCells.tsx";
import { orderInConflict } from "./orderConflict.ts";
import { hasPlaceFor, invoiceInTheWay } from "./orderRefusal.ts";

/** Cancels an order that nothing was paid of. */
export const cancelOrder: RowAction<OrderRow> = {
  name: "cancel",
  label: "取消",
  call: orderCalls.orderCancel,
  destructive: true,
  fits: hasPlaceFor("cancel"),
  refusal: (row) => invoiceInTheWay(row, "cancel"),
  form: actionForm({
    name: "order-cancel",
    title: ({ orderNo }: OrderRow) => `取消订单 ${orderNo}`,
    call: orderCalls.orderCancel,
    one: orderInConflict,
    destructive: true,
    submitLabel: "取消订单",
    consequence: ({ companyName, payableFen }) =>
      `${companyName} 的这笔订单（应付 ${money(payableFen)}）将关闭，不能恢复，也不再登记回款。`,
    fields: [{ kind: "longText", name: "reason", label: "取消原因", wide: true }],
    args: ({ id, version }, { reason }, requestId) => ({ body: { id, version, reason, requestId } }),
  }),
};

/** Asks for all that was paid to go back; somebody else decides on it. */
export const refundOrder: RowAction<OrderRow> = {
  name: "refund",
  label: "退款",
  call: orderCalls.orderCancel,
  destructive: true,
  fits: (row) => (row.paidFen ?? 0) > 0 && hasPlaceFor("askRefund")(row),
  refusal: (row) => invoiceInTheWay(row, "askRefund"),
  form: actionForm({
    name: "order-refund",
    title: ({ orderNo }: OrderRow) => `申请退款 ${orderNo}`,
    call: orderCalls.orderCancel,
    one: orderInConflict,
    destructive: true,
    submitLabel: "申请退款",
    consequence: ({ companyName, paidFen }) =>
      `将为 ${companyName} 申请退回已付的全部 ${money(paidFen)}，由其他财务人员审核；通过后，该订单开通的服务立即终止。`,
    fields: [{ kind: "longText", name: "reason", label: "退款原因", wide: true }],
    args: ({ id, version, paidFen }, { reason }, requestId) => ({
      body: { id, version, reason, refundFen: paidFen ?? 0, requestId },
    }),
  }),
};

/** Takes a registration back before its audit. */
export const withdrawPayment: RowAction<OrderRow> = {
  name: "withdraw",
  label: "撤回登记",
  call: orderPayCalls.orderPayWithdraw,
  // Its auditor rejects it instead.
  fits: (row, userId) => row.submittedBy === userId && orderStatusMachine.next(row, "withdraw") !== null,
  form: actionForm({
    name: "order-withdraw",
    title: ({ orderNo }: OrderRow) => `撤回登记 ${orderNo}`,
    call: orderPayCalls.orderPayWithdraw,
    one: orderInConflict,
    submitLabel: "撤回",
    consequence: ({ pendingFen }) =>
      (pendingFen ?? 0) > 0
        ? `登记的 ${money(pendingFen)} 将关闭，订单回到待支付，可以重新登记。`
        : "订单将回到待支付，不再等待审核。",
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};
