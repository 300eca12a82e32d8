import type { OrderRow } from "../../../adapters/contract/order.ts";
import { type OrderEventName, orderStatusMachine } from "../../../machines/status/order.ts";

/** Whether an order in its state has a place for an event, were it not for its invoice. */
export const allows =
  (event: OrderEventName) =>
  (row: OrderRow): boolean =>
    orderStatusMachine.next({ ...row, invoiceStatus: "none" }, event) !== null;

/** Why an event that has its place cannot happen now: an invoice stands in its way; null where it can. */
export function openInvoiceRefusal(row: OrderRow, event: OrderEventName): string | null {
  if (orderStatusMachine.next(row, event) !== null) return null;
  return row.invoiceStatus === "issued"
    ? "该订单已开具发票，请先红冲"
    : "该订单有待开具的发票申请，请先驳回或撤回该申请";
}

/** Why this person may not audit the order: who made it or submitted what is to be audited; null where they may. */
export function auditSelfRefusal(row: OrderRow, userId: string): string | null {
  if (row.status === "refunding")
    return row.submittedBy === userId ? "不能审核自己申请的退款，请由其他财务人员审核" : null;
  if (row.createdBy === userId) return "不能审核自己创建的订单，请由其他财务人员审核";
  return row.submittedBy === userId ? "不能审核自己登记的回款，请由其他财务人员审核" : null;
}
