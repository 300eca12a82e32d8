import { describe, expect, it } from "vitest";
import { estimateOrder, getLineFen, parseLines } from "../../../src/pages/order/estimateOrder.ts";

const priced = new Map([
  ["1", { priceFen: 76_500, months: 12 }],
  ["2", { priceFen: 100, months: 3 }],
  ["3", { priceFen: 10_000_000_000, months: 7 }],
]);
const line = (goodsId: string, quantity: number | "", months: number | "") => ({ goodsId, quantity, months });

describe("the estimate of an order form", () => {
  it.each([
    ["goods for their own months", line("1", 2, 12), 153_000],
    ["half a fen or more, rounded up", line("2", 1, 2), 67],
    ["less than half a fen, rounded down", line("2", 1, 1), 33],
    ["products beyond the integer range of a double", line("3", 9999, 120), 1_714_114_285_714_286],
  ])("calculates %s", (_, orderLine, fen) => {
    expect(getLineFen(orderLine, priced, false)).toBe(fen);
  });

  it.each([
    ["unknown goods", line("9", 1, 1)],
    ["no quantity", line("1", "", 12)],
    ["no months", line("1", 1, "")],
    ["half a piece", line("1", 0.5, 12)],
  ])("is null for %s", (_, orderLine) => {
    expect(getLineFen(orderLine, priced, false)).toBeNull();
    expect(estimateOrder({ type: "new", items: [orderLine] }, priced).payableFen).toBeNull();
  });

  it("subtracts the discount from the sum of the lines", () => {
    const values = { type: "renew", items: [line("1", 1, 12), line("2", 3, 3)], discountFen: 6_800 };
    expect(estimateOrder(values, priced)).toEqual({
      totalFen: 76_800,
      discountFen: 6_800,
      payableFen: 70_000,
    });
  });

  it("limits the discount to the total", () => {
    const values = { type: "new", items: [line("1", 1, 12)], discountFen: 99_999_900 };
    expect(estimateOrder(values, priced)).toEqual({ totalFen: 76_500, discountFen: 76_500, payableFen: 0 });
  });

  it("discounts the one month of a trial completely", () => {
    const values = { type: "trial", items: [line("1", 1, "")], discountFen: "" };
    expect(estimateOrder(values, priced)).toEqual({ totalFen: 6_375, discountFen: 6_375, payableFen: 0 });
  });

  it("parses no lines from an invalid draft", () => {
    expect(parseLines([{ goodsId: 5 }])).toEqual([]);
    expect(parseLines("")).toEqual([]);
  });
});
