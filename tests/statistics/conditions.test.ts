import { describe, expect, onTestFinished, test } from "vitest";
import { setForeignIds } from "../../adapters/contract/loginFields.ts";
import {
  changeConditions,
  getRangePresets,
  matchesPreset,
  parseConditions,
  toConditionParams,
} from "../../src/pages/statistics/conditions.ts";

/** 2026-11-23, a Monday, 00:30 in Shanghai; still the 22nd in UTC. */
const now = new Date("2026-11-22T16:30:00Z");
const parse = (search: string) => parseConditions(new URLSearchParams(search), now);
const byDefault = {
  from: "2026-10-25",
  to: "2026-11-23",
  compared: null,
  granularity: "day",
  regionId: null,
};

describe("the ranges", () => {
  test("end today or with their month, in Shanghai's days", () => {
    expect(getRangePresets(now).map(({ label, from, to, compared }) => [label, from, to, compared])).toEqual([
      ["今天", "2026-11-23", "2026-11-23", null],
      ["昨天", "2026-11-22", "2026-11-22", null],
      ["近7天", "2026-11-17", "2026-11-23", null],
      ["近30天", "2026-10-25", "2026-11-23", null],
      ["本月", "2026-11-01", "2026-11-23", "month"],
      ["上月", "2026-10-01", "2026-10-31", "month"],
      ["本季", "2026-10-01", "2026-11-23", "quarter"],
      ["本年", "2026-01-01", "2026-11-23", "year"],
    ]);
  });

  test("of January reach into the year before", () => {
    const january = getRangePresets(new Date("2025-01-31T15:59:00Z"));
    expect(january.find(({ label }) => label === "上月")).toMatchObject({
      from: "2024-12-01",
      to: "2024-12-31",
    });
    expect(january.find(({ label }) => label === "本季")).toMatchObject({ from: "2025-01-01" });
  });

  test("with the same days differ by what they compare with", () => {
    const conditions = parseConditions(
      new URLSearchParams("from=2026-01-01&to=2026-01-10&vs=quarter"),
      new Date("2026-01-10T04:00:00Z"),
    );
    const chosen = getRangePresets(new Date("2026-01-10T04:00:00Z")).filter((preset) =>
      matchesPreset(preset, conditions),
    );
    expect(chosen.map(({ label }) => label)).toEqual(["本季"]);
  });
});

describe("the address", () => {
  test("without conditions is 近30天 by day", () => {
    expect(parse("")).toEqual(byDefault);
  });

  test("is read back as it was written, beside other parameters", () => {
    const conditions = {
      from: "2026-01-01",
      to: "2026-06-30",
      compared: "year",
      granularity: "day",
      regionId: "440100",
    } as const;
    const params = toConditionParams(conditions, new URLSearchParams("show=total&by=month"), now);
    expect(params.toString()).toBe("show=total&by=day&from=2026-01-01&to=2026-06-30&vs=year&region=440100");
    expect(parseConditions(params, now)).toEqual(conditions);
  });

  test("of the default has no conditions", () => {
    const params = new URLSearchParams("from=2026-01-01&to=2026-02-01&by=week&region=440000&show=total");
    expect(toConditionParams(parse(""), params, now).toString()).toBe("show=total");
  });

  test.each([
    ["a range that ends before it begins", "from=2026-11-02&to=2026-11-01"],
    ["a day that is not in the calendar", "from=2026-02-30&to=2026-03-01"],
    ["half a range", "from=2026-11-01"],
    ["a day in the future", "from=2026-11-01&to=2026-11-24"],
    ["an unknown granularity", "by=hour"],
    ["a region that is no code", "region=Beijing"],
    ["an unknown period to compare with", "vs=decade"],
  ])("with %s falls back to the default", (_, search) => {
    expect(parse(search)).toEqual(byDefault);
  });

  test("names a region of another platform by any text", () => {
    setForeignIds(true);
    onTestFinished(() => setForeignIds(false));
    const params = new URLSearchParams({ region: "华东/1" });
    expect(parseConditions(params, now).regionId).toBe("华东/1");
    expect(toConditionParams(parseConditions(params, now), new URLSearchParams(), now)).toEqual(params);
    expect(parse("region=").regionId).toBeNull();
  });

  test.each([
    ["two months by day", "from=2026-07-01&to=2026-08-31", "day"],
    ["longer by week", "from=2026-07-01&to=2026-09-01", "week"],
    ["half a year by week", "from=2026-01-01&to=2026-07-05", "week"],
    ["longer by month", "from=2026-01-01&to=2026-07-06", "month"],
  ])("shows %s", (_, search, by) => {
    expect(parse(search).granularity).toBe(by);
    expect(toConditionParams(parse(search), new URLSearchParams(), now).get("by")).toBeNull();
  });

  test("asks for more weeks than an answer holds by month", () => {
    expect(parse("from=2005-10-25&to=2026-11-23&by=week").granularity).toBe("week");
    expect(parse("from=2005-10-24&to=2026-11-23&by=week").granularity).toBe("month");
  });

  test("asks for more days than an answer holds by month", () => {
    expect(parse("from=2023-11-20&to=2026-11-23&by=day").granularity).toBe("day");
    expect(parse("from=2023-11-19&to=2026-11-23&by=day").granularity).toBe("month");
  });
});

describe("another range", () => {
  const thisYear = { from: "2026-01-01", to: "2026-11-23", compared: "year" } as const;

  test("has buckets of its own length", () => {
    expect(changeConditions(parse(""), thisYear)).toMatchObject({ ...thisYear, granularity: "month" });
  });

  test("keeps the length that the user chose", () => {
    expect(changeConditions(parse("by=week"), thisYear).granularity).toBe("week");
    expect(changeConditions(parse(""), { ...thisYear, granularity: "day" }).granularity).toBe("day");
  });
});
