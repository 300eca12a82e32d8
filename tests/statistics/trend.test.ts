import { describe, expect, test } from "vitest";
import type { OrderStatistics } from "../../adapters/contract/statistics.ts";
import { measures } from "../../src/pages/statistics/measures.ts";
import { toDrawnShares } from "../../src/pages/statistics/share/shareOption.ts";
import { buildTrendOption, formatAxisNumber } from "../../src/pages/statistics/trend/trendOption.ts";
import { toBuckets, toTrendSeries } from "../../src/pages/statistics/trend/trendSeries.ts";

const none = { added: 0, amountFen: 0, refunds: 0, refundFen: 0 };
const period = { from: "2025-10-30", to: "2025-11-09" };
/** Two weeks cut to eleven days: 7 orders before, 2 and 1 within. */
const statistics: OrderStatistics = {
  granularity: "week",
  from: "2025-10-30",
  to: "2025-11-09",
  buckets: [
    {
      at: "2025-10-27",
      from: "2025-10-30",
      to: "2025-11-02",
      total: 9,
      ...none,
      added: 2,
      amountFen: 123_450,
    },
    {
      at: "2025-11-03",
      from: "2025-11-03",
      to: "2025-11-09",
      total: 10,
      added: 1,
      amountFen: 1,
      refunds: 1,
      refundFen: 99,
    },
  ],
  before: { ...none, added: 7, amountFen: 1_000_000 },
  sums: { added: 3, amountFen: 123_451, refunds: 1, refundFen: 99 },
  previous: { ...period, ...none },
  lastYear: { ...period, ...none },
  comparedUntil: null,
  byKind: [],
  regions: [],
};
const money = [measures.amount, measures.refund];

describe("the series of a chart", () => {
  test("are what each bucket added, or everything until its end", () => {
    const getValues = (view: "added" | "total") =>
      toTrendSeries(statistics, money, view).map(({ values }) => values);
    expect(getValues("added")).toEqual([
      [123_450, 1],
      [0, 99],
    ]);
    expect(getValues("total")).toEqual([
      [1_123_450, 1_123_451],
      [0, 99],
    ]);
  });

  test("have the days of their buckets, cut to the range", () => {
    expect(toBuckets(statistics).map(({ label }) => label)).toEqual([
      "2025-10-30 至 11-02",
      "2025-11-03 至 11-09",
    ]);
    expect(toBuckets({ ...statistics, granularity: "month" }).map(({ label }) => label)).toEqual([
      "2025-10",
      "2025-11",
    ]);
  });
});

describe("the chart's option", () => {
  const build = (shown: readonly string[], view: "added" | "total" = "added") =>
    buildTrendOption({
      buckets: toBuckets(statistics),
      series: toTrendSeries(statistics, [measures.orders, measures.amount], view),
      shown,
      view,
      window: { first: 1, last: 1 },
      scheme: "light",
      fontFamily: "sans-serif",
      linked: ["orders"],
    });

  test("holds the values in the units of their axes, with a colour that isolation keeps", () => {
    expect(build(["orders", "amount"])).toMatchObject({
      xAxis: { data: ["2025-10-30 至 11-02", "2025-11-03 至 11-09"] },
      yAxis: [{ name: "" }, { name: "元" }],
      dataZoom: [{ type: "inside", startValue: 1, endValue: 1 }],
      series: [
        { id: "orders", type: "bar", yAxisIndex: 0, data: [2, 1], color: "#1864ab", cursor: "pointer" },
        {
          id: "amount",
          type: "bar",
          yAxisIndex: 1,
          data: [1234.5, 0.01],
          color: "#c2410c",
          cursor: "default",
        },
      ],
    });
    expect(build(["amount"])).toMatchObject({
      yAxis: [{ name: "元" }],
      series: [{ id: "amount", yAxisIndex: 0, color: "#c2410c" }],
    });
  });

  test("draws totals as lines", () => {
    expect(build(["orders"], "total")).toMatchObject({ series: [{ type: "line", data: [9, 10] }] });
  });

  test.each([
    [950, "950"],
    [12_345, "1.23 万"],
    [250_000_000, "2.5 亿"],
    [0.25, "0.25"],
  ])("writes %d on an axis as %s", (value, text) => {
    expect(formatAxisNumber(value)).toBe(text);
  });
});

test("of many shares seven have a colour, the rest is drawn as one, and nothing is not drawn", () => {
  const shares = Array.from({ length: 12 }, (_, index) => ({
    key: String(index),
    label: `渠道 ${index}`,
    value: index,
    text: String(index),
    href: null,
  }));
  const drawn = toDrawnShares(shares, String, "light");
  expect(drawn.map(({ key, value }) => [key, value])).toEqual([
    ["11", 11],
    ["10", 10],
    ["9", 9],
    ["8", 8],
    ["7", 7],
    ["6", 6],
    ["5", 5],
    ["rest", 10],
  ]);
  expect(drawn.at(-1)?.label).toBe("其他");
});
