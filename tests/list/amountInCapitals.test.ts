import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmountInCapitals } from "../../src/pages/order/formatAmountInCapitals.ts";

/** The first eight are, or closely follow, the examples of the central bank's rules. */
const examples: readonly (readonly [yuan: string, capitals: string])[] = [
  ["1409.50", "壹仟肆佰零玖元伍角整"],
  ["6007.14", "陆仟零柒元壹角肆分"],
  ["1680.32", "壹仟陆佰捌拾元叁角贰分"],
  ["107000.53", "壹拾万柒仟元伍角叁分"],
  ["16409.02", "壹万陆仟肆佰零玖元零贰分"],
  ["325.04", "叁佰贰拾伍元零肆分"],
  ["1234.56", "壹仟贰佰叁拾肆元伍角陆分"],
  ["100.00", "壹佰元整"],
  ["0.00", "零元整"],
  ["0.01", "壹分"],
  ["0.10", "壹角整"],
  ["0.99", "玖角玖分"],
  ["10.00", "壹拾元整"],
  ["10.05", "壹拾元零伍分"],
  ["1001.00", "壹仟零壹元整"],
  ["1010.00", "壹仟零壹拾元整"],
  ["10000.00", "壹万元整"],
  ["10001.10", "壹万零壹元壹角整"],
  ["100100.00", "壹拾万零壹佰元整"],
  ["1000000.00", "壹佰万元整"],
  ["20000005.00", "贰仟万零伍元整"],
  ["100000000.00", "壹亿元整"],
  ["100000001.00", "壹亿零壹元整"],
  ["100010000.00", "壹亿零壹万元整"],
  ["9999999999.99", "玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"],
  ["1000000000000.00", "壹万亿元整"],
];

const values: Readonly<Record<string, number>> = {
  零: 0,
  壹: 1,
  贰: 2,
  叁: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  柒: 7,
  捌: 8,
  玖: 9,
};
const units: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 };

/** Parses an integer in capitals: digits by unit, groups by 万 and 亿. */
function parseNumber(capitals: string): number {
  for (const [unit, size] of [
    ["亿", 100_000_000],
    ["万", 10_000],
  ] as const) {
    const index = capitals.lastIndexOf(unit);
    if (index >= 0)
      return parseNumber(capitals.slice(0, index)) * size + parseNumber(capitals.slice(index + 1));
  }
  let [sum, digit] = [0, 0];
  for (const sign of capitals) {
    if (sign in values) digit = values[sign] ?? 0;
    else {
      sum += digit * (units[sign] ?? Number.NaN);
      digit = 0;
    }
  }
  return sum + digit;
}

function parseFen(capitals: string): number {
  const [, yuan = "", jiao = "零", fen = "零"] =
    /^(?:(.+)元)?零?(?:(.)角)?(?:(.)分)?整?$/.exec(capitals) ?? [];
  return parseNumber(yuan) * 100 + (values[jiao] ?? Number.NaN) * 10 + (values[fen] ?? Number.NaN);
}

describe("formatAmountInCapitals", () => {
  test.each(examples)("%s is %s", (yuan, capitals) => {
    expect(formatAmountInCapitals(Number(yuan.replace(".", "")))).toBe(capitals);
  });

  test("parses back to the same amount, without doubled or dangling zeros", () => {
    const amounts = fc.oneof(
      fc.integer({ min: 0, max: 100_000_000_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc
        .array(fc.constantFrom(0, 0, 0, 1, 9), { minLength: 1, maxLength: 14 })
        .map((d) => Number(d.join(""))),
    );
    fc.assert(
      fc.property(amounts, (fen) => {
        const capitals = formatAmountInCapitals(fen);
        expect(parseFen(capitals)).toBe(fen);
        if (fen > 0) expect(capitals).not.toMatch(/零零|零[万亿元角整]|^零|undefined/);
      }),
      { numRuns: 2000 },
    );
  });
});
