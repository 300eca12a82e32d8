import { describe, expect, it } from "vitest";
import { estimateOrder, getLineFen, parseLines } from "../../../src/pages/order/estimateOrder.ts";

const priced = new Map([
  ["1", { priceFen: 76_500, months: 12 }],
  ["2", { priceFen: 100, months: 3 }],
  ["3", { priceFen: 10_000_000_000, months: 7 }],
]);
const line = (goodsId: string, quantity: number | "", months: number | "") => ({ goodsId, quantity, months });

describe("the amounts of an order as it is typed", () => {
  it.each([
    ["a goods for its own months", line("1", 2, 12), 153_000],
    ["half of a fen and more, rounded up", line("2", 1, 2), 67],
    ["less than half of a fen, rounded down", line("2", 1, 1), 33],
    ["more than a double holds", line("3", 9999, 120), 1_714_114_285_714_286],
  ])("counts %s", (_, one, fen) => {
    expect(getLineFen(one, priced, false)).toBe(fen);
  });

  it.each([
    ["an unknown goods", line("9", 1, 1)],
    ["no quantity", line("1", "", 12)],
    ["no months", line("1", 1, "")],
    ["half a piece", line("1", 0.5, 12)],
  ])("waits with %s", (_, one) => {
    expect(getLineFen(one, priced, false)).toBeNull();
    expect(estimateOrder({ type: "new", items: [one] }, priced).payableFen).toBeNull();
  });

  it("takes the discount off the sum of the lines", () => {
    const values = { type: "renew", items: [line("1", 1, 12), line("2", 3, 3)], discountFen: 6_800 };
    expect(estimateOrder(values, priced)).toEqual({
      totalFen: 76_800,
      discountFen: 6_800,
      payableFen: 70_000,
    });
  });

  it("takes no more off than there is", () => {
    const values = { type: "new", items: [line("1", 1, 12)], discountFen: 99_999_900 };
    expect(estimateOrder(values, priced)).toEqual({ totalFen: 76_500, discountFen: 76_500, payableFen: 0 });
  });

  it("gives a trial's one month away", () => {
    const values = { type: "trial", items: [line("1", 1, "")], discountFen: "" };
    expect(estimateOrder(values, priced)).toEqual({ totalFen: 6_375, discountFen: 6_375, payableFen: 0 });
  });

  it("reads no lines out of a draft that holds none", () => {
    expect(parseLines([{ goodsId: 5 }])).toEqual([]);
    expect(parseLines("")).toEqual([]);
  });
});
