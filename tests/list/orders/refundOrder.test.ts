import { expect, test } from "vitest";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { refundOrder } from "../../../src/pages/order/orderCloseActions.ts";

const order: OrderRow = {
  id: "9223372036854775807",
  version: 3,
  createdAt: "2026-03-02T02:00:00.000Z",
  updatedAt: "2026-03-02T02:00:00.000Z",
  orderNo: "DD20260302000001",
  companyId: "1",
  companyName: "云鹰航空",
  type: "new",
  goodsNames: "年包",
  totalFen: 120_000,
  discountFen: 0,
  payableFen: 120_000,
  paidFen: 120_000,
  pendingFen: 0,
  refundFen: 0,
  contractNo: "",
  contractUrl: "",
  status: "paid",
  payMethod: "bank",
  createdBy: "2",
  createdByName: "运营乙",
  submittedBy: null,
  submittedByName: "",
  auditorName: "财务丙",
  auditedAt: null,
  auditRemark: "",
  paidAt: null,
  closeReason: "",
  invoiceStatus: "none",
  channelCodeId: null,
  channelName: "",
  channelRatio: 0,
  commissionFen: 0,
  earnedFen: 0,
  remark: "",
};
const free = { totalFen: 0, payableFen: 0, paidFen: 0 };

test.each<readonly [name: string, change: Partial<OrderRow>, offered: boolean]>([
  ["paid", {}, true],
  ["paid and free", free, true],
  ["a running trial", { ...free, type: "trial" }, true],
  ["partly paid", { status: "pending", paidFen: 1 }, true],
  ["unpaid", { status: "pending", paidFen: 0 }, false],
  ["free and awaiting its audit", { ...free, status: "auditing" }, false],
  ["free and rejected", { ...free, status: "pending" }, false],
  ["finished", { status: "finished" }, false],
])("decides whether an order that is %s can be refunded", (_name, change, offered) => {
  expect(refundOrder.isApplicable?.({ ...order, ...change }, "1")).toBe(offered);
});
