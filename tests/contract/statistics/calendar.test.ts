import { expect, test } from "vitest";
import {
  getLastYearRange,
  getPreviousRange,
  listBuckets,
  splitMonths,
} from "../../../server/modules/statistics/calendar.ts";

test.each([
  ["a day", ["2026-03-01", "2026-03-01"], undefined, ["2026-02-28", "2026-02-28"]],
  ["seven days over a month's end", ["2026-02-26", "2026-03-04"], undefined, ["2026-02-19", "2026-02-25"]],
  ["this month so far", ["2026-03-01", "2026-03-20"], "month", ["2026-02-01", "2026-02-20"]],
  [
    "this month to a day that the last one lacks",
    ["2026-03-01", "2026-03-30"],
    "month",
    ["2026-02-01", "2026-02-28"],
  ],
  ["a whole short month", ["2026-02-01", "2026-02-28"], "month", ["2026-01-01", "2026-01-31"]],
  ["a whole long month", ["2026-03-01", "2026-03-31"], "month", ["2026-02-01", "2026-02-28"]],
  ["this quarter so far", ["2026-04-01", "2026-05-15"], "quarter", ["2026-01-01", "2026-02-15"]],
  ["a whole quarter", ["2026-04-01", "2026-06-30"], "quarter", ["2026-01-01", "2026-03-31"]],
  ["this year so far", ["2026-01-01", "2026-11-22"], "year", ["2025-01-01", "2025-11-22"]],
] as const)("%s is compared with what came before", (_, [from, to], compared, [expectedFrom, expectedTo]) => {
  expect(getPreviousRange({ from, to }, compared)).toEqual({ from: expectedFrom, to: expectedTo });
});

test.each([
  [
    ["2026-03-01", "2026-03-20"],
    ["2025-03-01", "2025-03-20"],
  ],
  [
    ["2024-02-29", "2024-02-29"],
    ["2023-02-28", "2023-02-28"],
  ],
  [
    ["2024-02-01", "2024-02-29"],
    ["2023-02-01", "2023-02-28"],
  ],
  [
    ["2025-02-01", "2025-02-28"],
    ["2024-02-01", "2024-02-29"],
  ],
] as const)("%j is compared with %j of the year before", ([from, to], [expectedFrom, expectedTo]) => {
  expect(getLastYearRange({ from, to })).toEqual({ from: expectedFrom, to: expectedTo });
});

test("buckets are whole days, weeks from Monday and months, cut to the range", () => {
  expect(listBuckets({ from: "2026-02-28", to: "2026-03-01" }, "day")).toEqual([
    { at: "2026-02-28", from: "2026-02-28", to: "2026-02-28" },
    { at: "2026-03-01", from: "2026-03-01", to: "2026-03-01" },
  ]);
  // 4 January 2026 is a Sunday.
  expect(listBuckets({ from: "2026-01-04", to: "2026-01-12" }, "week")).toEqual([
    { at: "2025-12-29", from: "2026-01-04", to: "2026-01-04" },
    { at: "2026-01-05", from: "2026-01-05", to: "2026-01-11" },
    { at: "2026-01-12", from: "2026-01-12", to: "2026-01-12" },
  ]);
  expect(listBuckets({ from: "2025-12-31", to: "2026-02-01" }, "month")).toEqual([
    { at: "2025-12-01", from: "2025-12-31", to: "2025-12-31" },
    { at: "2026-01-01", from: "2026-01-01", to: "2026-01-31" },
    { at: "2026-02-01", from: "2026-02-01", to: "2026-02-01" },
  ]);
});

test.each([
  [["2026-03-05", "2026-03-20"], null, [["2026-03-05", "2026-03-20"]]],
  [["2026-03-01", "2026-03-31"], ["2026-03-01", "2026-03-01"], []],
  [["2026-03-01", "2026-04-01"], ["2026-03-01", "2026-03-01"], [["2026-04-01", "2026-04-01"]]],
  [["2025-12-31", "2026-02-28"], ["2026-01-01", "2026-02-01"], [["2025-12-31", "2025-12-31"]]],
  [
    ["2025-11-24", "2026-11-23"],
    ["2025-12-01", "2026-10-01"],
    [
      ["2025-11-24", "2025-11-30"],
      ["2026-11-01", "2026-11-23"],
    ],
  ],
  [["2026-02-27", "2026-03-02"], null, [["2026-02-27", "2026-03-02"]]],
] as const)("%j is split into whole months and days", ([from, to], months, days) => {
  const toRange = ([first, last]: readonly [string, string]) => ({ from: first, to: last });
  expect(splitMonths({ from, to })).toEqual({ months: months && toRange(months), days: days.map(toRange) });
});
