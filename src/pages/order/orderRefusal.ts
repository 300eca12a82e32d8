import type { OrderDetail, OrderRow } from "../../../adapters/contract/order.ts";
import { type OrderEventName, orderStatusMachine } from "../../../machines/status/order.ts";

/** Whether the order's status allows an event, ignoring its invoice. */
export const allows =
  (event: OrderEventName) =>
  (row: OrderRow): boolean =>
    orderStatusMachine.next({ ...row, invoiceStatus: "none" }, event) !== null;

/** Why an invoice blocks an otherwise allowed event; null if it does not. */
export function openInvoiceRefusal(row: OrderRow, event: OrderEventName): string | null {
  if (orderStatusMachine.next(row, event) !== null) return null;
  if (row.invoiceStatus === "issued") return "该订单已开具发票，请先红冲";
  // Another platform may have a status that is none of ours.
  return row.invoiceStatus === "applied"
    ? "该订单有待开具的发票申请，请先驳回或撤回该申请"
    : `该订单的开票状态「${row.invoiceStatus}」无法识别，请先核对它的发票`;
}

/** Why this user may not audit the order, having created or submitted it; null if they may. */
export function auditSelfRefusal(row: OrderRow, userId: string): string | null {
  if (row.status === "refunding")
    return row.submittedBy === userId ? "不能审核自己申请的退款，请由其他财务人员审核" : null;
  if (row.createdBy === userId) return "不能审核自己创建的订单，请由其他财务人员审核";
  return row.submittedBy === userId ? "不能审核自己登记的回款，请由其他财务人员审核" : null;
}

/** Why no auditor can approve the order at present; null if one can, or where only the list's copy is known. */
export const getApprovalRefusal = (order: OrderRow & Partial<OrderDetail>): string | null =>
  order.approvalRefusal || null;

/** Whether a registered payment or a requested refund of the order waits for its audit. */
export const awaitsAudit = ({ status }: OrderRow): boolean => status === "auditing" || status === "refunding";

/** The order before or after this one that the user may audit; null if the page has none. */
export function findAuditNeighbour(
  rows: readonly OrderRow[],
  { id }: OrderRow,
  userId: string,
  step: 1 | -1,
): OrderRow | null {
  const index = rows.findIndex((row) => row.id === id);
  const others = step > 0 ? rows.slice(index + 1) : rows.slice(0, Math.max(0, index)).reverse();
  return others.find((row) => awaitsAudit(row) && auditSelfRefusal(row, userId) === null) ?? null;
}
