import { expect, test } from "vitest";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { cancelOrder } from "../../../src/pages/order/orderCloseActions.ts";

const closes = "云鹰航空 的这笔订单（应付 ¥1,200.00）将关闭，不能恢复，也不再登记回款。";
const unpaid = {
  companyName: "云鹰航空",
  status: "pending",
  payableFen: 120_000,
  paidFen: 0,
  invoiceStatus: "none",
};
/** Parts that the acts read; another platform's may hold what ours never do. */
const toOrder = (change: object) => ({ ...unpaid, ...change }) as OrderRow;

const describeCancelling = (change: object) =>
  "form" in cancelOrder ? cancelOrder.form?.consequence?.(toOrder(change)) : undefined;

test.each([
  ["known to be unpaid", {}, closes],
  [
    "of which the money is not known",
    { paidFen: null },
    `这里看不到它的已付金额：有回款或发票的订单不能取消，请先核对。${closes}`,
  ],
  [
    "of which neither money nor invoice is known",
    { paidFen: null, invoiceStatus: "" },
    `这里看不到它的已付金额和开票状态：有回款或发票的订单不能取消，请先核对。${closes}`,
  ],
])("says what follows of cancelling an order that is %s", (_name, change, text) => {
  expect(describeCancelling(change)).toBe(text);
});

test.each([
  [{}, null],
  [{ invoiceStatus: "issued" }, "该订单已开具发票，请先红冲"],
  [{ invoiceStatus: "applied" }, "该订单有待开具的发票申请，请先驳回或撤回该申请"],
  [{ invoiceStatus: "BILLED" }, "该订单的开票状态「BILLED」无法识别，请先核对它的发票"],
])("with %j cancelling is refused by %s", (change, refusal) => {
  expect(cancelOrder.refusal?.(toOrder(change), "1")).toBe(refusal);
});
