import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";
import { buildSmsContent, extractVariables, renderTemplate } from "../../../adapters/contract/smsText.ts";

const latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,!?";
const extended = "^{}\\[~]|€";

describe("The parts of a message", () => {
  test.each([
    ["nothing", "", "gsm7", 0, 0],
    ["one Latin letter", "A", "gsm7", 1, 1],
    ["160 Latin letters", "A".repeat(160), "gsm7", 160, 1],
    ["161 Latin letters", "A".repeat(161), "gsm7", 161, 2],
    ["306 Latin letters", "A".repeat(306), "gsm7", 306, 2],
    ["307 Latin letters", "A".repeat(307), "gsm7", 307, 3],
    ["80 signs of the extension", "€".repeat(80), "gsm7", 160, 1],
    ["81 signs of the extension", "€".repeat(81), "gsm7", 162, 2],
    // 76 characters of two septets fill 152 of 153: the 77th does not fit.
    ["153 signs of the extension", "€".repeat(153), "gsm7", 306, 3],
    ["one Chinese character", "短", "ucs2", 1, 1],
    ["70 Chinese characters", "短".repeat(70), "ucs2", 70, 1],
    ["71 Chinese characters", "短".repeat(71), "ucs2", 71, 2],
    ["134 Chinese characters", "短".repeat(134), "ucs2", 134, 2],
    ["135 Chinese characters", "短".repeat(135), "ucs2", 135, 3],
    ["one Chinese among 69 Latin", `短${"A".repeat(69)}`, "ucs2", 70, 1],
    ["one Chinese among 70 Latin", `短${"A".repeat(70)}`, "ucs2", 71, 2],
    ["35 emoji", "🚁".repeat(35), "ucs2", 70, 1],
    ["36 emoji", "🚁".repeat(36), "ucs2", 72, 2],
    // 33 surrogate pairs fill 66 of 67: no pair is split.
    ["67 emoji", "🚁".repeat(67), "ucs2", 134, 3],
    ["a backtick, which GSM 7 lacks", "`", "ucs2", 1, 1],
  ])("of %s", (_what, text, encoding, units, parts) => {
    expect(countSmsParts(text)).toEqual({ encoding, units, parts });
  });

  test("of 500 characters in Chinese are eight", () => {
    expect(countSmsParts("字".repeat(500)).parts).toBe(8);
  });

  /** Independent reference: packs characters one by one. */
  function countPacked(sizes: readonly number[], single: number, part: number): number {
    const sum = sizes.reduce((all, size) => all + size, 0);
    if (sum <= single) return sum === 0 ? 0 : 1;
    const filled: number[] = [0];
    for (const size of sizes) {
      const last = filled.length - 1;
      if ((filled[last] ?? 0) + size <= part) filled[last] = (filled[last] ?? 0) + size;
      else filled.push(size);
    }
    return filled.length;
  }

  test("of a Latin text have 160 or 153 septets, two for an extension character", () => {
    const letter = fc.constantFrom(...latin, ...extended);
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 500 }), (letters) => {
        const sizes = letters.map((one) => (extended.includes(one) ? 2 : 1));
        expect(countSmsParts(letters.join("")).parts).toBe(countPacked(sizes, 160, 153));
      }),
    );
  });

  test("of another text have 70 or 67 code units, two for a surrogate pair", () => {
    const letter = fc.constantFrom("短", "信", "A", "1", "【", "】", "🚁", "𠮷");
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 500 }), (letters) => {
        const sizes = ["短", ...letters].map((one) => (one === "🚁" || one === "𠮷" ? 2 : 1));
        expect(countSmsParts(`短${letters.join("")}`).parts).toBe(countPacked(sizes, 70, 67));
      }),
    );
  });

  test("never decrease with a longer text, and never exceed their capacity", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.string({ maxLength: 20 }),
        (text, more) => {
          const one = countSmsParts(text);
          expect(countSmsParts(text + more).parts).toBeGreaterThanOrEqual(one.parts);
          const capacity = one.encoding === "gsm7" ? [160, 153] : [70, 67];
          expect(one.units).toBeLessThanOrEqual(
            one.parts === 1 ? (capacity[0] ?? 0) : one.parts * (capacity[1] ?? 0),
          );
        },
      ),
    );
  });
});

describe("The text of a message", () => {
  test("begins with its signature, and ends with one opt-out if it is marketing", () => {
    expect(buildSmsContent("低空服务平台", "今天停飞", false)).toBe("【低空服务平台】今天停飞");
    expect(buildSmsContent("低空服务平台", "新品上线", true)).toBe("【低空服务平台】新品上线，拒收请回复R");
    expect(buildSmsContent("低空服务平台", "新品上线，拒收请回复R", true)).toBe(
      "【低空服务平台】新品上线，拒收请回复R",
    );
  });

  test("counts its signature: 62 more characters fill one message", () => {
    expect(countSmsParts(buildSmsContent("低空服务平台", "字".repeat(62), false)).parts).toBe(1);
    expect(countSmsParts(buildSmsContent("低空服务平台", "字".repeat(63), false)).parts).toBe(2);
  });

  test("replaces variables without interpreting their values", () => {
    expect(extractVariables("${region}今日${time}，${region}")).toEqual(["region", "time"]);
    expect(renderTemplate("${region}有雨", { region: "$& ${time}" })).toBe("$& ${time}有雨");
    expect(renderTemplate("${region}有雨", {})).toBe("${region}有雨");
  });
});
