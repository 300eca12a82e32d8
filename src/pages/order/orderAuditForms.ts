import * as f from "../../../adapters/contract/fields.ts";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { FormConfig } from "../../list/form/formConfig.ts";
import { formatAmount } from "./orderCells.tsx";

/** Title of the order's pending audit. */
export const getAuditTitle = ({ status }: Pick<OrderRow, "status">): string =>
  status === "refunding" ? "退款审核" : "财务审核";

/** The effect of approval, shown above the services that it opens. */
export function approvalEffect(order: OrderRow): string {
  const { status, payableFen, paidFen, pendingFen, refundAskFen, earnedFen } = order;
  // Hidden from the role, or not told by another platform: what follows depends on them.
  if (status === "refunding" && (paidFen === null || refundAskFen === null))
    return `通过后退回 ${formatAmount(refundAskFen)}；全部退回时订单变为已退款，已开通的服务立即终止，只退一部分时订单保持已支付。`;
  if (status === "auditing" && (payableFen === null || paidFen === null || pendingFen === null))
    return `通过后确认到账 ${formatAmount(pendingFen)}；付清后订单变为已支付，并开通下列服务。`;
  if (status === "refunding" && orderStatusMachine.next(order, "approveRefund") === "paid")
    return `通过后退回 ${formatAmount(refundAskFen)}，订单保持已支付，已开通的服务不变，已生效的佣金按退款比例冲回。`;
  if (status === "refunding")
    return paidFen === 0
      ? "该订单没有实付款，通过后订单变为已退款，已开通的服务立即终止。"
      : `通过后退回 ${formatAmount(paidFen === null ? null : paidFen - (order.refundFen ?? 0))}，订单变为已退款，已开通的服务立即终止，已生效的佣金 ${formatAmount(earnedFen)} 冲回。`;
  const totalPaidFen = (paidFen ?? 0) + (pendingFen ?? 0);
  const remainingFen = (payableFen ?? 0) - totalPaidFen;
  if (remainingFen > 0)
    return `通过后确认到账 ${formatAmount(pendingFen)}，累计已付 ${formatAmount(totalPaidFen)}，仍待付 ${formatAmount(remainingFen)}；付清后才开通服务。`;
  if (payableFen === 0) return "该订单无需付款，通过后立即开通下列服务。";
  return `通过后确认到账 ${formatAmount(pendingFen)}，订单变为已支付，并立即开通下列服务。`;
}

/** The effect of rejection, shown for confirmation. */
export const rejectionEffect = ({ status, paidFen, payableFen }: OrderRow): string =>
  status === "refunding"
    ? `驳回后不退款，订单回到${paidFen === null || payableFen === null ? "申请前的状态" : paidFen >= payableFen ? "已支付" : "部分付款"}，服务不受影响。`
    : payableFen === 0
      ? "驳回后订单回到待支付；它无款可登记，请取消后重新下单。"
      : "驳回后该笔登记作废，订单回到待支付，可以更正后重新登记。";

const remark = { kind: "longText", name: "remark", label: word.auditRemark, wide: true } as const;
const payerVerifiedField = {
  kind: "check",
  name: "payerVerified",
  label: word.payerVerified,
  hint: "付款方与企业名称不一致，已核对代付说明",
  wide: true,
  // No field: the panel opens the form with it.
  when: { field: "payerDiffers", is: [true] },
} as const;

/**
 * Approves a payment or a refund. The panel sends it at once, as it shows what follows; the form appears only where the
 * server refuses or its answer is lost.
 */
export const passForm: FormConfig<OrderRow> = actionForm({
  name: "order-pass",
  title: (order: OrderRow) => `${getAuditTitle(order)}通过 ${order.orderNo}`,
  done: (order) => `已通过 ${order.orderNo} 的${getAuditTitle(order)}`,
  call: orderCalls.orderAudit,
  submitLabel: word.approve,
  consequence: approvalEffect,
  fields: [payerVerifiedField, remark],
  args: ({ id, version }, values, requestId) => ({ body: { id, version, pass: true, ...values, requestId } }),
});

/** Rejects a payment or a refund, with a reason. */
export const rejectForm: FormConfig<OrderRow> = actionForm({
  name: "order-reject",
  title: (order: OrderRow) => `${getAuditTitle(order)}驳回 ${order.orderNo}`,
  done: (order) => `已驳回 ${order.orderNo} 的${getAuditTitle(order)}`,
  call: orderCalls.orderAudit,
  submitLabel: word.reject,
  destructive: true,
  consequence: rejectionEffect,
  fields: [{ ...remark, label: word.rejectReason }],
  schemas: { remark: f.text(2, 200) },
  args: ({ id, version }, values, requestId) => ({
    body: { id, version, pass: false, ...values, requestId },
  }),
});
