import { describe, expect, test } from "vitest";
import type { OrderStatus } from "../../adapters/contract/orderEvent.ts";
import { orderInvoiceRefusal } from "../../machines/status/invoiceRefusal.ts";

const order = { orderNo: "DD1", companyId: "1", invoiceStatus: "none", payableFen: 120_000 } as const;
const getRefusal = (status: OrderStatus, contractNo: string, paidFen = 0) =>
  orderInvoiceRefusal({ ...order, status, contractNo, paidFen });

const unsettled = "订单 DD1 尚未付清且没有合同，付清或补充合同后才能开票";

describe("applying for the invoice of an order", () => {
  test.each<[OrderStatus, string | null, string | null]>([
    // status, without a contract, with one
    ["pending", unsettled, null],
    ["auditing", unsettled, null],
    ["paid", null, null],
    ["finished", null, null],
    ...(
      [
        ["refunding", "退款中"],
        ["refunded", "已退款"],
        ["cancelled", "已取消"],
      ] as const
    ).map(([status, label]): [OrderStatus, string, string] => {
      const refused = `订单 DD1 当前状态为「${label}」，不能开票`;
      return [status, refused, refused];
    }),
  ])("%s", (status, without, withOne) => {
    expect(getRefusal(status, "")).toBe(without);
    expect(getRefusal(status, "HT-2026-1")).toBe(withOne);
  });

  test("an order of 0 is refused, one whose amount is not known is not", () => {
    expect(orderInvoiceRefusal({ ...order, status: "paid", contractNo: "", paidFen: 0, payableFen: 0 })).toBe(
      "订单 DD1 金额为 0，无需开票",
    );
    expect(
      orderInvoiceRefusal({ ...order, status: "paid", contractNo: "", paidFen: null, payableFen: null }),
    ).toBeNull();
  });

  test("partly paid counts as unsettled", () => {
    expect(getRefusal("pending", "", 40_000)).toBe(unsettled);
    expect(getRefusal("auditing", "", 40_000)).toBe(unsettled);
  });
});
