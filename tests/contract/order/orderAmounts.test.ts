import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calculateCommission,
  calculateEarnedCommission,
  calculateExTax,
  calculateOrderAmounts,
  calculateOriginFen,
  divideHalfUp,
  type PricedGoods,
  splitByWeight,
} from "../../../server/modules/order/calculateOrderAmounts.ts";
import { addMonths } from "../../../server/modules/serviceGrant/addMonths.ts";
import { countMonthsUntil } from "../../../server/modules/serviceGrant/countMonthsUntil.ts";
import { getNoticeDays } from "../../../server/modules/serviceGrant/planExpiryNotices.ts";
import { planGrants } from "../../../server/modules/serviceGrant/planGrants.ts";

/** Independent reference: integer division, rounded half up. */
function divideRounded(product: bigint, divisor: bigint): number {
  const quotient = product / divisor;
  return Number(quotient + (2n * (product % divisor) >= divisor ? 1n : 0n));
}

const id = fc.bigInt({ min: 10n ** 18n, max: 9_223_372_036_854_775_807n }).map(String);
const goods: fc.Arbitrary<PricedGoods> = fc.record({
  id,
  name: fc.constantFrom("巡检年包", "测绘月包"),
  months: fc.integer({ min: 1, max: 60 }),
  priceFen: fc.integer({ min: 0, max: 100_000_000 }),
  originPriceFen: fc.integer({ min: 0, max: 200_000_000 }),
  services: fc.array(
    fc.record({
      serviceId: id,
      name: fc.constantFrom("飞行", "存储"),
      kind: fc.constantFrom("flight", "storage"),
      unit: fc.constant("次"),
      quantity: fc.integer({ min: 1, max: 9999 }),
      priceFen: fc.integer({ min: 0, max: 10_000_000 }),
      taxRate: fc.constantFrom("0", "1", "3", "6", "9", "13"),
      taxCode: fc.constant("3040203000000000000"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
const orderItems = fc.array(
  fc.record({ goods, quantity: fc.integer({ min: 1, max: 999 }), months: fc.integer({ min: 1, max: 120 }) }),
  { minLength: 1, maxLength: 6 },
);
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const propertyOptions = { numRuns: 300 };

describe("the amounts of an order, compared with integer division", () => {
  test("are unit price × quantity × months ÷ the goods' months, to the fen, and add up", () => {
    fc.assert(
      fc.property(
        orderItems,
        fc.double({ min: 0, max: 1, noNaN: true }),
        percent,
        (lines, share, channel) => {
          const parts = lines.map((line) =>
            divideRounded(
              BigInt(line.goods.priceFen) * BigInt(line.quantity) * BigInt(line.months),
              BigInt(line.goods.months),
            ),
          );
          const total = parts.reduce((sum, part) => sum + part, 0);
          const discount = Math.floor(total * share);
          const created = calculateOrderAmounts(lines, discount, channel);
          expect(created.items.map(({ amountFen }) => amountFen)).toEqual(parts);
          expect(created.items.map(calculateOriginFen)).toEqual(
            lines.map((line) =>
              divideRounded(
                BigInt(line.goods.originPriceFen) * BigInt(line.quantity) * BigInt(line.months),
                BigInt(line.goods.months),
              ),
            ),
          );
          expect([created.totalFen, created.discountFen, created.payableFen]).toEqual([
            total,
            discount,
            total - discount,
          ]);
          expect(created.items.map(({ goodsId }) => goodsId)).toEqual(lines.map((line) => line.goods.id));
          // Tax lines are not negative and add up; the amount without tax is amount ÷ (1 + rate), rounded.
          expect(created.taxLines.every(({ amountFen }) => amountFen >= 0)).toBe(true);
          expect(created.taxLines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(total - discount);
          const exTax = created.taxLines.map(({ amountFen, taxRate }) =>
            divideRounded(BigInt(amountFen) * 100n, 100n + BigInt(taxRate)),
          );
          expect(created.exTaxFen).toBe(exTax.reduce((sum, part) => sum + part, 0));
          expect(created.commissionFen).toBe(
            divideRounded(BigInt(created.exTaxFen) * BigInt(Math.round(channel * 100)), 10_000n),
          );
        },
      ),
      propertyOptions,
    );
  });

  test("match figures calculated by hand", () => {
    const flight = { serviceId: "1", name: "飞行", kind: "flight" as const, unit: "次", quantity: 10 };
    const device = { serviceId: "2", name: "机场", kind: "device" as const, unit: "台", quantity: 1 };
    const pack: PricedGoods = {
      id: "9000000000000000001",
      name: "年包",
      months: 12,
      priceFen: 100_000,
      originPriceFen: 120_000,
      services: [
        { ...flight, priceFen: 3_000, taxRate: "6", taxCode: "1" },
        { ...device, priceFen: 70_000, taxRate: "13", taxCode: "2" },
      ],
    };
    // 1000.00 × 2 × 7 ÷ 12 = 1166.67; less 66.67 = 1100.00; 3 : 7 → 330.00 at 6 %, 770.00 at 13 %.
    const created = calculateOrderAmounts([{ goods: pack, quantity: 2, months: 7 }], 6_667, 12.5);
    expect(created.totalFen).toBe(116_667);
    expect(created.items.map(calculateOriginFen)).toEqual([140_000]);
    expect(created.taxLines.map(({ amountFen }) => amountFen)).toEqual([33_000, 77_000]);
    // 330 ÷ 1.06 = 311.32, 770 ÷ 1.13 = 681.42; 12.5 % of 992.74 = 124.09.
    expect([created.exTaxFen, created.commissionFen]).toEqual([99_274, 12_409]);
    expect(calculateExTax({ amountFen: 33_000, taxRate: "6" })).toBe(31_132);
    expect(calculateCommission(99_274, 0)).toBe(0);
  });

  test("shares add up, and none exceeds its weight", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 }),
        percent,
        (weights, part) => {
          const whole = weights.reduce((sum, weight) => sum + weight, 0);
          const amount = Math.floor((whole * part) / 100);
          const shares = splitByWeight(amount, weights);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
          for (const [index, share] of shares.entries()) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(weights[index] ?? -1);
          }
        },
      ),
      propertyOptions,
    );
    expect(splitByWeight(100, [0, 0, 0])).toEqual([100, 0, 0]);
    expect(divideHalfUp([10_000_000_000, 9_999, 120], 7)).toBe(1_714_114_285_714_286);
  });

  test("commission is earned in proportion to the confirmed payments", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), percent, percent, (payableFen, part, channel) => {
        const commissionFen = calculateCommission(payableFen, channel);
        const paidFen = Math.floor((payableFen * part) / 100);
        const earned = calculateEarnedCommission({ commissionFen, payableFen, paidFen });
        expect(earned).toBe(divideRounded(BigInt(commissionFen) * BigInt(paidFen), BigInt(payableFen)));
        expect(earned).toBeLessThanOrEqual(commissionFen);
      }),
      propertyOptions,
    );
    expect(calculateEarnedCommission({ commissionFen: 0, payableFen: 0, paidFen: 0 })).toBe(0);
  });
});

describe("the grants of an order", () => {
  const at = new Date("2026-03-02T02:00:00.000Z");
  const item = {
    goodsId: "1",
    name: "年包",
    quantity: 3,
    months: 6,
    unitPriceFen: 1,
    amountFen: 1,
    goodsMonths: 12,
    services: [{ serviceId: "7", name: "飞行", kind: "flight" as const, unit: "次", quantity: 5 }],
  };
  const running = (serviceId: string, expireAt: string) => ({ serviceId, expireAt: new Date(expireAt) });
  const span = (type: "new" | "renew" | "expand" | "trial", ...others: ReturnType<typeof running>[]) =>
    planGrants({ type, items: [item] }, others, at)?.map(({ startAt, expireAt, total }) => [
      startAt.toISOString(),
      expireAt.toISOString(),
      total,
    ]);

  test("of a new order begin with the approval", () => {
    // 5 × 3 × 6 ÷ 12 = 7.5, rounded up.
    expect(span("new", running("7", "2026-05-01T00:00:00Z"))).toEqual([
      ["2026-03-02T02:00:00.000Z", "2026-09-02T02:00:00.000Z", 8],
    ]);
  });

  test("of a renewal begin when the active grant of the same service ends", () => {
    const some = [running("7", "2026-05-01T00:00:00Z"), running("7", "2026-04-01T00:00:00Z")];
    const other = running("8", "2027-01-01T00:00:00Z");
    expect(span("renew", ...some, other)).toEqual([
      ["2026-05-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z", 8],
    ]);
    expect(span("renew", running("7", "2026-03-02T02:00:00.000Z"))).toEqual([
      ["2026-03-02T02:00:00.000Z", "2026-09-02T02:00:00.000Z", 8],
    ]);
  });

  test("of an addition end with the active grant, and require one", () => {
    expect(
      span("expand", running("7", "2026-05-01T00:00:00Z"), running("8", "2027-01-01T00:00:00Z")),
    ).toEqual([["2026-03-02T02:00:00.000Z", "2026-05-01T00:00:00.000Z", 8]]);
    expect(span("expand", running("8", "2027-01-01T00:00:00Z"))).toEqual([
      ["2026-03-02T02:00:00.000Z", "2027-01-01T00:00:00.000Z", 8],
    ]);
    expect(span("expand", running("8", "2026-03-01T00:00:00Z"))).toBeUndefined();
  });

  test("of a trial last 30 days", () => {
    expect(span("trial")).toEqual([["2026-03-02T02:00:00.000Z", "2026-04-01T02:00:00.000Z", 8]]);
  });

  test("use months in Shanghai time, clamped to the last day of the month", () => {
    const later = (from: string, months: number) => addMonths(new Date(from), months).toISOString();
    expect(later("2026-01-30T17:00:00.000Z", 1)).toBe("2026-02-27T17:00:00.000Z");
    expect(later("2026-01-31T15:00:00.000Z", 1)).toBe("2026-02-28T15:00:00.000Z");
    expect(later("2028-01-31T00:00:00.000Z", 1)).toBe("2028-02-29T00:00:00.000Z");
    expect(later("2026-12-31T16:30:00.000Z", 14)).toBe("2028-02-29T16:30:00.000Z");
  });

  test("countMonthsUntil returns the smallest number of months that reaches the end", () => {
    const from = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 130 * 31 }), (start, days) => {
        const end = new Date(start.getTime() + days * 86_400_000);
        const months = countMonthsUntil(start, end);
        expect(addMonths(start, months).getTime()).toBeGreaterThanOrEqual(end.getTime());
        if (months > 1) expect(addMonths(start, months - 1).getTime()).toBeLessThan(end.getTime());
      }),
      propertyOptions,
    );
    expect(countMonthsUntil(at, at)).toBe(1);
    expect(countMonthsUntil(at, new Date("2027-03-02T02:00:00.000Z"))).toBe(12);
    expect(countMonthsUntil(at, new Date("2027-03-02T02:00:00.001Z"))).toBe(13);
  });

  test("expiry notices are due 30, 7 and 1 days before, but only those after the grant began", () => {
    const end = new Date("2026-06-30T00:00:00.000Z");
    const before = (ms: number) => new Date(end.getTime() - ms);
    const day = 86_400_000;
    const old = before(100 * day);
    const due = (ms: number, from = old) => getNoticeDays(from, end, before(ms));
    expect([due(30 * day + 1), due(30 * day), due(7 * day + 1), due(7 * day)]).toEqual([null, 30, 30, 7]);
    expect([due(day + 1), due(day), due(1), due(0)]).toEqual([7, 1, 1, null]);
    expect([due(20 * day, before(30 * day)), due(6 * day, before(30 * day))]).toEqual([null, 7]);
  });
});
