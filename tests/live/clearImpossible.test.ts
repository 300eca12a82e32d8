import { describe, expect, test } from "vitest";
import { clearImpossible } from "../../server/telemetry/fleet/clearImpossible.ts";
import { isSentinel, sentinels } from "../../server/telemetry/fleet/sentinels.ts";

describe("a value that cannot be", () => {
  test.each([
    ["hEll", 12_001],
    ["hRel", -2_001],
    ["hAgl", 9_001],
    ["vH", -0.01],
    ["vV", 60.1],
    ["sats", 255],
    ["sats", 12.5],
    ["heading", 361],
    ["pitch", -181],
    ["roll", Number.NaN],
    ["batPct", 101],
    ["batPct", -1],
    ["tRemain", -1],
    ["rthPct", 5_680],
    ["landPct", 5_680],
    ["homeDist", 1_000_001],
    ["rthAltitude", 65_535],
    ["wind", 76],
    ["windDir", 361],
    ["traffic", 5],
    ["sdr", 6],
    ["g4", 2.5],
    ["wp", 65_536],
    ["wpTotal", -1],
    ["pct", 100.5],
    ["batPct", Number.POSITIVE_INFINITY],
  ])("as %s %s is unknown, and the others stay", (field, value) => {
    const others = { lat: 306_600_000, lon: 1_040_600_000, phase: "mission" as const };
    const { values, cleared } = clearImpossible({ ...others, [field]: value });
    expect(values).toEqual({ ...others, [field]: null });
    const sent = Number.isFinite(value) ? value : String(value);
    expect(cleared).toEqual([{ field, value: sent, reason: "impossible" }]);
  });

  test("in half of a home point makes the point unknown, and counts once", () => {
    const { values, cleared } = clearImpossible({
      homeLat: 306_600_000,
      homeLon: 45_836_623_610_465,
      batPct: 5,
    });
    expect(values).toEqual({ homeLat: null, homeLon: null, batPct: 5 });
    expect(cleared).toEqual([{ field: "homeLon", value: 45_836_623_610_465, reason: "impossible" }]);
  });

  test("is a waypoint beyond the last one", () => {
    expect(clearImpossible({ wp: 9, wpTotal: 8 }).values).toEqual({ wp: null, wpTotal: 8 });
    expect(clearImpossible({ wp: 8, wpTotal: 8 }).values).toEqual({ wp: 8, wpTotal: 8 });
  });

  test("of a place is left to the checks that refuse the sample", () => {
    const values = { lat: 900_000_001, lon: Number.NaN };
    expect(clearImpossible(values)).toEqual({ values, cleared: [] });
  });

  test("is none that lies at the limit", () => {
    const values = { vH: 150, vV: -60, sats: 200, heading: 360, batPct: 0, wind: 75, g4: 5, tRemain: 86_400 };
    expect(clearImpossible(values)).toEqual({ values, cleared: [] });
  });
});

describe("a maker's placeholder", () => {
  test.each([
    ["dji", "vertical_speed", 32_767],
    ["dji", "position_state.gps_number", 255],
    ["dji", "rth_altitude", 65_535],
    ["dji", "rth_altitude", 0xffff],
    ["dji", "battery.remain_flight_time", -1],
    ["dji", "battery.landing_power", 5_680],
    ["mavlink", "GPS_RAW_INT.satellites_visible", 255],
    ["mavlink", "GLOBAL_POSITION_INT.hdg", 65_535],
    ["mavlink", "SYS_STATUS.battery_remaining", -1],
  ] as const)("of %s, %s %i", (dialect, property, value) => {
    expect(isSentinel(dialect, property, value)).toBe(true);
  });

  test.each([
    ["dji", "height", 255],
    ["dji", "vertical_speed", -1],
    ["dji", "elevation", -1],
    ["dji", "home_distance", 255],
    ["dji", "home_distance", 5_680],
    ["mavlink", "vertical_speed", 32_767],
  ] as const)("is not what %s may mean by %s %i", (dialect, property, value) => {
    expect(isSentinel(dialect, property, value)).toBe(false);
  });

  test("has a source", () => {
    for (const { source } of sentinels) expect(source.length).toBeGreaterThan(20);
  });
});
