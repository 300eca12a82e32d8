import { describe, expect, test } from "vitest";
import { findPasteError } from "../../src/ui/findPasteError.ts";

const money = { allowNegative: false, decimalScale: 2 };

describe("a text pasted into a number input", () => {
  test.each(["1234.5", " ¥1,234.50\n", "￥７，７８１．５０", "1,234.500 元", ".5", "12.", "0"])(
    "is taken if it is an amount: %j",
    (text) => {
      expect(findPasteError(text, money)).toBeNull();
    },
  );

  test.each([
    ["1e5", "粘贴的「1e5」不是数字，没有填入"],
    ["1.5万", "粘贴的「1.5万」不是数字，没有填入"],
    ["1234,50", "粘贴的「1234,50」不是数字，没有填入"],
    ["12 34", "粘贴的「12 34」不是数字，没有填入"],
    ["-3", "粘贴的「-3」是负数，没有填入"],
    ["1,000.005", "粘贴的「1,000.005」超过 2 位小数，没有填入"],
    ["", "粘贴的「」不是数字，没有填入"],
    ["北".repeat(30), `粘贴的「${"北".repeat(20)}…」不是数字，没有填入`],
  ])("is refused if it would become another number: %j", (text, error) => {
    expect(findPasteError(text, money)).toBe(error);
  });

  test("may be negative or broken where the input takes that", () => {
    expect(findPasteError("-116.397128", {})).toBeNull();
    expect(findPasteError("12.5", { decimalScale: 0 })).toBe("粘贴的「12.5」不是整数，没有填入");
  });
});
