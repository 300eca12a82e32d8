import { formatYuan } from "./formatYuan.ts";

/** What decides how much of an order can be refunded; amounts in fen, as confirmed so far. */
export interface RefundedOrder {
  readonly status: string;
  readonly paidFen: number;
  readonly refundFen: number;
}

/** Why the amount, in fen, cannot be refunded; null if it can. An order without money is refunded with 0. */
export function findRefundAmountError(
  { status, paidFen, refundFen }: RefundedOrder,
  amountFen: number,
): string | null {
  const leftFen = paidFen - refundFen;
  if (amountFen < 0 || amountFen > leftFen || (amountFen === 0 && leftFen > 0))
    return `退款金额应大于 0，且不超过可退的 ${formatYuan(leftFen)} 元`;
  return status === "pending" && amountFen < leftFen ? "部分付款的订单只能全额退款" : null;
}
