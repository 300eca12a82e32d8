import { describe, expect, it } from "vitest";
import { getDatePresets, toInstantRange } from "../../src/list/query/dateRange.ts";
import { formatMoney } from "../../src/ui/format/formatMoney.ts";
import { formatNumber } from "../../src/ui/format/formatNumber.ts";
import { formatDay, formatTime } from "../../src/ui/format/formatTime.ts";

describe("formatting", () => {
  it.each([
    [5_000.5, "¥50.01"],
    [123450, "¥1,234.50"],
    [0, "¥0.00"],
    [5, "¥0.05"],
    [999_999_999_99, "¥999,999,999.99"],
    [-123450, "-¥1,234.50"],
    [-5, "-¥0.05"],
  ])("writes %i fen as %s", (fen, text) => expect(formatMoney(fen)).toBe(text));

  it.each([
    [1234567, "1,234,567"],
    [999, "999"],
    [-1000, "-1,000"],
    [12345.6789, "12,345.6789"],
  ])("groups the thousands of %d as %s", (value, text) => expect(formatNumber(value)).toBe(text));

  it("writes instants in Asia/Shanghai", () => {
    expect(formatTime("2026-11-19T16:00:05.123Z")).toBe("2026-11-20 00:00:05");
    expect(formatDay("2026-12-31T16:00:00Z")).toBe("2027-01-01");
  });

  it("returns an invalid instant unchanged", () => {
    expect(formatTime("soon")).toBe("soon");
    expect(formatDay("")).toBe("");
  });
});

describe("a date range", () => {
  it("runs from the first to the last millisecond in Asia/Shanghai", () => {
    expect(toInstantRange(["2026-11-01", "2026-11-20"])).toEqual({
      from: "2026-10-31T16:00:00.000Z",
      to: "2026-11-20T15:59:59.999Z",
    });
  });

  it("has seven presets by the calendar of Asia/Shanghai", () => {
    // 00:30 on 1 March in Shanghai, still 29 February in UTC.
    expect(getDatePresets(new Date("2028-02-29T16:30:00Z"))).toEqual([
      { key: "today", label: "今天", days: ["2028-03-01", "2028-03-01"] },
      { key: "yesterday", label: "昨天", days: ["2028-02-29", "2028-02-29"] },
      { key: "last7", label: "近7天", days: ["2028-02-24", "2028-03-01"] },
      { key: "last30", label: "近30天", days: ["2028-02-01", "2028-03-01"] },
      { key: "month", label: "本月", days: ["2028-03-01", "2028-03-01"] },
      { key: "lastMonth", label: "上月", days: ["2028-02-01", "2028-02-29"] },
      { key: "year", label: "本年", days: ["2028-01-01", "2028-03-01"] },
    ]);
    expect(getDatePresets(new Date("2028-01-10T04:00:00Z")).at(-2)?.days).toEqual([
      "2027-12-01",
      "2027-12-31",
    ]);
  });
});
