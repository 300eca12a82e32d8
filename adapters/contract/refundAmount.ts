import { formatYuan } from "./formatYuan.ts";

/** What decides how much of an order can be refunded; amounts in fen, as confirmed so far. */
export interface RefundedOrder {
  readonly status: string;
  readonly paidFen: number;
  readonly refundFen: number;
  readonly invoiceStatus: string;
  readonly invoicedFen: number;
}

/** What can be refunded, in fen: the money that is left, but not what an issued invoice still holds. */
export const getRefundableFen = ({
  paidFen,
  refundFen,
  invoiceStatus,
  invoicedFen,
}: Omit<RefundedOrder, "status">) => paidFen - refundFen - (invoiceStatus === "issued" ? invoicedFen : 0);

/** Why the amount, in fen, cannot be refunded; null if it can. An order without money is refunded with 0. */
export function findRefundAmountError(order: RefundedOrder, amountFen: number): string | null {
  const { status, invoiceStatus } = order;
  const leftFen = getRefundableFen(order);
  if (amountFen < 0 || amountFen > leftFen || (amountFen === 0 && leftFen > 0))
    return `退款金额应大于 0，且不超过可退的 ${formatYuan(leftFen)} 元${invoiceStatus === "issued" ? "；已开票的部分请先红冲" : ""}`;
  return status === "pending" && amountFen < leftFen ? "部分付款的订单只能全额退款" : null;
}
