import { type OrderStatus, orderStatusMachine } from "./order.ts";

/** What an invoice's rules need of an order; an amount that is kept from the role counts as nothing. */
export interface InvoiceableOrder {
  readonly orderNo: string;
  readonly companyId: string;
  readonly status: OrderStatus;
  readonly invoiceStatus: "none" | "applied" | "issued";
  readonly payableFen: number | null;
  readonly paidFen: number | null;
  readonly contractNo: string;
}

const settledStatuses: readonly OrderStatus[] = ["paid", "finished"];
/** With a contract the invoice may come before the money (先票后款). */
const unsettledStatuses: readonly OrderStatus[] = ["pending", "auditing"];

/** Why an order cannot stand on an invoice in its present state, whoever has applied for it; null where it can. */
export function orderInvoiceRefusal(order: InvoiceableOrder): string | null {
  const { orderNo, status, contractNo, payableFen } = order;
  if ((payableFen ?? 0) === 0) return `订单 ${orderNo} 金额为 0，无需开票`;
  if (settledStatuses.includes(status)) return null;
  if (!unsettledStatuses.includes(status))
    return `订单 ${orderNo} 当前状态为「${orderStatusMachine.label(order)}」，不能开票`;
  return contractNo === "" ? `订单 ${orderNo} 尚未付清且没有合同，付清或补充合同后才能开票` : null;
}

/** Why these orders cannot be applied for together, on the server and on the screen alike; null where they can. */
export function invoiceRefusal(orders: readonly InvoiceableOrder[]): string | null {
  const first = orders[0];
  if (!first) return "请先选择订单";
  if (orders.some(({ companyId }) => companyId !== first.companyId)) return "请选择同一企业的订单";
  for (const order of orders) {
    if (order.invoiceStatus !== "none")
      return `订单 ${order.orderNo} ${order.invoiceStatus === "issued" ? "已开具发票" : "已申请发票"}，不能重复申请`;
    const refusal = orderInvoiceRefusal(order);
    if (refusal) return refusal;
  }
  return null;
}
