import type { OrderStatus } from "../../adapters/contract/orderEvent.ts";
import { orderStatusMachine } from "./order.ts";

/** The part of an order that the invoice rules need; amounts are null where they are not known. */
export interface InvoiceableOrder {
  readonly orderNo: string;
  readonly companyId: string;
  readonly status: OrderStatus;
  readonly invoiceStatus: "none" | "applied" | "issued";
  readonly payableFen: number | null;
  readonly paidFen: number | null;
  readonly contractNo: string;
  readonly refundFen?: number | null;
  /** On invoices that are applied for or issued, less what was reversed; by default all where there is one. */
  readonly invoicedFen?: number | null;
}

const settledStatuses: readonly OrderStatus[] = ["paid", "finished"];
/** With a contract, an order in these statuses can be invoiced before it is paid (先票后款). */
const unsettledStatuses: readonly OrderStatus[] = ["pending", "auditing"];

/** Returns why an order cannot be invoiced in its current state, for any applicant; null if it can. */
export function orderInvoiceRefusal(order: InvoiceableOrder): string | null {
  const { orderNo, status, contractNo, payableFen } = order;
  // Null where it is hidden from the role, or another platform does not tell it.
  if (payableFen === 0) return `订单 ${orderNo} 金额为 0，无需开票`;
  if (settledStatuses.includes(status)) return null;
  if (!unsettledStatuses.includes(status))
    return `订单 ${orderNo} 当前状态为「${orderStatusMachine.label(order)}」，不能开票`;
  return contractNo === "" ? `订单 ${orderNo} 尚未付清且没有合同，付清或补充合同后才能开票` : null;
}

/** What can still be invoiced of an order, in fen. */
export function getInvoiceableFen({
  payableFen,
  refundFen,
  invoicedFen,
  invoiceStatus,
}: InvoiceableOrder): number {
  const keptFen = (payableFen ?? 0) - (refundFen ?? 0);
  return keptFen - (invoicedFen ?? ((invoiceStatus || "none") === "none" ? 0 : keptFen));
}

/** Returns why these orders cannot be invoiced together; null if they can. Shared by server and console. */
export function invoiceRefusal(orders: readonly InvoiceableOrder[]): string | null {
  const first = orders[0];
  if (!first) return "请先选择订单";
  if (orders.some(({ companyId }) => companyId !== first.companyId)) return "请选择同一企业的订单";
  for (const order of orders) {
    // Empty where another platform tells nothing of invoices.
    if ((order.invoiceStatus || "none") !== "none" && !(getInvoiceableFen(order) > 0))
      return `订单 ${order.orderNo} ${order.invoiceStatus === "issued" ? "已开具发票" : "已申请发票"}，不能重复申请`;
    const refusal = orderInvoiceRefusal(order);
    if (refusal) return refusal;
  }
  return null;
}
