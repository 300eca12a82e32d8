import { describe, expect, test, vi } from "vitest";
import type { LiveState } from "../../adapters/contract/sample.ts";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import { createFleetTable } from "../../src/live/fleetTable.ts";
import { formatHeight } from "../../src/live/flightMetrics.ts";
import { deriveLinkState, formatAge } from "../../src/live/formatFlight.ts";
import { distanceToZone, splitRoute } from "../../src/live/geometry.ts";
import { formatDecimalDegrees, formatDms } from "../../src/map/controls/formatCoordinates.ts";
import { getFrameRate } from "../../src/map/drones/getFrameRate.ts";
import { throttle } from "../../src/map/throttle.ts";
import { formatZoneLabel } from "../../src/map/zones/zonePolygons.ts";

describe("distances to routes and zones", () => {
  const route = [
    [105, 40],
    [105.01, 40],
    [105.02, 40],
  ] as const;

  test("splits a route at the point nearest to the drone", () => {
    const { done, remaining, doneMetres, remainingMetres } = splitRoute(route, [105.015, 40.001]);
    expect(done.length).toBe(3);
    expect(remaining.length).toBe(2);
    // 0.015 and 0.005 degrees at 40° N: 85,276 m per degree.
    expect(doneMetres).toBeCloseTo(1279, -1);
    expect(remainingMetres).toBeCloseTo(426, -1);
  });

  test("ignores passed waypoints on a route that returns along itself", () => {
    const there = [
      [105, 40],
      [105.01, 40],
      [105, 40],
    ] as const;
    expect(splitRoute(there, [105.004, 40]).doneMetres).toBeCloseTo(341, -1);
    expect(splitRoute(there, [105.004, 40], 1).doneMetres).toBeCloseTo(1364, -1);
  });

  test("the distance is 0 inside a zone; its hole is outside", () => {
    const square = (reach: number): [number, number][] => [
      [105 - reach, 40 - reach],
      [105 + reach, 40 - reach],
      [105 + reach, 40 + reach],
      [105 - reach, 40 + reach],
      [105 - reach, 40 - reach],
    ];
    const zone = { type: "Polygon" as const, coordinates: [square(0.02), square(0.01)] };
    expect(distanceToZone(zone, [105.015, 40])).toBe(0);
    expect(distanceToZone(zone, [105, 40])).toBeCloseTo(853, -1);
    expect(distanceToZone(zone, [105.03, 40])).toBeCloseTo(853, -1);
    const corridor: ZoneShape = {
      type: "Corridor",
      line: [
        [105, 40],
        [105.01, 40],
      ],
      width: 200,
    };
    expect(distanceToZone(corridor, [105.005, 40.0005])).toBe(0);
    expect(distanceToZone(corridor, [105.005, 40.01])).toBeCloseTo(1_013, -1);
    expect(distanceToZone({ type: "Circle", center: [105, 40], radius: 500 }, [105.01, 40])).toBeCloseTo(
      353,
      -1,
    );
  });
});

describe("the fleet table", () => {
  const full = {
    table: 1,
    full: true,
    closed: [],
    index: [0, 1],
    taskId: ["11", "12"],
    taskNo: ["A", "B"],
    droneSn: ["SN1", "SN2"],
  };

  test("adds, changes and removes entries", () => {
    const forget = vi.fn<(indexes: readonly number[]) => void>();
    const table = createFleetTable(forget);
    expect(table.applyMessage(full)).toBe(true);
    expect([table.getTaskId(1), table.indexOf("11"), table.getLabel(0)]).toEqual(["12", 0, "SN1"]);
    table.applyMessage({
      table: 2,
      full: false,
      closed: [0],
      index: [2],
      taskId: ["13"],
      taskNo: ["C"],
      droneSn: ["SN3"],
    });
    expect([table.getTaskId(0), table.indexOf("13")]).toEqual([null, 2]);
    expect(forget.mock.calls).toEqual([[[0]]]);
  });

  test("forgets an index that gets another drone, and keeps unchanged ones", () => {
    const forget = vi.fn<(indexes: readonly number[]) => void>();
    const table = createFleetTable(forget);
    table.applyMessage(full);
    table.applyMessage({ ...full, taskId: ["11", "99"] });
    expect(forget.mock.calls).toEqual([[[1]]]);
    expect([table.getTaskId(0), table.getTaskId(1), table.indexOf("12")]).toEqual(["11", "99", null]);
  });

  test("ignores messages that are not a table", () => {
    const table = createFleetTable(() => {});
    expect(table.applyMessage({ table: 1 })).toBe(false);
    expect(table.indexOf("11")).toBe(null);
  });
});

test("a fresh link is downgraded when its data are old", () => {
  expect(deriveLinkState("fresh", 10_000)).toBe("fresh");
  expect(deriveLinkState("fresh", 10_001)).toBe("delayed");
  expect(deriveLinkState("lost", 18_000)).toBe("lost");
  expect([deriveLinkState("fresh", 60_001), deriveLinkState("lost", 60_001)]).toEqual([
    "lastKnown",
    "lastKnown",
  ]);
  expect([deriveLinkState(null, 90_000), deriveLinkState("delayed", null)]).toEqual([null, "delayed"]);
});

test("a height shows its datum, and an unknown one is not replaced silently", () => {
  const state = (part: Partial<LiveState>) => ({ hAgl: null, hRel: null, hEll: null, ...part }) as LiveState;
  expect(formatHeight(state({ hAgl: 88, hRel: 99 }))).toEqual({ value: "88 m", datum: "真高（离地）" });
  expect(formatHeight(state({ hRel: 99 }))).toEqual({ value: "99 m", datum: "相对起飞点（真高未知）" });
  expect(formatHeight(state({}))).toEqual({ value: "-", datum: "高度未知" });
});

test("an age is formatted in a suitable unit", () => {
  expect([null, 400, 12_300, 125_000, 7_300_000].map((age) => formatAge(age))).toEqual([
    "从未收到",
    "0.4 秒前",
    "12 秒前",
    "2 分钟前",
    "2 小时前",
  ]);
});

test("coordinates are formatted in degrees and in minutes, never with 60 seconds", () => {
  expect(formatDecimalDegrees([105.46, 39.92])).toBe("105.460000, 39.920000");
  expect(formatDms([105.46, 39.92])).toBe("39°55′12.00″N 105°27′36.00″E");
  expect(formatDms([-0.0000001, 39.9999999])).toBe("40°00′0.00″N 0°00′0.00″W".replaceAll("0.00", "00.00"));
});

test("the frame rate follows the zoom, from 1 to 60 per second", () => {
  expect(getFrameRate(15, 9784, 4_852_834)).toBe(1);
  // 15 m/s at 39.92° N is 19.6 projected metres per second: 16.4 px at z17.
  expect(getFrameRate(15, 1.194, 4_852_834)).toBeCloseTo(32.8, 0);
  expect(getFrameRate(60, 1.194, 4_852_834)).toBe(60);
});

test("throttle runs the first call immediately, then at most one per interval, and always the last", () => {
  vi.useFakeTimers();
  const run = vi.fn<() => void>();
  const { call, cancel } = throttle(250, run);
  for (let i = 0; i < 60; i++) {
    call();
    vi.advanceTimersByTime(16);
  }
  expect(run).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(600);
  expect(run).toHaveBeenCalledTimes(5);
  call();
  call();
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});

test("a zone's label contains its kind once", () => {
  expect(formatZoneLabel({ name: "昌都作业区", kind: "fence" })).toBe("昌都作业区");
  expect(formatZoneLabel({ name: "昌都机场", kind: "noFly" })).toBe("禁飞区 昌都机场");
});
