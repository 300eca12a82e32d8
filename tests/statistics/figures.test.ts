import { describe, expect, test } from "vitest";
import { formatAtLeast, formatFlownSum } from "../../adapters/contract/flownSum.ts";
import { formatShare, getChange, getTone } from "../../src/pages/statistics/change.ts";
import { toListPath } from "../../src/pages/statistics/listLinks.ts";
import { formatSum, measures, type StatisticsBySource } from "../../src/pages/statistics/measures.ts";
import {
  areFiguresTold,
  areRegionsTold,
  countPoints,
  toRegionRows,
} from "../../src/pages/statistics/region/regionRows.ts";
import { moveBuckets, zoomBuckets } from "../../src/pages/statistics/zoom.ts";

test.each([
  [112, 100, "12.0%", "up"],
  [50, 100, "50.0%", "down"],
  [100, 100, "持平", "same"],
  [0, 0, "持平", "same"],
  [7, 0, "上期为 0", "none"],
  [0, 7, "100.0%", "down"],
  [100_001, 100_000, "<0.1%", "up"],
])("%i after %i is %s", (value, before, text, direction) => {
  expect(getChange(value, before)).toEqual({ text, direction });
});

test("more refunds are bad news, more orders good", () => {
  expect([getTone({ direction: "up" }, false), getTone({ direction: "down" }, false)]).toEqual([
    "good",
    "bad",
  ]);
  expect([getTone({ direction: "up" }, true), getTone({ direction: "down" }, true)]).toEqual(["bad", "good"]);
  expect([getTone({ direction: "same" }, true), getTone({ direction: "none" }, false)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a share has one decimal, and nothing has none", () => {
  expect(formatShare(1, 3)).toBe("33.3%");
  expect(formatShare(0, 0)).toBe("-");
});

describe("the list behind a figure", () => {
  const days = { from: "2026-11-01", to: "2026-11-23" };
  const range = "from=2026-10-31T16%3A00%3A00.000Z&to=2026-11-23T15%3A59%3A59.999Z";

  test("has the same days, region, channel and kind", () => {
    expect(toListPath("orders", { days, regionId: "440000", kind: "new" }, { roles: ["finance"] })).toBe(
      `/order/orderList?dateField=paid&${range}&regionId=440000&type=new`,
    );
    expect(toListPath("refunds", { days }, { roles: ["finance"] })).toBe(
      `/order/orderList?dateField=refunded&${range}`,
    );
    expect(toListPath("companies", { days, channelCodeId: "7" }, { roles: ["operator"] })).toBe(
      `/account/accountList?${range}&channelCodeId=7`,
    );
    expect(toListPath("flights", { days, kind: "patrol" }, { roles: ["admin"] })).toBe(
      `/page/directive?${range}&kind=patrol`,
    );
  });

  test("is not offered to those who may not open it, nor with a condition that it lacks", () => {
    expect(toListPath("flights", { days }, { roles: ["finance"] })).toBeNull();
    expect(toListPath("flights", { days, channelCodeId: "7" }, { roles: ["admin"] })).toBeNull();
    expect(toListPath(null, { days }, { roles: ["admin"] })).toBeNull();
    expect(toListPath("orders", { days: { from: "", to: "十月" } }, { roles: ["finance"] })).toBeNull();
  });
});

test("regions come by size, empty ones after, and what is in none of them last", () => {
  const counted = [
    { regionId: "440000", name: "广东省", total: 3 },
    { regionId: null, name: "", total: 9 },
    { regionId: "110000", name: "北京市", total: 5 },
  ];
  const areas = [
    { code: "440000", name: "广东省" },
    { code: "320000", name: "江苏省" },
  ];
  expect(toRegionRows(counted, areas, ({ total }) => total)).toEqual([
    { regionId: "110000", name: "北京市", value: 5 },
    { regionId: "440000", name: "广东省", value: 3 },
    { regionId: "320000", name: "江苏省", value: 0 },
    { regionId: "", name: "其他地区", value: 9 },
  ]);
});

test("a zoom stays within the buckets", () => {
  expect(zoomBuckets({ first: 0, last: 29 }, 0.5, 30)).toEqual({ first: 8, last: 22 });
  expect(zoomBuckets({ first: 8, last: 22 }, 2, 30)).toEqual({ first: 0, last: 29 });
  expect(zoomBuckets({ first: 4, last: 5 }, 0.5, 30)).toEqual({ first: 5, last: 6 });
  expect(zoomBuckets({ first: 0, last: 0 }, 0.5, 1)).toEqual({ first: 0, last: 0 });
  expect(moveBuckets({ first: 8, last: 17 }, 1, 30)).toEqual({ first: 13, last: 22 });
  expect(moveBuckets({ first: 25, last: 29 }, 1, 30)).toEqual({ first: 25, last: 29 });
  expect(moveBuckets({ first: 1, last: 10 }, -1, 30)).toEqual({ first: 0, last: 9 });
});

test.each([
  ["12.3 km", 0, "12.3 km", "12.3 km"],
  ["12.3 km", 2, "≥ 12.3 km（含 2 次里程不完整）", "≥ 12.3 km"],
  // Another platform may not say.
  ["12.3 km", null, "12.3 km", "12.3 km"],
  ["12.3 km", Number.NaN, "12.3 km", "12.3 km"],
])("%s with %s incomplete flights is %s, and on the wall %s", (text, incomplete, sum, short) => {
  expect([formatFlownSum(text, incomplete), formatAtLeast(text, incomplete)]).toEqual([sum, short]);
});

test("only the sum of mileages says that it is incomplete", () => {
  // Cast: the figures that are formatted.
  const statistics = {
    sums: { flights: 3, distanceM: 2_469.134 },
    incompleteFlights: 1,
  } as unknown as StatisticsBySource["task"];
  expect([formatSum(statistics, measures.flights), formatSum(statistics, measures.distance)]).toEqual([
    "3",
    "≥ 2.5 km（含 1 次里程不完整）",
  ]);
});

test("another platform's points are companies of the areas that they are in", () => {
  const areas = [
    { code: "110000", name: "北京市" },
    { code: "500000", name: "重庆市" },
    { code: "440000", name: "广东省" },
  ];
  const toPoint = (regionId: string, count: number) => ({ lng: 116, lat: 39, regionId, count });
  const points = [toPoint("110105", 2), toPoint("110000", 3), toPoint("500100", 4), toPoint("710000", 5)];
  const toRows = (place: string | null, shown = areas) =>
    toRegionRows(countPoints(points, shown, place) ?? [], [], ({ count }) => count);
  expect(toRows(null)).toEqual([
    { regionId: "110000", name: "北京市", value: 5 },
    { regionId: "500000", name: "重庆市", value: 4 },
    { regionId: "440000", name: "广东省", value: 0 },
    { regionId: "", name: "其他地区", value: 5 },
  ]);
  // A platform that answers the whole country is asked for a part of it.
  expect(toRows("110000", [{ code: "110105", name: "朝阳区" }])).toEqual([
    { regionId: "110105", name: "朝阳区", value: 2 },
    { regionId: "", name: "其他地区", value: 3 },
  ]);
  // Points without their regions are on the map, and no figures.
  expect(countPoints([...points, toPoint("", 5)], areas, null)).toBeNull();
  expect(countPoints([], areas, null)).toBeNull();
});

test("a figure is told by region where its sum is, and regions are or none can be", () => {
  const told = (added: number, regions: readonly string[], place?: string) =>
    areFiguresTold(
      // Cast: the figures that decide.
      { sums: { added }, before: { added: 0 }, regions } as unknown as StatisticsBySource["company"],
      measures.companies,
      { path: place === undefined ? [] : [{ code: "110000", name: place }] },
    );
  expect([told(Number.NaN, ["x"]), told(43, []), told(0, []), told(43, ["x"])]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  // A county has none below it.
  expect(told(43, [], "北京市")).toBe(true);
});

test("no regions beside a sum are not told, and are none only where there is nothing", () => {
  const told = (added: number, before: number, regions: readonly string[] = []) =>
    areRegionsTold({ regions, sums: { added }, before: { added: before } });
  expect([told(43, 0), told(0, Number.NaN), told(0, 7), told(0, 0), told(43, 0, ["x"])]).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
