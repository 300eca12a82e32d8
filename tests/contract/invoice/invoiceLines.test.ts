import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderTaxLine } from "../../../server/db/schema/order.ts";
import { mergeInvoiceLines } from "../../../server/modules/invoice/mergeInvoiceLines.ts";

const line = fc.record({
  name: fc.constantFrom("航线规划", "影像存储", "机场"),
  taxCode: fc.constantFrom("3040203000000000000", "1090522990000000000"),
  taxRate: fc.constantFrom(...(["0", "1", "3", "6", "9", "13"] as const)),
  amountFen: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1_000_000_000_000 })),
}) satisfies fc.Arbitrary<OrderTaxLine>;

/** Independent reference: rounds half up by integer division, without floats or the server's own functions. */
function netAmount(amountFen: number, percent: number): number {
  const divided = BigInt(amountFen) * 1000n;
  const tenths = divided / BigInt(100 + percent);
  return Number(tenths / 10n + (tenths % 10n >= 5n ? 1n : 0n));
}

describe("the lines of an invoice", () => {
  test("add up to the fen, each with the tax of its rate", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (given) => {
        const { lines, amountFen, exTaxFen, taxFen } = mergeInvoiceLines(given);
        const amountByLine = new Map<string, number>();
        for (const one of given) {
          const key = `${one.name} ${one.taxCode} ${one.taxRate}`;
          amountByLine.set(key, (amountByLine.get(key) ?? 0) + one.amountFen);
        }
        for (const [key, amount] of amountByLine) if (amount === 0) amountByLine.delete(key);
        expect(lines).toHaveLength(amountByLine.size);
        let [total, ex, tax] = [0, 0, 0];
        for (const one of lines) {
          const amount = amountByLine.get(`${one.name} ${one.taxCode} ${one.taxRate}`) ?? 0;
          expect(one.exTaxFen).toBe(netAmount(amount, Number(one.taxRate)));
          expect(one.exTaxFen + one.taxFen).toBe(amount);
          expect(one.taxFen).toBeGreaterThanOrEqual(0);
          total += amount;
          ex += one.exTaxFen;
          tax += one.taxFen;
        }
        expect([amountFen, exTaxFen, taxFen]).toEqual([total, ex, tax]);
      }),
    );
  });

  test.each([
    ["6", 10_600, 10_000, 600],
    ["6", 1, 1, 0],
    ["6", 9, 8, 1],
    ["13", 100, 88, 12],
    ["13", 999_999_999_999, 884_955_752_212, 115_044_247_787],
    ["0", 12_345, 12_345, 0],
    ["1", 50, 50, 0],
    ["3", 103, 100, 3],
  ] as const)("at %s %% of %i fen are %i and %i", (taxRate, amountFen, exTaxFen, taxFen) => {
    const { lines } = mergeInvoiceLines([
      { name: "服务", taxCode: "3040203000000000000", taxRate, amountFen },
    ]);
    expect(lines).toEqual([{ name: "服务", taxCode: "3040203000000000000", taxRate, exTaxFen, taxFen }]);
  });
});
